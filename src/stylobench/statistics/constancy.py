"""Early against late effectiveness within each cluster: is it only the mix that moves?

Subclass shift takes the effectiveness within a subclass to be constant. Where there are dates that can be tested:
per cluster late minus early with Newcombe's interval (hybrid score, 1998), and one p-value for all clusters, from
the sum of their squared standardised differences when early and late are permuted within clusters.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import stats

from stylobench.records import Booleans, Floats, Rows
from stylobench.statistics.multiplicity import holm
from stylobench.statistics.proportions import Interval, wilson

TIE = 1e-9


@dataclass(frozen=True, slots=True)
class Difference:
    """Late minus early of one cluster with its 95% interval; None where one side has no items."""

    value: float | None
    low: float | None
    high: float | None
    n: int


@dataclass(frozen=True, slots=True)
class Constancy:
    """`p` joins all clusters, `p_least` is the smallest Fisher p after Holm; None where nothing can be compared."""

    differences: tuple[Difference, ...]
    p: float | None
    p_least: float | None


@dataclass(frozen=True, slots=True)
class _Sides:
    """Counts per cluster."""

    early: Rows
    late: Rows
    early_right: Rows
    late_right: Rows

    def both(self) -> Booleans:
        return (self.early > 0) & (self.late > 0)

    def squared(self, late_right: Rows) -> Floats:
        """Squared standardised difference of each cluster, 0 where all answers are right or all are wrong."""
        n, right = self.early + self.late, self.early_right + self.late_right
        mean = self.late * right / n
        variance = mean * (n - right) * self.early / (n * np.maximum(n - 1, 1))
        gap: Floats = (late_right - mean) ** 2 / np.where(variance > 0, variance, np.inf)
        return gap


def constancy(
    codes: Rows, late: Booleans, right: Floats, rng: np.random.Generator, permutations: int = 999
) -> Constancy:
    """Compare the share of right answers (0 or 1 each) before and after, cluster by cluster; codes count from 0.

    >>> halves = np.arange(40) % 2 == 1
    >>> found = constancy(np.zeros(40, int), halves, halves * 1.0, np.random.default_rng(0))
    >>> found.differences[0].value, found.p
    (1.0, 0.001)
    """
    if not np.isin(right, (0, 1)).all():
        raise ValueError("an answer is right (1) or not (0)")
    sides = _sides(codes, late, right.astype(bool))
    both = np.flatnonzero(sides.both())
    differences = tuple(_difference(sides, cluster) for cluster in range(len(sides.early)))
    if both.size == 0:
        return Constancy(differences, None, None)
    compared = _Sides(sides.early[both], sides.late[both], sides.early_right[both], sides.late_right[both])
    return Constancy(differences, _joint(compared, rng, permutations), float(holm(_fisher(compared)).min()))


def newcombe(early: tuple[int, int], late: tuple[int, int]) -> Interval:
    """The interval of late minus early; each is (right, n).

    >>> [round(end, 4) for end in newcombe((48, 80), (56, 70))]
    [0.0524, 0.3339]
    """
    (a, m), (b, n) = early, late
    first, second = wilson(a, m), wilson(b, n)
    gap = b / n - a / m
    down = np.hypot(b / n - second.low, first.high - a / m)
    up = np.hypot(second.high - b / n, a / m - first.low)
    return Interval(float(gap - down), float(gap + up))


def _sides(codes: Rows, late: Booleans, right: Booleans) -> _Sides:
    count = int(codes.max()) + 1 if len(codes) else 0
    tallies = [
        np.bincount(codes[chosen], minlength=count).astype(np.int64)
        for chosen in (~late, late, ~late & right, late & right)
    ]
    return _Sides(*tallies)


def _difference(sides: _Sides, cluster: int) -> Difference:
    early, late = int(sides.early[cluster]), int(sides.late[cluster])
    if not early or not late:
        return Difference(None, None, None, early + late)
    a, b = int(sides.early_right[cluster]), int(sides.late_right[cluster])
    low, high = newcombe((a, early), (b, late))
    return Difference(b / late - a / early, low, high, early + late)


def _joint(sides: _Sides, rng: np.random.Generator, permutations: int) -> float:
    """Permuting early and late within a cluster makes its right late answers hypergeometric."""
    right = sides.early_right + sides.late_right
    wrong = sides.early + sides.late - right
    found = sides.squared(sides.late_right).sum()
    drawn = rng.hypergeometric(right, wrong, sides.late, (permutations, len(right)))
    reached = int((sides.squared(drawn).sum(axis=1) >= found - TIE).sum())
    return (1 + reached) / (1 + permutations)


def _fisher(sides: _Sides) -> Floats:
    tables = zip(sides.early, sides.early_right, sides.late, sides.late_right, strict=True)
    return np.array([float(stats.fisher_exact(np.array([[a, m - a], [b, n - b]]))[1]) for m, a, n, b in tables])
