"""The backtracking attack: undo a targeted disguise by running the same search towards each candidate author.

After Le, Safi-Naini & Galib 2015, who showed that edits made against known features can be followed back. The attacker
knows method and verifier, not the seed: the rewritten text is edited so that it comes as near as the budget allows to
each candidate's known texts, and the candidate whom it comes nearest to is named.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from stylobench.edits import Rewrite
from stylobench.protocols.attack_findings import Sure
from stylobench.records import Floats, Problem
from stylobench.seeds import generator
from stylobench.statistics.trial_draws import DRAWS, Units, draw_weights, interval

Known = tuple[str, ...]


class Searcher(Protocol):
    """What can be turned against a fitted verifier and searches in both directions, as `targeted` does."""

    def against(self, verifier: Any) -> Any: ...
    def towards(self, problem: Problem, rng: np.random.Generator) -> Rewrite: ...


@dataclass(frozen=True)
class Backtracked:
    """Per problem the chance that the true author is named, before backtracking and after; NaN without a rival.

    Equals share it. `authors` is how many candidates each had, the true one among them; all with a rival have as many.
    """

    before: Floats
    after: Floats
    authors: tuple[int, ...]


@dataclass(frozen=True)
class Hidden:
    """The true author, by whatever name tells people apart, his known texts, and the rewritten text."""

    author: str
    problem: Problem


def backtracked(
    obfuscator: Searcher, verifier: Any, hidden: Sequence[Hidden], rivals: int, rng: np.random.Generator
) -> Backtracked:
    """Name an author for each rewritten questioned text among its true one and some of the other problems' authors.

    `rivals` is the most candidates besides.
    """
    attacker = obfuscator.against(verifier)
    score = getattr(verifier, "scores", verifier.verify)
    values, authors = list[tuple[float, float]](), list[int]()
    candidates = [_candidates(one, hidden, rivals, rng) for one in hidden]
    size = min((len(each) for each in candidates if len(each) > 1), default=1)
    for one, each in zip(hidden, candidates, strict=True):
        asked = [Problem(known, one.problem.questioned) for known in each[:size]]
        seeds = rng.integers(2**62, size=len(asked))
        nearer = [
            attacker.towards(one, np.random.default_rng(seed)).text for one, seed in zip(asked, seeds, strict=True)
        ]
        moved = [Problem(one.known, text) for one, text in zip(asked, nearer, strict=True)]
        authors.append(len(asked))
        values.append((first(score(asked)), first(score(moved))) if len(asked) > 1 else (np.nan, np.nan))
    before, after = np.array(values, np.float64).reshape(-1, 2).T
    return Backtracked(before, after, tuple(authors))


def chances(found: Backtracked, groups: Sequence[str], seed: int, draws: int = DRAWS) -> tuple[Sure, Sure]:
    """The mean chance that the true author is named, before and after, with groups drawn again."""
    told = np.flatnonzero(~np.isnan(found.before))
    units = Units.groups("author", [[groups[place]] for place in told.tolist()])
    weights = draw_weights(units, np.ones(len(told), np.bool_), generator(seed, "backtracking"), draws)
    return _mean(found.before[told], weights, units), _mean(found.after[told], weights, units)


def _mean(values: Floats, weights: Floats, units: Units) -> Sure:
    if not len(values):
        return Sure(None)
    drawn = (weights @ values) / weights.sum(axis=1)
    return Sure(float(drawn[0]), *interval(drawn, units, share=True))


def _candidates(one: Hidden, hidden: Sequence[Hidden], most: int, rng: np.random.Generator) -> list[Known]:
    """The true author's texts, then those of others, each once, who share none with him or with each other."""
    people, texts, found = {one.author}, {*one.problem.known, one.problem.questioned}, [one.problem.known]
    others = sorted({(each.author, tuple(sorted(each.problem.known))) for each in hidden if each.problem.known})
    for place in rng.permutation(len(others)):
        author, known = others[place]
        if len(found) <= most and author not in people and texts.isdisjoint(known):
            found.append(known)
            people.add(author)
            texts.update(known)
    return found


def first(scores: Floats) -> float:
    """The chance that the first of some candidates is named when the highest score is, and equals are drawn.

    >>> first(np.array([0.7, 0.2])), first(np.array([0.7, 0.7])), first(np.array([np.nan, 0.1]))
    (1.0, 0.5, 0.0)
    """
    values = np.where(np.isnan(scores), -np.inf, scores)
    best = values == values.max()
    return float(best[0] / best.sum())
