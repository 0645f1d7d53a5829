"""Two methods on the same topics: the difference, its interval, and three tests of it.

The sign-flip test decides. The t test stands beside it. Wilcoxon's is printed for those who ask: it
ignores the weights and tests another hypothesis (symmetry of the differences around 0).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import special, stats

from stylobench.records import Floats
from stylobench.statistics.signflip import MOST_TOPICS_FOR_ALL, sign_flip
from stylobench.statistics.weighted import Summary, checked_values, summary

FEWEST_TOPICS = 6
DECIMALS_THAT_COUNT = 12


@dataclass(frozen=True, slots=True)
class Paired:
    """The weighted mean of a - b over topics, with a 95% interval and p-values; `note` is empty when all is well."""

    difference: float
    low: float
    high: float
    p_sign_flip: float
    p_t: float
    p_wilcoxon: float
    flips: int
    units: int
    note: str


def compare(a: npt.ArrayLike, b: npt.ArrayLike, weights: npt.ArrayLike | None, rng: np.random.Generator) -> Paired:
    """Compare two methods by their values on the same topics, in the same order.

    >>> rng = np.random.default_rng(0)
    >>> found = compare([0.9, 0.8, 0.7], [0.8, 0.7, 0.6], [10, 20, 30], rng)
    >>> round(found.difference, 6), found.p_sign_flip, found.note
    (0.1, 0.25, 'cannot reject at 5% with 3 topics')
    """
    left, right = checked_values(a), checked_values(b)
    if len(left) != len(right):
        raise ValueError(f"{len(left)} values against {len(right)}")
    differences = np.round(left - right, DECIMALS_THAT_COUNT)
    found = summary(differences, weights)
    flipped = sign_flip(differences, weights, rng)
    return Paired(
        difference=found.mean,
        low=found.low,
        high=found.high,
        p_sign_flip=flipped.p,
        p_t=_p_t(found, float(differences.std(ddof=1))),
        p_wilcoxon=_p_wilcoxon(differences, rng),
        flips=flipped.flips,
        units=found.units,
        note=_note(differences),
    )


def _p_t(found: Summary, spread: float) -> float:
    if found.mean == 0:
        return 1.0
    if spread == 0:
        return 0.0
    return float(2 * special.stdtr(found.units - 1, -abs(found.mean) / (spread * found.v2**0.5)))


def _p_wilcoxon(differences: Floats, rng: np.random.Generator) -> float:
    """Signed ranks without the zeros; with few topics every sign pattern of the ranks is counted, ties or not."""
    telling = differences[differences != 0]
    if len(telling) < 2:
        return 1.0
    if len(telling) <= MOST_TOPICS_FOR_ALL:
        ranks = stats.rankdata(np.abs(telling)) * np.sign(telling)
        return sign_flip(ranks, None, rng).p
    return float(stats.wilcoxon(telling).pvalue)


def _note(differences: Floats) -> str:
    topics, telling = len(differences), int(np.count_nonzero(differences))
    if topics < FEWEST_TOPICS:
        return f"cannot reject at 5% with {topics} topics"
    if telling == 0:
        return f"no difference on any of {topics} topics"
    if telling < FEWEST_TOPICS:
        return f"cannot reject at 5% with {telling} topics that differ (of {topics})"
    return ""
