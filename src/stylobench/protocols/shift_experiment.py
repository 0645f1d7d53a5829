"""The published experiment: two categories, several classifiers, ten train/test samples; how near is the heuristic?

Every sample halves the documents by class. The test half is clustered; heuristic, estimate and bound follow from what
each classifier answered on it. Samples overlap, so that intervals over samples are too narrow for another corpus: they
speak of other samples of this one. The bound has the right sign, and Shapiro-Wilk is run on trimmed draws as published.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import stats

from stylobench.errors import SplitError, UndefinedMetric
from stylobench.metrics.outcomes import Outcomes
from stylobench.protocols.shift_normality import shapiro
from stylobench.protocols.shift_study_findings import Experiment, ExperimentChoice, ExperimentRow
from stylobench.records import Floats, Rows, Split
from stylobench.seeds import generator
from stylobench.statistics import shift
from stylobench.statistics.mixes import Mix
from stylobench.statistics.subclasses import Subclasses

MEASURES = ("accuracy", "precision", "recall")
RULES = ("heuristic", "estimate", "bound")
COLUMNS = (
    "today", "heuristic", "estimate", "bound", "approximation", "relative", "heuristic_published",
    "approximation_published", "relative_published", "shapiro_w", "shapiro_p",
)  # fmt: skip
TRIMMED = 5


@dataclass(frozen=True)
class ExperimentSettings:
    """What is measured, the risk of the bound (by default two standard deviations, as published), the Dirichlet
    parameter of every cluster, and the draws of the estimate.
    """

    measures: tuple[str, ...] = MEASURES
    delta: float = 0.0228
    alpha: float = 1.0
    draws: int = 1000
    seed: int = 0


@dataclass(frozen=True)
class Sampled:
    """One train/test sample: a cluster per tested document, and what every classifier answered to them, in order."""

    split: Split
    clusters: Rows
    outcomes: Mapping[str, Outcomes]


def samples(classes: Sequence[str], count: int = 10, train_share: float = 0.5, seed: int = 0) -> list[Split]:
    """Random train/test splits with the same share of every class on either side.

    >>> [sorted(split.train.tolist() + split.test.tolist()) for split in samples(["a", "b", "a", "b"], count=1)]
    [[0, 1, 2, 3]]
    """
    truth = np.asarray(classes)
    names, sizes = np.unique(truth, return_counts=True)
    if not 0 < train_share < 1 or count < 1:
        raise SplitError(f"{count} samples with a share of {train_share:g} to train; a share lies between 0 and 1")
    if len(names) < 2 or sizes.min() < 2:
        raise SplitError("train/test samples need two classes or more, with two documents or more in each")
    return [_sample(truth, number, train_share, seed) for number in range(count)]


def _sample(truth: np.ndarray, number: int, share: float, seed: int) -> Split:
    rng, train = generator(seed, "sample", str(number)), []
    for name in np.unique(truth):
        rows = rng.permutation(np.flatnonzero(truth == name))
        train.append(rows[: min(max(round(share * len(rows)), 1), len(rows) - 1)])
    chosen = np.sort(np.concatenate(train))
    return Split(f"sample/{number + 1}", chosen, np.setdiff1d(np.arange(len(truth)), chosen), "a random half")


def experiment(sampled: Sequence[Sampled], settings: ExperimentSettings) -> Experiment:
    """Means over the samples for every classifier and measure, and what each rule would choose."""
    methods = list(dict.fromkeys(name for sample in sampled for name in sample.outcomes))
    if not methods:
        raise UndefinedMetric("no classifier answered on any sample, so there is nothing to compare")
    classes = next(one for sample in sampled for one in sample.outcomes.values()).classes
    table = {
        (method, measure): np.array([_figures(sample, method, measure, settings) for sample in sampled])
        for method in methods
        for measure in settings.measures
    }
    rows = [_row(method, measure, figures) for (method, measure), figures in table.items()]
    return Experiment(
        classes=[str(name) for name in classes],
        samples=len(sampled),
        train=len(sampled[0].split.train),
        test=len(sampled[0].split.test),
        clusters=round(float(np.mean([len(np.unique(sample.clusters)) for sample in sampled]))),
        delta=settings.delta,
        rows=rows,
        choices=[
            _choice(measure, {method: table[method, measure] for method in methods}) for measure in settings.measures
        ],
        approximation=_mean(np.array([row.approximation for row in rows], dtype=np.float64)),
        relative=_mean(np.array([row.relative for row in rows], dtype=np.float64)),
        approximation_published=_mean(np.array([row.approximation_published for row in rows], dtype=np.float64)),
        relative_published=_mean(np.array([row.relative_published for row in rows], dtype=np.float64)),
    )


def _figures(sample: Sampled, method: str, measure: str, settings: ExperimentSettings) -> Floats:
    """One sample's figures in the order of COLUMNS; NaN where there is no answer or no value."""
    nothing = np.full(len(COLUMNS), np.nan)
    if method not in sample.outcomes:
        return nothing
    subclasses = Subclasses.of(sample.outcomes[method], sample.clusters)
    mix = Mix.even(len(subclasses), settings.alpha)
    rng = generator(settings.seed, "experiment", sample.split.id, method, measure)
    try:
        estimate = shift.estimated(subclasses, measure, mix, settings.draws, rng)
        heuristic = shift.expected(subclasses, measure, mix).mean
        published = shift.expected_published(subclasses, measure).mean
    except UndefinedMetric:
        return nothing
    bound = estimate.mean - stats.norm.isf(settings.delta) * estimate.sd
    today = subclasses.values(measure, subclasses.shares[None])[0]
    errors = [abs(one - estimate.mean) for one in (heuristic, published)]
    relative = [error / estimate.mean if estimate.mean else np.nan for error in errors]
    told = [today, heuristic, estimate.mean, bound, errors[0], relative[0], published, errors[1], relative[1]]
    normal = shapiro(np.zeros(0) if estimate.values is None else estimate.values, TRIMMED)
    return np.array([*told, *normal], dtype=np.float64)


def _row(method: str, measure: str, figures: Floats) -> ExperimentRow:
    means = {name: _mean(figures[:, place]) for place, name in enumerate(COLUMNS)}
    low, high = _interval(figures[:, COLUMNS.index("approximation")])
    return ExperimentRow(method, measure, **means, approximation_low=low, approximation_high=high)


def _mean(values: Floats) -> float | None:
    known = values[~np.isnan(values)]
    return float(known.mean()) if len(known) else None


def _interval(errors: Floats) -> tuple[float | None, float | None]:
    known = errors[~np.isnan(errors)]
    if len(known) < 2:
        return None, None
    reach = float(stats.t.ppf(0.975, len(known) - 1) * known.std(ddof=1) / len(known) ** 0.5)
    return max(0.0, float(known.mean()) - reach), float(known.mean()) + reach


def _choice(measure: str, figures: Mapping[str, Floats]) -> ExperimentChoice:
    """The best classifier on average by each rule, the first of equals, and the samples in which all rules agree."""
    names = list(figures)
    every = np.array([figures[name][:, [COLUMNS.index(rule) for rule in RULES]] for name in names])
    filled = np.where(np.isnan(every), -np.inf, every)
    on_average = [_mean_or_least(every[place]) for place in range(len(names))]
    best = [names[place] for place in np.argmax(on_average, axis=0)]
    each = np.argmax(filled, axis=0)
    agreed = int((each == each[:, :1]).all(axis=1).sum())
    return ExperimentChoice(measure, **dict(zip(RULES, best, strict=True)), agreed=agreed, samples=len(each))


def _mean_or_least(by_rule: Floats) -> list[float]:
    means = [_mean(column) for column in by_rule.T]
    return [-np.inf if mean is None else mean for mean in means]
