"""What the subclass-shift crash test finds, as records. Shares from 0 to 1; every low/high pair is a 95% interval.

Measures are named as in `metrics.verification` and `metrics.attribution`. A subclass is a cluster of the tested items
(documents or problems); a mix is how large each subclass is. Undefined numbers are None.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from stylobench.protocols.evidence import OWN


@dataclass(frozen=True)
class Level:
    """A measure with its interval and the number of items behind it."""

    value: float | None
    low: float | None
    high: float | None
    n: int


@dataclass(frozen=True)
class Expected:
    """Effectiveness to expect over all mixes: `mean`, `sd` over mixes, `se` of the mean because items are few, and the
    interval of the mean that follows from `se`.
    """

    mean: float | None
    sd: float | None
    se: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Bound:
    """What the measure stays above in a share 1 - delta of all mixes (below, for a loss), by each law.

    `posterior` knows that clusters are small samples, `exact` and `normal` take them at their word; `future` is the
    posterior bound on the score of one future sample of as many items; `published` has the paper's sign.
    `optimism` is normal minus exact (turned round for a loss): above 0 the normal law promises too much.
    """

    delta: float
    posterior: float | None
    exact: float | None
    normal: float | None
    future: float | None
    published: float | None
    optimism: float | None


@dataclass(frozen=True)
class Spread:
    """The law of the draws: quantiles at 0, 0.5, 1, ... 100% (201 of them) of the measure of the mixes by the posterior
    and by mixing alone, skewness and excess kurtosis of the latter; Shapiro-Wilk on the draws of the estimate, plain
    and with the 5 lowest and highest removed as published.
    """

    posterior: list[float]
    mixing: list[float]
    skew: float | None
    kurtosis: float | None
    shapiro_w: float | None
    shapiro_p: float | None
    shapiro_w_published: float | None
    shapiro_p_published: float | None


@dataclass(frozen=True)
class Share:
    """How one subclass moves in a stressed mix."""

    subclass: str
    before: float
    after: float


@dataclass(frozen=True)
class Stress:
    """The worst mix within a total-variation distance of today's. `careful` uses the lower confidence value of every
    subclass; `noise` is the drop that subclasses without any difference would seem to have.
    """

    radius: float
    value: float | None
    drop: float | None
    careful: float | None
    noise: float | None
    moves: list[Share]


@dataclass(frozen=True)
class AtK:
    """The same with another number of clusters: `fixed` is the posterior bound with the same concentration in all,
    everything else has the same alpha for each cluster.
    """

    k: int
    mean: float | None
    sd: float | None
    posterior: float | None
    exact: float | None
    normal: float | None
    fixed: float | None


@dataclass(frozen=True)
class MeasureFindings:
    """One measure of one method. `loss` says that less is better. `today` is the measure of the items as they are.

    `heuristic` is the measure at equal weights; `heuristic_published` the mean over the clusters where the measure is
    defined, `left_out` of which are not. `approximation` is |heuristic - estimate|, `relative` that over the estimate.
    `by_cluster` is in the order of `Found.clusters`. `levels` counts only what the headline measure has: curve, k and
    stress are empty for the others.
    """

    loss: bool
    today: Level
    estimate: Expected
    heuristic: Expected
    heuristic_published: float | None
    left_out: int
    approximation: float | None
    relative: float | None
    bounds: list[Bound]
    spread: Spread
    by_cluster: list[Level]
    curve: list[Bound]
    by_k: list[AtK]
    stress: list[Stress]


@dataclass(frozen=True)
class Constancy:
    """Early against late effectiveness within each cluster: whether the paper's assumption of constancy can hold.
    `differences` (late minus early) are in the order of the clusters; `p` joins them, `p_least` is the smallest after
    Holm.
    """

    early: str
    late: str
    differences: list[Level]
    p: float | None
    p_least: float | None


@dataclass(frozen=True)
class AtPrevalence:
    """Precision in today's mix of subclasses if a share `prevalence` of the items were positive, and its posterior
    bound over mixes; `today` marks the share that there is.
    """

    prevalence: float
    value: float
    low: float
    high: float
    bound: float
    n: int
    today: bool


@dataclass(frozen=True)
class MethodFindings:
    """One method: how it was named, how many of the `items` it answered (silence is no answer), what was found by
    measure, its failures, and the `family` of evidence that it rests on. `prevalence` is empty where no class is the
    positive one.
    """

    spec: str
    answered: int
    items: int
    failures: list[str]
    measures: dict[str, MeasureFindings]
    constancy: Constancy | None
    prevalence: list[AtPrevalence] = field(default_factory=list)
    family: str = OWN


@dataclass(frozen=True)
class Cluster:
    """One subclass: size, the words that mark it, items near its middle (`examples`: id and opening words), the most
    frequent known label in it with its share (`purity`), and how many small clusters were merged into it.
    """

    name: str
    n: int
    share: float
    words: list[str]
    examples: list[tuple[str, str]]
    label: str | None
    purity: float | None
    merged: int


@dataclass(frozen=True)
class Flip:
    """Two methods whose order by the bound changes at `delta`: `above` leads for larger deltas, `below` for smaller."""

    above: str
    below: str
    delta: float


@dataclass(frozen=True)
class Selection:
    """Which method to deploy by one measure. `rankings` goes from a rule (today, estimate, heuristic, bound) to the
    methods, best first. `chances` is how often each method is the best, over mixes and posterior together.
    `lead` is by how much the winner by the bound is better than the next on the same mixes, on average over mixes and
    posterior; `lead_low` and `lead_high` hold the middle 95% of these differences.
    """

    measure: str
    delta: float
    rankings: dict[str, list[str]]
    chances: dict[str, float]
    lead: float | None
    lead_low: float | None
    lead_high: float | None
    flips: list[Flip]
    agree: bool
