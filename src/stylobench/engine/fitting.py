"""Verifiers fitted on all problems of a corpus, with what they answer to each of them when it is left out."""

from __future__ import annotations

import hashlib
import warnings
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import expit

from stylobench.engine.house_objects import require_parameters
from stylobench.engine.jobs import answer, fresh
from stylobench.engine.line_ends import with_plain_lines
from stylobench.engine.methods import Method, Named, methods
from stylobench.engine.saved_models import Facts, Fitted, SavedModel, Usual, source
from stylobench.engine.shift_answers import Work
from stylobench.engine.surroundings import versions
from stylobench.engine.training_material import TrainingMaterial, training_material
from stylobench.engine.trial_jobs import ScoringJob, TrialBench, TrialJob
from stylobench.engine.trial_runs import run_trials
from stylobench.errors import SpecError, StylobenchError
from stylobench.features.texts import Texts
from stylobench.features.words import tokens
from stylobench.records import Booleans, Corpus, Floats, Rows, Run, Score, TrialSplit
from stylobench.seeds import generator
from stylobench.statistics.case_calibration import MOST_BEYOND, CaseCalibration
from stylobench.statistics.trial_draws import Units, draw_weights, interval, rarer_units, values
from stylobench.verifiers._verifier import Verifier
from stylobench.verifiers.masked import Masked

MOST_TRIGRAMS = 200_000
TRIGRAMS = "char_ngrams(n=3)"
SHARES = (0.05, 0.95)
COMMON_WORDS = 200
FEWEST = 20
TWIN_SHARE = 0.2  # of the calibration problems are asked of a twin too


def fit(corpus: Corpus, verifiers: Named, folds: int | None = None, work: Work | None = None) -> SavedModel:
    """Fit verifiers on the problems of a corpus, or on pairs drawn from its documents.

    What scores are worth is seen on calibration problems, with several numbers and lengths of known texts, that are
    answered by verifiers which had seen none of their texts and, where authors are known, met none of their authors.
    Each verifier has a twin that is fitted and calibrated on masked texts, to tell whether a verdict rests on the
    topic. Lines end alike in all texts, whatever system they come from.
    """
    work, under_test = work or Work(), methods(verifiers, "verifiers")
    for method in under_test:
        demand_ours(method)
    material = training_material(with_plain_lines(corpus), folds, work.seed)
    twins = {method.name: twin for method in under_test if (twin := masked_twin(method)) is not None}
    truth = material.calibration.trials.same
    all_problems, some_problems = (_Asked.of(material, share, work.seed) for share in (1.0, TWIN_SHARE))
    runs = all_problems.runs(under_test, work) | some_problems.runs(list(twins.values()), work)
    conditions = material.calibration.conditions
    fitted, warned = [], [*material.warnings, *_few(truth)]
    for method in under_test:
        scores, failures = _scores(runs[method.name], all_problems.material.splits)
        warned += [f"{method.name}: {line}" for line in failures]
        verifier = all_problems.fitted(method, work.seed)
        measures = measures_of(scores, truth, conditions, material.fold, material.units, work.seed)
        twin, twin_scores = None, None
        if method.name in twins:
            try:
                twin = some_problems.fitted(twins[method.name], work.seed)
                found, failures = _scores(runs[twins[method.name].name], some_problems.material.splits)
                twin_scores = np.full(len(truth), np.nan)
                twin_scores[some_problems.chosen] = found
            except StylobenchError as error:
                failures = [str(error)]
            warned += [f"{method.name}, with topical words masked: {line}" for line in failures]
        fitted.append(
            Fitted(method.name, method.spec, method.family, method.looks_at, verifier, scores, measures, 0, twin,
                   twin_scores)
        )  # fmt: skip
    facts = _facts(corpus, material, work.seed, warned)
    return SavedModel(
        facts, tuple(fitted), truth, material.units.codes, usual(Texts(list(material.documents))), conditions
    )


def masked_twin(method: Method) -> Method | None:
    """The same method on texts with topical words masked; none of one that masks by itself."""
    if isinstance(method.estimator, Masked):
        return None
    [twin] = methods({f"{method.name}, masked": Masked(method.estimator)}, "verifiers")
    return twin


@dataclass(frozen=True)
class _Asked:
    """Some of the calibration problems, over texts that any of them or any problem to learn from speaks of."""

    material: TrainingMaterial
    chosen: Booleans
    bench: TrialBench

    @classmethod
    def of(cls, material: TrainingMaterial, share: float, seed: int) -> _Asked:
        some, chosen = material.thinned(share, seed)
        trimmed = some.trimmed()
        return cls(trimmed, chosen, trimmed.bench)

    def runs(self, under_test: Sequence[Method], work: Work) -> dict[str, list[Run]]:
        """What verifiers score in each split, by their names."""
        runs: dict[str, list[Run]] = {}
        with work.at_home() as how:
            for every_kind in (False, True):
                alike = [method for method in under_test if bool(method.estimator.learns_every_kind) is every_kind]
                if alike:
                    splits = learnt_by(alike[0], self.material).splits
                    found = run_trials(self.bench, alike, splits, work.seed, how, ScoringJob)
                    runs |= {name: list(of_folds.values()) for name, of_folds in found.items()}
        return runs

    def fitted(self, method: Method, seed: int) -> Any:
        """The verifier fitted on all problems to learn from."""
        return fitted_on_all(method, self.material, self.bench, seed)


def learnt_by(method: Method, material: TrainingMaterial) -> TrainingMaterial:
    """The material with what a verifier learns from: problems as the corpus has them, or of every kind."""
    return material.with_every_kind() if method.estimator.learns_every_kind else material


def fitted_on_all(method: Method, material: TrainingMaterial, bench: TrialBench, seed: int) -> Any:
    """A verifier fitted on all problems to learn from."""
    every = learnt_by(method, material).learnt
    verifier = fresh(TrialJob(bench, TrialSplit("all", every, every, ""), method, seed))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return verifier.fit(bench.problems(every, every), every.same.copy())


def scores_of_calibration(method: Method, material: TrainingMaterial, texts: Texts, seed: int) -> tuple[Any, Floats]:
    """A verifier fitted on all problems to learn from; and its scores of the calibration problems, each by one that had
    not met the people it is about. The texts may have others behind those of the material.
    """
    bench, splits = TrialBench(material.digest, texts, material.writers), learnt_by(method, material).splits
    found = [answer(ScoringJob(bench, split, method, seed)) for split in splits]
    return fitted_on_all(method, material, bench, seed), _scores(found, splits)[0]


def measures_of(
    scores: Floats, truth: Booleans, conditions: Floats, fold: Rows, units: Units, seed: int = 0
) -> tuple[Score, ...]:
    """How good a verifier is on calibration problems, each judged by the calibration of the other folds: AUC and c@1 of
    the evidence, and which share of strangers and of same-author problems is supported as one author.
    """
    weights = draw_weights(units, truth, generator(seed, "fit"))
    evidence, above = np.full(len(truth), np.nan), np.full(len(truth), np.nan)
    for number in np.unique(fold):
        rest, own = fold != number, (fold == number) & ~np.isnan(scores)
        if calibration := CaseCalibration.of(scores[rest], truth[rest], conditions[rest]):
            evidence[own] = calibration.evidence(scores[own], conditions[own])
            above[own] = calibration.strangers_above(scores[own], conditions[own])
    found = {name: values(name, truth, expit(evidence), weights) for name in ("auc", "c_at_1")}
    supported = np.where(np.isnan(above), False, above <= MOST_BEYOND)
    for name, kind in (("strangers_supported", ~truth), ("same_supported", truth)):
        counted = weights * kind
        found[name] = (counted @ supported) / counted.sum(axis=1)
    scored = []
    for name, drawn in found.items():
        low, high = interval(drawn, units, share=True, rarer=rarer_units(units, truth))
        ends = [float("nan") if end is None else end for end in (low, high)]
        scored.append(Score(name, float(drawn[0]), ends[0], ends[1], units.name, units.count))
    return tuple(scored)


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


def _scores(runs: Sequence[Run], splits: Sequence[TrialSplit]) -> tuple[Floats, list[str]]:
    """The score of each test problem, in order; NaN where a fold failed."""
    parts, failures = [], dict[str, int]()
    for run, split in zip(runs, splits, strict=True):
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
        f"the calibration problems are few ({one} by one author, {different} by different authors; better {FEWEST} or "
        "more of each): what a score is worth is hardly known, and it will mostly support neither"
    ]


def _facts(corpus: Corpus, material: TrainingMaterial, seed: int, warnings: Sequence[str]) -> Facts:
    truth, learnt = material.calibration.trials.same, material.learnt
    digest = "\x1f".join([material.digest, learnt.digest, material.calibration.trials.digest])
    return Facts(
        corpus=corpus.name,
        corpus_digest=corpus.digest,
        digest=hashlib.sha256(digest.encode()).hexdigest(),
        problems=len(truth),
        same=int(truth.sum()),
        texts=len(material.documents),
        authors=None if material.authors is None else len(set(material.authors)),
        seed=seed,
        folds=len(material.splits),
        unit=material.units.name,
        versions=versions(),
        source=source(),
        warnings=tuple(warnings),
        learnt=len(learnt),
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
    words = [tokens(text) for text in texts]
    often = Counter(word for one in words for word in one)
    common = frozenset(sorted(often, key=lambda word: (-often[word], word))[:COMMON_WORDS])
    covered = [sum(word in common for word in one) / len(one) for one in words if one]
    least = float(np.quantile(covered, SHARES[0])) if covered else 0.0
    return Usual((float(low), float(high)), unseen, trigrams, frozenset(texts.digests()), common, least)
