"""Verifiers fitted on all problems of a corpus, with what they answer to each of them when it is left out."""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from stylobench.engine.attack_arena import Arena, arena
from stylobench.engine.house_objects import require_parameters
from stylobench.engine.jobs import fresh
from stylobench.engine.line_ends import with_plain_lines
from stylobench.engine.methods import Method, Named, methods
from stylobench.engine.saved_models import Facts, Fitted, SavedModel, Usual, source
from stylobench.engine.shift_answers import Work
from stylobench.engine.surroundings import versions
from stylobench.engine.trial_jobs import TrialBench, TrialJob
from stylobench.engine.trial_runs import run_trials
from stylobench.errors import SpecError, SplitError
from stylobench.features.texts import Texts
from stylobench.records import Booleans, Corpus, Floats, Run, Score, TrialSplit
from stylobench.seeds import generator
from stylobench.statistics.trial_draws import draw_weights, interval, rarer_units, values
from stylobench.verifiers._verifier import Verifier

MEASURES = ("auc", "c_at_1")
MOST_TRIGRAMS = 200_000
TRIGRAMS = "char_ngrams(n=3)"
SHARES = (0.05, 0.95)
FEWEST = 20


def fit(corpus: Corpus, verifiers: Named, folds: int | None = None, work: Work | None = None) -> SavedModel:
    """Fit verifiers on the problems of a corpus, or on pairs drawn from its documents.

    Every problem is also answered by a verifier that has seen none of its texts: what scores are worth is read from
    these answers. Lines end alike in all texts, whatever system they come from.
    """
    work, under_test = work or Work(), methods(verifiers, "verifiers")
    for method in under_test:
        demand_ours(method)
    field = _field(with_plain_lines(corpus), folds, work.seed)
    bench = TrialBench(field.digest, Texts(list(field.texts)), field.writers)
    with work.at_home() as how:
        runs = run_trials(bench, under_test, field.splits, work.seed, how)
    ground = _Ground(field, bench, draw_weights(field.units, field.tested.same, generator(work.seed, "fit")), work.seed)
    found, told = [], [*field.warnings, *_few(field.tested.same)]
    for method in under_test:
        scores, failures = _scores(list(runs[method.name].values()), field)
        told += [f"{method.name}: {line}" for line in failures]
        found.append(ground.fitted(method, scores))
    facts = _facts(corpus, field, work.seed, told)
    return SavedModel(facts, tuple(found), field.tested.same, field.units.codes, usual(bench.texts))


@dataclass(frozen=True)
class _Ground:
    """Problems to learn from, their texts, and draws of who or what they share."""

    field: Arena
    bench: TrialBench
    drawn: Floats
    seed: int

    def fitted(self, method: Method, scores: Floats) -> Fitted:
        """The verifier fitted on all problems; the scores are of verifiers that had not seen them."""
        every = self.field.tested
        verifier = fresh(TrialJob(self.bench, TrialSplit("all", every, every, ""), method, self.seed))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            verifier.fit(self.bench.problems(every, every), every.same.copy())
        measures = tuple(self._measure(name, scores) for name in MEASURES)
        return Fitted(method.name, method.spec, method.family, method.looks_at, verifier, scores, measures)

    def _measure(self, name: str, scores: Floats) -> Score:
        truth, units = self.field.tested.same, self.field.units
        found = values(name, truth, scores, self.drawn)
        low, high = interval(found, units, share=True, rarer=rarer_units(units, truth))
        ends = [float("nan") if end is None else end for end in (low, high)]
        return Score(name, float(found[0]), ends[0], ends[1], units.name, units.count)


def demand_ours(method: Method) -> None:
    """Only our own verifiers can be kept in a file: any other would have to bring its code."""
    from stylobench.verifiers.program import Program

    verifier = method.estimator
    if isinstance(verifier, Program):
        raise SpecError(f"verifier {method.name!r} is a program of its own and cannot be saved; keep the program")
    if not isinstance(verifier, Verifier) or not type(verifier).__module__.startswith("stylobench."):
        raise SpecError(
            f"verifier {method.name!r} is not stylobench's: a model holds no code, so it cannot be saved; keep it "
            "by means of your own, or make it a file of stylobench's folder of verifiers"
        )
    require_parameters(type(verifier), verifier.get_params(deep=False))


def _field(corpus: Corpus, folds: int | None, seed: int) -> Arena:
    if corpus.trials and {trial.same for trial in corpus.trials if trial.same is not None} == {False}:
        raise SplitError(f"corpus {corpus.name!r} has no same-author problem; verifiers learn from both kinds")
    return arena(corpus, corpus.name, folds, seed)


def _scores(runs: Sequence[Run], field: Arena) -> tuple[Floats, list[str]]:
    """What was answered to each problem, in order; nothing where a fold failed."""
    parts, failures = [], dict[str, int]()
    for run, split in zip(runs, field.splits, strict=True):
        silent = np.full(len(split.test), np.nan)
        parts.append(silent if run.answers is None else run.answers.scores[:, 0])
        if run.failure:
            failures[run.failure] = failures.get(run.failure, 0) + 1
    return np.concatenate(parts), [f"{count} of {len(runs)} folds failed: {why}" for why, count in failures.items()]


def _few(truth: Booleans) -> list[str]:
    one, different = int(truth.sum()), int((~truth).sum())
    if min(one, different) >= FEWEST:
        return []
    return [
        f"the problems are few ({one} by one author, {different} by different authors; better {FEWEST} or more of "
        "each): what a score is worth is hardly known, and it will mostly support neither"
    ]


def _facts(corpus: Corpus, field: Arena, seed: int, warnings: Sequence[str]) -> Facts:
    truth = field.tested.same
    return Facts(
        corpus=corpus.name,
        corpus_digest=corpus.digest,
        digest=hashlib.sha256(f"{field.digest}\x1f{field.tested.digest}".encode()).hexdigest(),
        problems=len(truth),
        same=int(truth.sum()),
        texts=len(field.texts),
        authors=None if field.authors is None else len(set(field.authors)),
        seed=seed,
        folds=len(field.splits),
        unit=field.units.name,
        versions=versions(),
        source=source(),
        warnings=tuple(warnings),
    )


def usual(texts: Texts) -> Usual:
    """What the texts are like, so that others can be said to be unlike them."""
    counts = texts.counts(TRIGRAMS)
    lengths = np.array([len(text) for text in texts], np.float64)
    found = np.bincount(counts.matrix.indices, minlength=counts.matrix.shape[1])
    alone = counts.matrix @ (found == 1).astype(np.float64)
    shares = alone / np.maximum(np.asarray(counts.matrix.sum(axis=1), np.float64).ravel(), 1.0)
    kept = np.argsort(-found, kind="stable")[:MOST_TRIGRAMS]
    names = counts.names
    low, high = np.quantile(lengths, SHARES)
    unseen, trigrams = float(np.quantile(shares, SHARES[1])), frozenset(names[i] for i in kept)
    return Usual((float(low), float(high)), unseen, trigrams, frozenset(texts.digests()))
