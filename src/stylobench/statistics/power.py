"""Power: how likely a true difference is to be noticed, and how many topics that takes.

Two-sided t tests at 5% by the noncentral t law. Paired (the default) takes the standard deviation of the
per-topic *differences*; unpaired takes that of each method's accuracies and counts the topics of one method.
Uneven topics work like fewer equal ones: with `effective` = 1/V2 of `topics`, every count is scaled by
topics / effective. 50% power is a coin toss, not "enough".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import stats

from stylobench.errors import StylobenchError
from stylobench.statistics.paired import FEWEST_TOPICS
from stylobench.statistics.proportions import Interval
from stylobench.statistics.weighted import checked_values, shares

LEVEL = 0.05
DIFFERENCES = (0.02, 0.05, 0.1)
POWERS = (0.5, 0.8, 0.9)
MOST_TOPICS = 2**40


@dataclass(frozen=True, slots=True)
class Design:
    """What is known of the comparison: spread, topics, how many equal topics they are worth, and the test."""

    sd: float
    topics: int
    effective: float
    paired: bool = True
    sides: int = 2

    def __post_init__(self) -> None:
        if not (np.isfinite(self.sd) and self.sd >= 0):
            raise StylobenchError(f"the standard deviation must be 0 or more, not {self.sd}")
        if self.topics < 2:
            raise StylobenchError(f"power needs at least 2 topics, not {self.topics}")
        if not 1 <= self.effective <= self.topics * (1 + 1e-9):
            raise StylobenchError(f"effective topics must lie from 1 to {self.topics}, not {self.effective}")


@dataclass(frozen=True, slots=True)
class Now:
    """The power of the present topics for a difference, with its interval because the sd is an estimate."""

    difference: float
    power: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Need:
    """The topics needed to notice a difference with a given power, with their interval."""

    difference: float
    power: float
    topics: int
    topics_low: int
    topics_high: int


def from_differences(differences: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> Design:
    """The paired design that per-topic differences of two methods show.

    >>> from_differences([0.1, 0.0, 0.2, 0.1], [1, 1, 1, 1]).effective
    4.0
    """
    values = checked_values(differences)
    held = shares(weights, len(values))
    return Design(float(values.std(ddof=1)), len(values), min(1 / float(held @ held), float(len(values))))


def sd_interval(design: Design) -> Interval:
    """The 95% interval of the standard deviation, by the chi-square law.

    >>> low, high = sd_interval(Design(0.16, 23, 23))
    >>> round(low, 4), round(high, 4)
    (0.1237, 0.2265)
    """
    df = _df(design.topics, design.paired)
    low, high = (design.sd * (df / float(stats.chi2.isf(tail, df))) ** 0.5 for tail in (0.025, 0.975))
    return Interval(low, high)


def power(difference: float, design: Design) -> float:
    """The chance that the present topics show a true difference as significant.

    0 for fewer than 6 paired topics, where the sign-flip test cannot reject.

    >>> round(power(0.07, Design(0.1631, 43, 43, paired=False)), 3)
    0.503
    """
    if design.paired and design.topics < FEWEST_TOPICS:
        return 0.0
    return _power(abs(difference), design, _df(design.topics, design.paired), design.effective)


def topics_needed(difference: float, wanted: float, design: Design) -> int:
    """Fewest topics, as uneven as the present ones, that give the wanted power.

    Paired counts never fall below 6, where the sign-flip test cannot reject.

    >>> topics_needed(0.07, 0.8, Design(0.1631, 23, 23, paired=False))
    87
    """
    if difference == 0 or not LEVEL < wanted < 1:
        raise StylobenchError(
            f"needs a difference other than 0 and a power between {LEVEL} and 1, not {difference} and {wanted}"
        )
    equal = _equal_topics_needed(abs(difference), wanted, design)
    fewest = FEWEST_TOPICS if design.paired else 2
    return max(fewest, int(np.ceil(equal * design.topics / design.effective - 1e-9)))


def present(design: Design, differences: Iterable[float] = DIFFERENCES) -> list[Now]:
    """The power of the present topics for each difference."""
    low, high = sd_interval(design)
    return [Now(d, power(d, design), power(d, _with(design, high)), power(d, _with(design, low))) for d in differences]


def curve(design: Design, differences: Iterable[float] = DIFFERENCES, powers: Iterable[float] = POWERS) -> list[Need]:
    """The topics needed for each difference and power."""
    low, high = (_with(design, end) for end in sd_interval(design))
    wanted = tuple(powers)
    return [
        Need(d, p, topics_needed(d, p, design), topics_needed(d, p, low), topics_needed(d, p, high))
        for d in differences
        for p in wanted
    ]


def _with(design: Design, sd: float) -> Design:
    return Design(sd, design.topics, design.effective, design.paired, design.sides)


def _df(topics: int, paired: bool) -> int:
    return topics - 1 if paired else 2 * topics - 2


def _power(difference: float, design: Design, df: int, equal_topics: float) -> float:
    if design.sd == 0:
        return float(difference > 0)
    critical = float(stats.t.isf(LEVEL / design.sides, df))
    shift = difference / (design.sd * ((1 if design.paired else 2) / equal_topics) ** 0.5)
    other_side = float(stats.nct.cdf(-critical, df, shift)) if design.sides == 2 else 0.0
    # Far from zero the lower tail underflows to nan; there it is nothing.
    return float(stats.nct.sf(critical, df, shift)) + float(np.nan_to_num(other_side))


def _equal_topics_needed(difference: float, wanted: float, design: Design) -> int:
    def enough(topics: int) -> bool:
        return _power(difference, design, _df(topics, design.paired), topics) >= wanted

    above = 2
    while not enough(above):
        if above > MOST_TOPICS:
            raise StylobenchError(f"a difference of {difference:g} is too small for any number of topics")
        above *= 2
    below = max(1, above // 2)
    while above - below > 1:
        middle = (below + above) // 2
        below, above = (below, middle) if enough(middle) else (middle, above)
    return above
