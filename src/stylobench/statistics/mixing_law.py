"""The exact law of a weighted mean, or of a ratio of two, whose weights follow a Dirichlet law.

Shares are W_i = G_i / sum G with independent G_i ~ Gamma(alpha_i), so that sum W_i e_i > x says no more than
sum G_i (e_i - x) > 0, whose probability is one integral (Gil-Pelaez 1951, Imhof 1961): any alphas, ties, many clusters.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.optimize import brentq

from stylobench.records import Floats

SMALLEST = 1e-16
STEP = 0.1
ENOUGH = 1e-11
MOST_HALVINGS = 6
BLOCK = 2**20


@dataclass(frozen=True)
class Moments:
    """Mean, standard deviation, skewness and excess kurtosis; the last two are NaN for a point mass."""

    mean: float
    sd: float
    skew: float
    kurtosis: float


def moments(values: npt.ArrayLike, alphas: npt.ArrayLike) -> Moments:
    """Moments of sum W_i e_i, W ~ Dirichlet(alphas).

    >>> found = moments([0.9, 0.7], [1, 1])
    >>> round(found.mean, 2), round(found.sd**2, 6), round(found.kurtosis, 2)
    (0.8, 0.003333, -1.2)
    """
    given, weights = np.asarray(values, np.float64), np.asarray(alphas, np.float64)
    total = float(weights.sum())
    mean = float(weights @ given) / total
    if np.ptp(given) == 0:
        return Moments(float(given[0]), 0.0, np.nan, np.nan)
    second, third, fourth = (float(weights @ (given - mean) ** power) for power in (2, 3, 4))
    variance = second / (total * (total + 1))
    rising = total * (total + 1) * (total + 2)
    skew = 2 * third / rising / variance**1.5
    kurtosis = (6 * fourth + 3 * second**2) / (rising * (total + 3)) / variance**2 - 3
    return Moments(mean, float(np.sqrt(variance)), skew, kurtosis)


def above(values: npt.ArrayLike, alphas: npt.ArrayLike, x: float) -> float:
    """P(sum W_i e_i > x).

    >>> round(above([0.9, 0.7], [1, 1], 0.75), 9)
    0.75
    """
    given = np.asarray(values, np.float64)
    return _positive(given - x, np.asarray(alphas, np.float64))


def above_ratio(parts: npt.ArrayLike, wholes: npt.ArrayLike, alphas: npt.ArrayLike, x: float) -> float:
    """P(sum W_i part_i / sum W_i whole_i > x); the wholes are not negative.

    >>> round(above_ratio([0.45, 0.025], [0.5, 0.05], [1, 1], 0.7), 4)
    0.9091
    """
    part, whole = np.asarray(parts, np.float64), np.asarray(wholes, np.float64)
    return _positive(part - x * whole, np.asarray(alphas, np.float64))


def quantile(values: npt.ArrayLike, alphas: npt.ArrayLike, delta: float) -> float:
    """What sum W_i e_i stays below with probability delta.

    >>> round(quantile([0.9, 0.7], [1, 1], 0.05), 6)
    0.71
    """
    given = np.asarray(values, np.float64)
    return quantile_ratio(given, np.ones(len(given)), alphas, delta)


def quantile_ratio(parts: npt.ArrayLike, wholes: npt.ArrayLike, alphas: npt.ArrayLike, delta: float) -> float:
    """What sum W_i part_i / sum W_i whole_i stays below with probability delta; NaN where every whole is 0."""
    part, whole, weights = (np.asarray(each, np.float64) for each in (parts, wholes, alphas))
    there = whole > 0
    if not there.any():
        return float("nan")
    ends = np.divide(part[there], whole[there])
    low, high = float(ends.min()), float(ends.max())
    if high - low <= ENOUGH * max(1.0, abs(high)):
        return low
    return _root(lambda x: _positive(part - x * whole, weights) - (1 - delta), low, high)


def _root(function: Callable[[float], float], low: float, high: float) -> float:
    if function(low) <= 0:
        return low
    return float(brentq(function, low, high, xtol=1e-10 * (high - low), rtol=1e-14))


def _positive(differences: Floats, alphas: Floats) -> float:
    """P(sum G_i d_i > 0)."""
    apart, places = np.unique(differences, return_inverse=True)
    weights = np.bincount(places.reshape(-1), alphas, len(apart))
    apart, weights = apart[apart != 0], weights[apart != 0]
    if len(apart) == 0 or apart[-1] < 0:
        return 0.0
    if apart[0] > 0:
        return 1.0
    apart = apart / np.abs(apart).max()
    return float(np.clip(0.5 + _integral(apart, weights) / np.pi, 0.0, 1.0))


def _integral(apart: Floats, weights: Floats) -> float:
    """The integral over u of sin(sum a_i atan(d_i u)) / (u prod (1 + d_i^2 u^2)^(a_i / 2)), by t = log u.

    On the scale of t the integrand is smooth and dies out exponentially at both ends, where the trapezoidal rule
    converges faster than any power of its step; the step is halved until nothing changes.
    """
    low = np.log(SMALLEST / max(1.0, float(weights @ np.abs(apart))))
    start, high = int(np.floor(low / STEP)), _end(apart, weights)
    steps = int(np.ceil((high - start * STEP) / STEP))
    places: Floats = STEP * (start + np.arange(steps + 1, dtype=np.float64))
    total, step = STEP * _summed(places, apart, weights), STEP
    for _ in range(MOST_HALVINGS):
        between = step * _summed(places + step / 2, apart, weights)
        finer = (total + between) / 2
        if abs(finer - total) < ENOUGH:
            return float(finer)
        places, total, step = np.sort(np.concatenate([places, places + step / 2])), finer, step / 2
    return float(total)


def _end(apart: Floats, weights: Floats) -> float:
    """Where the integrand has died out: the logarithm of its size falls ever more steeply in t."""
    wanted, low, high = -np.log(SMALLEST), 0.0, 50.0
    while _decay(high, apart, weights) < wanted:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) / 2
        low, high = (low, middle) if _decay(middle, apart, weights) >= wanted else (middle, high)
    return high


def _decay(place: float, apart: Floats, weights: Floats) -> float:
    return float(weights @ np.logaddexp(0.0, 2 * (place + np.log(np.abs(apart))))) / 2


def _summed(places: Floats, apart: Floats, weights: Floats) -> float:
    """Sum of the integrand over places on the scale of t, a block at a time."""
    total, rows = 0.0, max(1, BLOCK // len(apart))
    for start in range(0, len(places), rows):
        # exp(300) squared still is a float, and atan has long reached its end there
        reached = np.exp(np.minimum(places[start : start + rows], 300.0))[:, None] * apart
        later = np.maximum(places[start : start + rows] - 300.0, 0.0) * weights.sum()
        size = np.exp(-(np.log1p(reached**2) @ weights) / 2 - later)
        total += float(np.sin(np.arctan(reached) @ weights) @ size)
    return total
