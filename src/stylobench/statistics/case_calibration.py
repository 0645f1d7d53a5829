"""What a score is worth in a case: beside so many known texts, and in texts of such lengths.

Scores move with the number of known texts and with the lengths of both sides, so that one threshold for all cases takes
strangers for the author in some and overlooks authors in others. Here the scores of calibration problems are put on a
normal scale (by rank), and mean and spread of each class are regressed on the conditions: a quadratic surface in the
logarithms of number and length, with free deviations from it at each number and length, shrunk by a ridge that
generalised cross-validation chooses. The spread of a class is that of all its problems or that towards the other class,
whichever is narrower: odd texts, which score low beside anybody, say nothing of how high strangers score. What is left,
the fit to all other problems taken away, says how many strangers score as high; problems count the more the nearer
their conditions. What is left of few authors is uneven by chance, so each problem is spread over a normal curve half as
wide as the class, and all are drawn together as much as that widens them. Problems with the very score that is asked
about, of which some verifiers give many, are not spread.

Rows of conditions are: known texts, mean words of a known text, words of the questioned text.
"""

from __future__ import annotations

import numpy as np
from scipy.special import ndtr, ndtri

from stylobench.records import Booleans, Floats

# a score supports one author if no larger share of strangers scores as high: less than the 10% that it may be among new
# authors, because the share itself is seen on few authors
MOST_BEYOND = 0.0875
SMOOTH = 0.5  # spreads: how wide the curve is over which each problem is spread
FEWEST = 10  # problems of each class that got a score
RIDGES = (0.5, 2.0, 8.0, 32.0, 128.0, 10_000.0)
SURFACE_RIDGE, SPREAD_RIDGE = 1.0, 20.0
SPREAD_COLUMNS = 4  # of the surface: constant, number, length, how much longer the known texts are
# problems this many doublings apart in number, in mean length, and in how much longer one side is than the other count
# exp(-1/2) as much: how unequal the sides are shapes the scores of some verifiers most
NEAR = np.array([0.7, 0.7, 0.35])
FAR = 1e-3  # and any others so much
LEAST_APART = 0.05  # of the spread: classes that a score cannot tell apart
LITTLE, DECIMALS = 1e-9, 9
FIRST_KNOT = np.log2(125.0)


class CaseCalibration:
    """Calibration problems with their scores; asked about cases by score and conditions."""

    def __init__(self, scores: Floats, same: Booleans, conditions: Floats) -> None:
        self._scores, self._sorted = scores, np.sort(scores)
        self._same = same
        self._logs = np.log2(conditions)
        self._centre = self._logs.mean(axis=0)
        self._knots = np.unique(self._logs[:, 0])
        longest = max(float(self._logs[:, 1:].mean(axis=1).max()), FIRST_KNOT + 1)
        self._lengths = np.arange(FIRST_KNOT, longest + 0.5)
        surface, free = self._basis(self._logs)
        level = self._level(scores)
        self._mean: dict[bool, Floats] = {}
        self._spread: dict[bool, Floats] = {}
        self._rest: dict[bool, Floats] = {}
        for kind in (False, True):
            chosen = same == kind
            self._mean[kind], rest = _regressed(surface[chosen], free[chosen], level[chosen])
            plain = level[chosen] - np.column_stack([surface, free])[chosen] @ self._mean[kind]
            further = np.minimum(rest, plain) if kind else np.maximum(rest, plain)
            simple, ahead = surface[chosen, :SPREAD_COLUMNS], (rest <= LITTLE if kind else rest >= -LITTLE)
            self._spread[kind] = np.column_stack([_spread(simple, rest), _spread(simple[ahead], rest[ahead])])
            self._rest[kind] = further / self._width(kind, self._logs[chosen])

    @classmethod
    def of(cls, scores: Floats, same: Booleans, conditions: Floats) -> CaseCalibration | None:
        """From the problems that got a score; None where a class has too few of them."""
        answered = ~np.isnan(scores)
        truth = same[answered]
        if min(int(truth.sum()), int((~truth).sum())) < FEWEST:
            return None
        return cls(scores[answered], truth, conditions[answered])

    def evidence(self, scores: Floats, conditions: Floats) -> Floats:
        """How far scores speak for one author, as log odds of two normal classes with the spread between theirs: 0
        lies midway between the means of both classes under these conditions, and more is never less.
        """
        logs = np.log2(conditions)
        strangers, same = (self._expected(kind, logs) for kind in (False, True))
        spread = np.sqrt(self._width(False, logs) * self._width(True, logs))
        apart = np.maximum((same - strangers) / spread, LEAST_APART)
        # rounded, so that what is equal stays equal whatever the processor
        return np.round(apart * (self._level(scores) - (same + strangers) / 2) / spread, DECIMALS)

    def strangers_above(self, scores: Floats, conditions: Floats) -> Floats:
        """The share of different-author problems that score as high under such conditions."""
        return self._shares(False, scores, conditions)

    def same_below(self, scores: Floats, conditions: Floats) -> Floats:
        """The share of same-author problems that score as low under such conditions."""
        return self._shares(True, scores, conditions)

    def beyond(self, kind: bool, score: float, conditions: Floats) -> tuple[Floats, Floats]:
        """How much each problem that got a score counts beside one case, none of the other class; and how much of it,
        spread over its curve, scores as high, in the class of strangers, or as low, in that of one author.
        """
        logs = np.log2(conditions)
        standing = float(((self._level(np.array([score])) - self._expected(kind, logs)) / self._width(kind, logs))[0])
        weights, further = np.zeros(len(self._same)), np.zeros(len(self._same))
        own = self._same == kind
        apart = (_coordinates(self._logs[own]) - _coordinates(logs)) / NEAR
        weights[own] = np.exp(-0.5 * (apart**2).sum(axis=1)) + FAR
        rest, alike = self._rest[kind], np.abs(self._scores[own] - score) <= LITTLE
        # a little room, so that equal scores stay equal whatever the processor
        reached = rest <= standing + LITTLE if kind else rest >= standing - LITTLE
        distance = (rest - np.sqrt(1 + SMOOTH**2) * standing) / SMOOTH
        further[own] = np.where(alike, reached, ndtr(-distance if kind else distance))
        return weights, further

    def _level(self, scores: Floats) -> Floats:
        """Scores on a normal scale, by their mean rank among the calibration problems' scores."""
        count = len(self._sorted)
        ranks = (np.searchsorted(self._sorted, scores, "left") + np.searchsorted(self._sorted, scores, "right")) / 2
        return np.asarray(ndtri(np.clip((ranks + 0.5) / (count + 1), 0.5 / (count + 1), 1 - 0.5 / (count + 1))))

    def _basis(self, logs: Floats) -> tuple[Floats, Floats]:
        known, own, asked = (logs - self._centre).T
        length, longer = (own + asked) / 2, logs[:, 1] - logs[:, 2]
        unequal = np.abs(longer)
        surface = np.column_stack([
            np.ones(len(logs)), known, length, longer, unequal,
            known**2, length**2, known * length, known * longer, known * unequal,
        ])  # fmt: skip
        by_number = _hats(logs[:, 0], self._knots)
        by_length = _hats(logs[:, 1:].mean(axis=1), self._lengths)
        cells = (by_number[:, :, None] * by_length[:, None, :]).reshape(len(logs), -1)
        return surface, np.column_stack([by_number, by_length, cells])

    def _expected(self, kind: bool, logs: Floats) -> Floats:
        return np.asarray(np.column_stack(self._basis(logs)) @ self._mean[kind])

    def _width(self, kind: bool, logs: Floats) -> Floats:
        return np.asarray(np.exp((self._basis(logs)[0][:, :SPREAD_COLUMNS] @ self._spread[kind]).min(axis=1)))

    def _shares(self, kind: bool, scores: Floats, conditions: Floats) -> Floats:
        found = (self.beyond(kind, score, row[None, :]) for score, row in zip(scores, conditions, strict=True))
        return np.round([weights @ further / weights.sum() for weights, further in found], DECIMALS)


def _coordinates(logs: Floats) -> Floats:
    """Number, mean length, and how much longer the known texts are, in doublings.

    >>> _coordinates(np.log2([[4.0, 500.0, 125.0]])).round(2).tolist()
    [[2.0, 7.97, 2.0]]
    """
    return np.column_stack([logs[:, 0], logs[:, 1:].mean(axis=1), logs[:, 1] - logs[:, 2]])


def _hats(values: Floats, knots: Floats) -> Floats:
    """How near each value is to each knot: 1 on it, 0 at the next, constant beyond the ends.

    >>> _hats(np.array([0.0, 0.5, 3.0]), np.array([0.0, 2.0])).tolist()
    [[1.0, 0.0], [0.75, 0.25], [0.0, 1.0]]
    """
    return np.column_stack([np.interp(values, knots, row) for row in np.eye(len(knots))])


def _regressed(surface: Floats, free: Floats, level: Floats) -> tuple[Floats, Floats]:
    """Coefficients under the ridge with the least generalised cross-validation error, and what each value deviates from
    the fit to all others.
    """
    columns = np.column_stack([surface, free])
    best: tuple[float, Floats, Floats] | None = None
    for ridge in RIDGES:
        shrink = np.r_[0.0, np.full(surface.shape[1] - 1, SURFACE_RIDGE), np.full(free.shape[1], ridge)]
        solved = np.linalg.solve(columns.T @ columns + np.diag(shrink), columns.T)
        found = solved @ level
        own = np.einsum("ij,ji->i", columns, solved)
        rest = level - columns @ found
        error = float(np.mean(rest**2) / (1 - own.mean()) ** 2)
        # rounded, so that the last bits of a processor's arithmetic never choose
        error = float(f"{error:.9g}")
        if best is None or error < best[0]:
            best = error, found, rest / (1 - own)
    assert best is not None
    return best[1], best[2]


def _spread(columns: Floats, deviations: Floats) -> Floats:
    """Coefficients of the logarithm of the spread: in units of it the root mean square of the deviations is 1.

    >>> float(np.exp(_spread(np.ones((3, 1)), np.array([0.3, -0.3, 0.3])))[0].round(3))
    0.3
    """
    sizes = np.log(np.abs(deviations) + 0.1 * np.sqrt(np.mean(deviations**2)) + 1e-9)
    shrink = np.diag([0.0, *[SPREAD_RIDGE] * (columns.shape[1] - 1)])
    found = np.linalg.solve(columns.T @ columns + shrink, columns.T @ sizes)
    found[0] += np.log(np.sqrt(np.mean((deviations / np.exp(columns @ found)) ** 2)) + 1e-9)
    return np.asarray(found)
