"""What the subclass-shift crash test finds about time, and in its two studies, the backtest and the experiment.

Shares from 0 to 1; every low/high pair is a 95% interval. Undefined numbers are None.
"""

from __future__ import annotations

from dataclasses import dataclass

from stylobench.protocols.shift_findings import Level
from stylobench.statistics.randomness import Randomness


@dataclass(frozen=True)
class WordOverTime:
    """A predictive word and the share of a period's items that hold it."""

    word: str
    label: str
    shares: list[float]


@dataclass(frozen=True)
class Stream:
    """What the dates say. `mixes` has a row per period and a column per cluster (counts); `prevalence` the share of
    each class per period. `whole` is tested at the full size, `equal` at the size of the clusters, `clusters` are in
    the order of `Found.clusters`. `mix_p` tests whether the mixes of the periods are equal. `concentration` is
    estimated from the mixes; its `low` and `high` may be None where the likelihood has no end.
    """

    undated: int
    periods: list[str]
    mixes: list[list[int]]
    mix_p: float | None
    prevalence: dict[str, list[float]]
    prevalence_p: float | None
    whole: Randomness
    equal: Randomness | None
    clusters: list[Randomness | None]
    concentration: float | None
    concentration_low: float | None
    concentration_high: float | None
    words: list[WordOverTime]


@dataclass(frozen=True)
class Backtested:
    """One later period against a bound from before: `level` is what came out, `held` whether it is not below `bound`
    (posterior), `future_held` the same for the bound on a sample of that size. `moved` is the total-variation distance
    of the period's mix from that of the sample behind the bound.
    """

    method: str
    measure: str
    trained: str
    bounded: str
    period: str
    n: int
    expected: float | None
    bound: float | None
    exact: float | None
    normal: float | None
    future: float | None
    level: Level
    held: bool | None
    future_held: bool | None
    moved: float | None


@dataclass(frozen=True)
class Coverage:
    """In how many later periods a method's bound held, by law: each period is `tried` once, against the newest bound
    before it. The Clopper-Pearson interval is None below 5 periods.
    """

    method: str
    measure: str
    law: str
    tried: int
    held: int
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Backtest:
    """Bounds from the past against the future."""

    delta: float
    rows: list[Backtested]
    coverage: list[Coverage]
    notes: list[str]


@dataclass(frozen=True)
class ExperimentRow:
    """Means over train/test samples for one classifier and measure. `approximation` is |heuristic - estimate|, with an
    interval over samples, `relative` that over the estimate; `*_published` the same of the mean over clusters.
    """

    method: str
    measure: str
    today: float | None
    heuristic: float | None
    estimate: float | None
    bound: float | None
    approximation: float | None
    approximation_low: float | None
    approximation_high: float | None
    relative: float | None
    heuristic_published: float | None
    approximation_published: float | None
    relative_published: float | None
    shapiro_w: float | None
    shapiro_p: float | None


@dataclass(frozen=True)
class ExperimentChoice:
    """The classifier that each rule chooses by one measure, and in how many samples the rules agree."""

    measure: str
    heuristic: str
    estimate: str
    bound: str
    agreed: int
    samples: int


@dataclass(frozen=True)
class Experiment:
    """The paper's experiment: two categories, several train/test samples. `approximation` is the mean over all rows,
    absolute and relative.
    """

    classes: list[str]
    samples: int
    train: int
    test: int
    clusters: int
    delta: float
    rows: list[ExperimentRow]
    choices: list[ExperimentChoice]
    approximation: float | None
    relative: float | None
    approximation_published: float | None
    relative_published: float | None
