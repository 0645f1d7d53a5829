"""Intervals for numbers about pairs of texts by resampling authors: pairs that share an author are not independent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import stats

from stylobench.records import Floats, Rows

DRAWS = 999
LEVEL = 0.95
FEWEST_AUTHORS = 3


@dataclass(frozen=True)
class Measured:
    """A number with its 95% interval, which is None where there are too few authors to know."""

    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class AuthorPairs:
    """Pairs of texts by the number of the author on either side, and how much each pair counts."""

    authors: Rows
    weights: Floats

    @classmethod
    def evenly(cls, authors: Rows) -> AuthorPairs:
        """Every author (or, where the two sides differ, every couple of authors) counts equally.

        >>> AuthorPairs.evenly(np.array([[0, 0], [0, 0], [1, 1]])).weights.tolist()
        [0.5, 0.5, 1.0]
        """
        _, which, sizes = np.unique(np.sort(authors, axis=1), axis=0, return_inverse=True, return_counts=True)
        return cls(authors, 1.0 / sizes[which.ravel()])

    @property
    def units(self) -> int:
        """How many authors stand behind the pairs."""
        return len(np.unique(self.authors))

    def drawn(self, draws: Floats) -> Floats:
        """Weight of each pair in each draw: times drawn, or the product of both where the authors differ."""
        first, second = self.authors.T
        other = np.where(first == second, 1.0, draws[:, second])
        return np.asarray(draws[:, first] * other * self.weights)


def author_draws(authors: int, rng: np.random.Generator) -> Floats:
    """How often each author is drawn, one row per draw; the first row is the data as they are."""
    drawn = rng.multinomial(authors, np.full(authors, 1 / authors), size=DRAWS)
    return np.vstack([np.ones(authors), drawn])


def mean_values(pairs: AuthorPairs, values: Floats, draws: Floats) -> Floats:
    """Weighted mean of the values in each draw; NaN where a draw holds no pair."""
    weights = pairs.drawn(draws)
    total = weights.sum(axis=1)
    return _ratio(weights @ values, total)


def closer_values(near: AuthorPairs, far: AuthorPairs, distances: Sequence[Floats], draws: Floats) -> Floats:
    """In each draw, how often a pair of `near` is closer than one of `far`; equal distances count half."""
    near_distances, far_distances = distances
    order = np.argsort(near_distances, kind="stable")
    near_weights, far_weights = near.drawn(draws)[:, order], far.drawn(draws)
    below = np.hstack([np.zeros((len(draws), 1)), np.cumsum(near_weights, axis=1)])
    left, right = (np.searchsorted(near_distances[order], far_distances, side=side) for side in ("left", "right"))
    wins = ((below[:, left] + below[:, right]) / 2 * far_weights).sum(axis=1)
    return _ratio(wins, below[:, -1] * far_weights.sum(axis=1))


def _ratio(part: Floats, total: Floats) -> Floats:
    return np.asarray(np.divide(part, total, out=np.full(len(total), np.nan), where=total > 0))


def measured(values: Floats, units: int, span: tuple[float, float] = (-np.inf, np.inf)) -> Measured:
    """The first value with an interval from the spread of the others, by t with one degree less than authors.

    Draws without a pair are left out. The quantiles of the draws would be too narrow with few authors.
    """
    value, drawn = float(values[0]), values[1:][~np.isnan(values[1:])]
    if units < FEWEST_AUTHORS or len(drawn) < DRAWS // 10:
        return Measured(value, None, None)
    spread = float(np.std(drawn, ddof=1)) * np.sqrt(units / (units - 1))
    reach = float(stats.t.ppf((1 + LEVEL) / 2, units - 1)) * spread
    return Measured(value, float(max(span[0], value - reach)), float(min(span[1], value + reach)))
