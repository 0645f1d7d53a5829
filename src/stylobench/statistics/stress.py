"""The worst mix within a total-variation distance of today's.

A mix moves by radius r when a share r of the items changes its subclass. A measure that is linear in the mix is worst
when r moves from the best subclasses into the worst one (greedy, exact); a ratio of two linear ones is found by
Dinkelbach's iteration over the greedy (exact); any other smooth measure by conditional gradients (Frank-Wolfe) over the
greedy from several starts (a local minimum at least as low as each start). The worst of many noisy subclasses looks
bad even where all are alike: `noise_drop` says how bad.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import numpy as np
import numpy.typing as npt
from scipy import stats

from stylobench.errors import StylobenchError, UndefinedMetric
from stylobench.records import Floats, Rows

STEP = 1e-4
STARTS = 8
MOST_TRIED = 12
NOISE_DRAWS = 200
MOST_STEPS = 50
LINE = np.linspace(0, 1, 41)[1:]
SMALLEST_GAIN = 1e-12
# values and slopes that differ beyond these are equal but for rounding; of equals the first subclass is taken
DECIMALS, SLOPE_DECIMALS = 12, 8

Measure = Callable[[Floats], Floats]


def total_variation(first: npt.ArrayLike, second: npt.ArrayLike) -> float:
    """The share of items that must change their subclass to turn one mix into the other.

    >>> total_variation([0.5, 0.5], [0.25, 0.75])
    0.25
    """
    return float(np.abs(np.asarray(first, dtype=np.float64) - np.asarray(second, dtype=np.float64)).sum() / 2)


def worst_mix(values: npt.ArrayLike, shares: npt.ArrayLike, radius: float, loss: bool = False) -> Floats:
    """The mix with the lowest weighted mean of the subclasses' values (highest, for a loss).

    >>> worst_mix([0.9, 0.5, 0.8], [0.5, 0.2, 0.3], 0.25).round(3).tolist()
    [0.25, 0.45, 0.3]
    """
    bad, today = _signed(values, loss), _today(shares, radius)
    if bad.shape != today.shape or np.isnan(bad).any():
        raise ValueError("every subclass needs a value")
    bad = np.round(bad, DECIMALS)
    order: Rows = np.argsort(-bad, kind="stable")
    target = int(np.argmin(bad))
    givers = order[bad[order] > bad[target]]
    before = np.cumsum(today[givers]) - today[givers]
    given = np.clip(radius - before, 0, today[givers])
    mix = today.copy()
    mix[givers] -= given
    mix[target] += given.sum()
    return mix


def worst_ratio(
    parts: npt.ArrayLike, wholes: npt.ArrayLike, shares: npt.ArrayLike, radius: float, loss: bool = False
) -> Floats:
    """The mix with the lowest sum(w * parts) / sum(w * wholes); both not below 0, per item of each subclass.

    >>> worst_ratio([0.45, 0.025], [0.5, 0.05], [0.5, 0.5], 0.2).round(3).tolist()
    [0.3, 0.7]
    """
    above, below = _signed(parts, loss), np.asarray(wholes, dtype=np.float64)
    mix = _today(shares, radius)
    if below @ mix <= 0:
        raise UndefinedMetric("the measure has no value in today's mix")
    while True:
        level = (above @ mix) / (below @ mix)
        reduced = above - level * below
        candidate = worst_mix(reduced, shares, radius)
        if reduced @ candidate >= reduced @ mix - SMALLEST_GAIN or below @ candidate <= 0:
            return mix
        mix = candidate


def worst(measure: Measure, shares: npt.ArrayLike, radius: float, loss: bool = False) -> Floats:
    """The worst mix found for a measure of many mixes at once: (m, k) weights to (m,) values, NaN where undefined."""
    today = _today(shares, radius)

    def height(mixes: Floats) -> Floats:
        values = np.asarray(measure(mixes), dtype=np.float64)
        return np.where(np.isnan(values), np.inf, -values if loss else values)

    if not np.isfinite(height(today[None]))[0]:
        raise UndefinedMetric("the measure has no value in today's mix")
    moved = _moved(_slopes(height, today), today, radius)
    corners = moved[np.argsort(np.round(height(moved), DECIMALS), kind="stable")[:STARTS]]
    starts = (today, *corners[np.isfinite(height(corners))])
    found = [_descended(height, start, today, radius, corners) for start in starts]
    return found[int(np.argmin(np.round(height(np.array(found)), DECIMALS)))]


def noise_drop(
    sizes: npt.ArrayLike, level: float, shares: npt.ArrayLike, radius: float, rng: np.random.Generator
) -> float:
    """The mean drop in the worst mix when all subclasses are truly alike: `sizes` items each, right at `level`."""
    counts, today = np.asarray(sizes, dtype=np.int64), _today(shares, radius)
    values = rng.binomial(counts, level, (NOISE_DRAWS, len(counts))) / counts
    drops = [row @ (today - worst_mix(row, today, radius)) for row in values]
    return float(np.mean(drops))


def careful_values(right: npt.ArrayLike, sizes: npt.ArrayLike, level: float = 0.95) -> Floats:
    """One-sided lower confidence limit (Clopper-Pearson) of each subclass's share of right answers.

    >>> careful_values([0, 10], [10, 10]).round(4).tolist()
    [0.0, 0.7411]
    """
    successes, n = np.asarray(right, dtype=np.float64), np.asarray(sizes, dtype=np.float64)
    limits = stats.beta.ppf(1 - level, np.maximum(successes, 1), n - successes + 1)
    return np.where(successes > 0, limits, 0.0)


def _today(shares: npt.ArrayLike, radius: float) -> Floats:
    if not 0 < radius <= 1:
        raise StylobenchError(f"the radius of a stressed mix must lie above 0 and not above 1, not at {radius}")
    today = np.asarray(shares, dtype=np.float64)
    if today.ndim != 1 or not (today >= 0).all() or not np.isclose(today.sum(), 1):
        raise ValueError("shares must be a list of numbers from 0 to 1 that sum to 1")
    return today


def _signed(values: npt.ArrayLike, loss: bool) -> Floats:
    floats = np.asarray(values, dtype=np.float64)
    return -floats if loss else floats


def _moved(slopes: Floats, today: Floats, radius: float) -> Floats:
    """Mixes far from today's: each of the likely worst subclasses is filled, each of the likely best emptied first."""
    order = np.argsort(slopes, kind="stable")
    targets, givers = order[:MOST_TRIED], order[::-1][:MOST_TRIED]
    mixes = []
    for target, giver in product(targets, givers):
        bad = slopes.copy()
        bad[giver], bad[target] = slopes.max() + 1, slopes.min() - 1
        mixes.append(worst_mix(bad, today, radius))
    return np.array(mixes)


def _slopes(height: Measure, mix: Floats) -> Floats:
    """The measure's slope from the mix towards every subclass alone."""
    towards = (1 - STEP) * mix + STEP * np.eye(len(mix))
    slopes = (height(towards) - height(mix[None])) / STEP
    return np.asarray(np.round(np.where(np.isfinite(slopes), slopes, 0.0), SLOPE_DECIMALS), np.float64)


def _descended(height: Measure, start: Floats, today: Floats, radius: float, corners: Floats) -> Floats:
    """Steps towards the mix that the slopes call worst or, past a dip in the way, towards any of the corners."""
    mix, level = start, height(start[None])[0]
    for _ in range(MOST_STEPS):
        aims = np.vstack([worst_mix(_slopes(height, mix), today, radius), corners])
        line = (mix + LINE[:, None, None] * (aims - mix)).reshape(-1, len(mix))
        heights = height(line)
        best = int(np.argmin(np.round(heights, DECIMALS)))
        if not heights[best] < level - SMALLEST_GAIN:
            break
        mix, level = line[best], heights[best]
    return mix
