"""Intervals of a share of documents, with documents as units."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from scipy import stats

from stylobench.errors import UndefinedMetric


class Interval(NamedTuple):
    """Both ends of an interval."""

    low: float
    high: float


def wilson(right: int, n: int, level: float = 0.95) -> Interval:
    """Wilson's score interval: close to its level on average.

    >>> low, high = wilson(8, 10)
    >>> round(low, 4), round(high, 4)
    (0.4902, 0.9433)
    """
    _check(right, n)
    z = _normal_quantile((1 + level) / 2)
    share, bulk = right / n, z * z / n
    centre = (share + bulk / 2) / (1 + bulk)
    reach = z * (share * (1 - share) / n + bulk / (4 * n)) ** 0.5 / (1 + bulk)
    low = 0.0 if right == 0 else centre - reach
    high = 1.0 if right == n else centre + reach
    return Interval(low, high)


def clopper_pearson(right: int, n: int, level: float = 0.95) -> Interval:
    """The exact binomial interval: never below its level.

    >>> low, high = clopper_pearson(0, 10)
    >>> low, round(high, 4)
    (0.0, 0.3085)
    """
    _check(right, n)
    tail = (1 - level) / 2
    low = 0.0 if right == 0 else float(stats.beta.ppf(tail, right, n - right + 1))
    high = 1.0 if right == n else float(stats.beta.ppf(1 - tail, right + 1, n - right))
    return Interval(low, high)


@cache
def _normal_quantile(share: float) -> float:
    return float(stats.norm.ppf(share))


def _check(right: int, n: int) -> None:
    if n < 1:
        raise UndefinedMetric("a share of 0 documents is undefined")
    if not 0 <= right <= n:
        raise ValueError(f"{right} of {n} is not a share")
