"""Every pair of thresholds on the grid at once: what the measures of verification need, from sums below each one."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from stylobench.metrics.weighed_trials import WeighedTrials
from stylobench.records import Booleans, Floats, Rows

LOW, HIGH, SILENCE = 0.49, 0.51, 0.5
GRID = np.arange(1, 99) / 100
FIRST, SECOND = np.triu_indices(len(GRID), 1)


class Banded(WeighedTrials):
    """Trials whose scores in [0, 1] are mapped by every pair of thresholds: one row per pair where draws stand."""

    def __init__(self, truth: Booleans, scores: Floats) -> None:
        order = np.argsort(scores, kind="stable")
        super().__init__(truth[order], scores[order], np.ones((1, len(scores))))

    @cached_property
    def counts(self) -> Floats:
        same, other = self._parts(self.truth), self._parts(~self.truth)
        return np.array([same[2], other[2], same[0], other[0], same[1], other[1]]).T

    @cached_property
    def auc(self) -> Floats:
        """Inside the band every pair of classes is a tie, outside it the ranking is as it was."""
        _, _, _, other_low, open_same, open_other = self.counts.T
        others = _sums(~self.truth)
        left, right = (np.searchsorted(self.scores, self.scores, side) for side in ("left", "right"))
        concordant = np.where(self.truth, (others[left] + others[right]) / 2, 0.0)
        inside = self._parts(concordant)[1] - open_same * other_low
        pairs = self.truth.sum() * (~self.truth).sum()
        if not pairs:
            return np.full(len(FIRST), np.nan)
        return np.asarray((concordant.sum() - inside + open_same * open_other / 2) / pairs)

    @cached_property
    def brier(self) -> Floats:
        """One minus the mean of (truth - start - slope score) squared, expanded; the band counts as silence."""
        slope_low, slope_high = LOW / GRID[FIRST], (1 - HIGH) / (1 - GRID[SECOND])
        start = HIGH - slope_high * GRID[SECOND]
        truth = self.truth.astype(np.float64)
        columns = truth, self.scores, self.scores * truth, self.scores**2, np.ones(len(truth))
        low, silent, high = zip(*(self._parts(column) for column in columns), strict=True)
        errors = _squares(low, 0.0, slope_low) + _squares(high, start, slope_high) + silent[4] * SILENCE**2
        return np.asarray(1 - errors / len(truth))

    @cached_property
    def _edges(self) -> tuple[Rows, Rows]:
        """How many scores reach no further than each threshold, and how many lie below it."""
        return np.searchsorted(self.scores, GRID, "right"), np.searchsorted(self.scores, GRID, "left")

    def _parts(self, column: Floats | Booleans) -> tuple[Floats, Floats, Floats]:
        """Sums of a column over the scores up to the lower threshold, between both, and from the higher one on."""
        sums, (reached, below) = _sums(column), self._edges
        low, under = sums[reached][FIRST], sums[below][SECOND]
        return low, under - low, sums[-1] - under


def _sums(column: Floats | Booleans) -> Floats:
    return np.concatenate([[0.0], np.cumsum(column, dtype=np.float64)])


def _squares(sums: tuple[Floats, ...], start: Floats | float, slope: Floats) -> Floats:
    """Sum of (truth - start - slope score) squared, from the sums of truth, score, both, score squared and one."""
    truth, score, both, squared, one = sums
    crossed = start * truth + slope * both - start * slope * score
    return np.asarray(truth - 2 * crossed + start**2 * one + slope**2 * squared)
