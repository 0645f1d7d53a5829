"""Detectability: how well rewritten texts are told from originals, on authors that the detector never saw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse
from scipy.special import expit
from threadpoolctl import threadpool_limits

from stylobench.edits import Rewrite
from stylobench.features._artefacts import artefacts
from stylobench.features.texts import Texts
from stylobench.protocols._group_folds import counted_once, group_folds, joined_groups
from stylobench.protocols.attack_findings import Cue, Detectability, Sure
from stylobench.records import Booleans, Floats, Rows
from stylobench.seeds import generator
from stylobench.statistics.trial_draws import DRAWS, Units, draw_weights, interval, rarer_units, values

EVERYTHING = ("char_ngrams(n=3, lower=False)", "words")
STYLE = ("character_frequencies", "function_words")
PENALTY = 0.03
SHOWN = 12
MOST_ORIGINALS, MOST_OF_A_GROUP = 300, 30
DECIMALS = 9
# Every two groups meet twice, either teaching how to judge the other: where there is nothing to detect, that doubles
# the variance, which drawing groups with their scores does not see.
MET_TWICE = np.sqrt(2)


@dataclass(frozen=True)
class Detected:
    """How well disguised texts are told from others, over how many texts and groups, and by what."""

    auc: Sure
    texts: int
    groups: int
    cues: tuple[Cue, ...]


def detectability(
    dataset: str, obfuscator: str, rewrites: Sequence[Rewrite], groups: Sequence[str], seed: int = 0, draws: int = DRAWS
) -> Detectability:
    """Rewritten texts beside their own originals, which are always in the same fold; equal originals count once.

    Of more than 300 originals a sample is drawn; `texts` and `groups` of what is found say how many that are.
    """
    once = counted_once([rewrite.original for rewrite in rewrites], [rewrite.text for rewrite in rewrites])
    joined = joined_groups(groups, [rewrite.original for rewrite in rewrites])
    once = _sampled(once, joined, generator(seed, "detectability", "sample"))
    chosen = [rewrites[place] for place in once]
    texts = [rewrite.original for rewrite in chosen] + [rewrite.text for rewrite in chosen]
    owners = [joined[place] for place in once] * 2
    found = detect(texts, np.repeat([False, True], len(chosen)), owners, seed, draws)
    return Detectability(dataset, obfuscator, found.auc, len(chosen), found.groups, found.cues)


def _sampled(places: Sequence[int], groups: Sequence[str], rng: np.random.Generator) -> list[int]:
    """At most 300 places by whole groups, drawn one after the other; only what is more than 30 of a group is cut off,
    so that there is never one group alone.
    """
    if len(places) <= MOST_ORIGINALS:
        return list(places)
    held: dict[str, list[int]] = {}
    for place in places:
        held.setdefault(groups[place], []).append(place)
    taken: list[int] = []
    named = sorted(held)
    for number in rng.permutation(len(named)).tolist():
        some = rng.permutation(held[named[number]])[:MOST_OF_A_GROUP].tolist()
        taken += some if len(taken) + len(some) <= MOST_ORIGINALS else []
    kept = set(taken)
    return [place for place in places if place in kept]


def detect(
    texts: Sequence[str],
    disguised: Booleans,
    groups: Sequence[str],
    seed: int = 0,
    draws: int = DRAWS,
    content: bool = True,
) -> Detected:
    """How well a detector tells disguised texts from others of groups that it was not trained on.

    Where disguised texts have a topic of their own, as those that people wrote to order do, that topic would be what
    is detected: without `content` only characters, function words and traces of editing are looked at.
    A text is judged alone, without its counterpart beside it. Scores of different folds are compared: each detector
    weighs both kinds equally and is trained on nearly the same texts. Equal texts of both kinds tie.
    """
    order = sorted(range(len(texts)), key=lambda place: (groups[place], texts[place], bool(disguised[place])))
    held, owners = [texts[place] for place in order], [groups[place] for place in order]
    truth = np.asarray(disguised, np.bool_)[order]
    folds, units = group_folds(owners, held), len(set(owners))
    if not _teachable(truth, folds):
        return Detected(Sure(None), len(held), units, ())
    if _same_texts(held, truth):
        return Detected(Sure(0.5, 0.5, 0.5), len(held), units, ())
    with threadpool_limits(1):
        seen = _Seen.of(held, EVERYTHING if content else STYLE)
        scores = _cross_fitted(seen, truth, folds)
        cues = _cues(seen, truth)
    return Detected(_auc(truth, scores, owners, seed, draws), len(held), units, cues)


def _teachable(truth: Booleans, folds: Rows) -> bool:
    """Whether both kinds are left whatever fold is kept out."""
    return all(len(np.unique(truth[folds != fold])) == 2 for fold in np.unique(folds)) and folds.max(initial=0) > 0


def _same_texts(texts: Sequence[str], truth: Booleans) -> bool:
    kinds = [sorted(text for text, is_of in zip(texts, kind, strict=True) if is_of) for kind in (truth, ~truth)]
    return kinds[0] == kinds[1]


def _auc(truth: Booleans, scores: Floats, groups: Sequence[str], seed: int, draws: int) -> Sure:
    units = Units.groups("group", [[group] for group in groups])
    weights = draw_weights(units, truth, generator(seed, "detectability"), draws)
    drawn = values("auc", truth, expit(np.round(scores, DECIMALS)), weights)
    drawn = drawn[0] + MET_TWICE * (drawn - drawn[0])
    return Sure(float(drawn[0]), *interval(drawn, units, share=True, rarer=rarer_units(units, truth)))


@dataclass(frozen=True)
class _Seen:
    """What a detector sees: letters and words, rows of length 1, their inner products, and traces of editing."""

    names: tuple[list[str], list[str], list[str]]
    blocks: tuple[sparse.csr_matrix, sparse.csr_matrix]
    products: Floats
    traces: Floats

    @classmethod
    def of(cls, texts: Sequence[str], features: tuple[str, str]) -> _Seen:
        counted, traces = Texts(texts), artefacts(texts)
        letters, words = (counted.counts(name) for name in features)
        blocks = _unit_rows(letters.matrix), _unit_rows(words.matrix)
        products = sum((np.asarray((block @ block.T).toarray()) for block in blocks), np.ones((len(texts), len(texts))))
        named = (letters.names, words.names, traces.names)
        return cls(named, blocks, products, np.log1p(traces.matrix.toarray()))

    def scaled_traces(self, rows: Booleans) -> Floats:
        """Traces around the mean of some rows, by their spread there."""
        centre, spread = self.traces[rows].mean(axis=0), self.traces[rows].std(axis=0)
        scaled = (self.traces - centre) / np.where(spread > 0, spread, np.inf)
        return np.asarray(scaled / np.sqrt(scaled.shape[1]))

    def trained(self, truth: Booleans, rows: Booleans) -> tuple[Floats, Floats]:
        """What some rows teach: products of every row with them, and the share that each has in the weights.

        A feature that none of them holds has no weight: the vocabulary is that of the rows learnt from.
        """
        traces = self.scaled_traces(rows)
        products = self.products[:, rows] + traces @ traces[rows].T
        labels = truth[rows]
        sizes = np.where(labels, labels.mean(), 1 - labels.mean()) * 2
        square = products[rows] + PENALTY * np.diag(sizes)
        return products, np.asarray(np.linalg.solve(square, np.where(labels, 1.0, -1.0)), np.float64)


def _unit_rows(counts: sparse.csr_matrix) -> sparse.csr_matrix:
    logs = counts.astype(np.float64).log1p()
    lengths = np.sqrt(np.asarray(logs.multiply(logs).sum(axis=1)).ravel())
    return sparse.csr_matrix(sparse.diags(1 / np.where(lengths > 0, lengths, 1.0)) @ logs)


def _cross_fitted(seen: _Seen, truth: Booleans, folds: Rows) -> Floats:
    """Scores of a least-squares detector (ridge regression on both kinds), each from texts of other folds only."""
    scores = np.empty(len(truth))
    for fold in np.unique(folds):
        products, shares = seen.trained(truth, folds != fold)
        scores[folds == fold] = products[folds == fold] @ shares
    return scores


def _cues(seen: _Seen, truth: Booleans) -> tuple[Cue, ...]:
    """The features that set both kinds apart most, as shares of the distance between their mean scores."""
    everything = np.ones(len(truth), np.bool_)
    _, shares = seen.trained(truth, everything)
    balance = np.where(truth, 1 / truth.sum(), -1 / (~truth).sum())
    blocks = [*seen.blocks, sparse.csr_matrix(seen.scaled_traces(everything))]
    weights = [np.asarray(block.T @ shares) for block in blocks]
    apart = [weight * np.asarray(block.T @ balance) for weight, block in zip(weights, blocks, strict=True)]
    total = sum(float(part.clip(min=0).sum()) for part in apart)
    found = [
        (float(np.sign(weights[kind][place]) * apart[kind][place] / total), kind, seen.names[kind][place])
        for kind in range(3)
        for place in np.argsort(-apart[kind], kind="stable")[: 2 * SHOWN]
        if apart[kind][place] > 0
    ]
    return _readable(sorted(found, key=lambda cue: (-abs(cue[0]), cue[2])))


def _readable(found: Sequence[tuple[float, int, str]]) -> tuple[Cue, ...]:
    """The strongest cues by name; letters that a word among them explains are left out."""
    words = [(name, weight > 0) for weight, kind, name in found if kind == 1]
    forms = ('letters "{}"', 'word "{}"', "{}")
    told = [
        Cue(forms[kind].format(name), weight)
        for weight, kind, name in found
        if kind != 0 or not any(name.strip().lower() in word and (weight > 0) == more for word, more in words)
    ]
    return tuple(told[:SHOWN])
