"""Which method to deploy if the mix may move: where the order by the bound flips, and how often each is the best."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import ndtr, ndtri

from stylobench.errors import StylobenchError, UndefinedMetric
from stylobench.records import Floats

TIE = 1e-12
TOLERANCE = 0.002
LEAST_DELTA = 0.005


class Flip(NamedTuple):
    """Two methods that change places at `delta`: `above` leads for larger deltas, `below` for smaller."""

    above: str
    below: str
    delta: float


class Lead(NamedTuple):
    """The difference of effectiveness of two methods over common draws of mix and cluster contents: its mean and the
    middle 95% of it. Not an interval of the difference of two bounds.
    """

    mean: float
    low: float
    high: float


def flips(
    deltas: npt.ArrayLike, bounds: Mapping[str, npt.ArrayLike], loss: bool = False, tolerance: float = TOLERANCE
) -> list[Flip]:
    """Where the curves of two methods' bounds cross, largest delta first.

    A bound of a normal law is straight in z = -ndtri(delta), so the crossing is interpolated there. Bounds are read off
    draws: those below delta = 0.005 rest on few of them and are left out, and curves have crossed only where each leads
    by more than `tolerance`, in the units of the measure, on its side of the crossing.

    >>> z = -ndtri(np.array([0.5, 0.05]))
    >>> [(one.above, one.below, round(one.delta, 4)) for one in
    ...  flips([0.5, 0.05], {"m1": 0.88 - 0.02 * z, "m2": 0.90 - 0.04 * z})]
    [('m2', 'm1', 0.1587)]
    """
    levels = np.asarray(deltas, dtype=np.float64)
    if not ((levels > 0) & (levels <= 0.5)).all():
        raise StylobenchError("delta must lie above 0 and not above 0.5")
    order = np.argsort(-levels, kind="stable")
    order = order[levels[order] >= LEAST_DELTA]
    curves = {name: _turned(curve, loss)[order] for name, curve in bounds.items()}
    found = []
    for first, second in combinations(sorted(curves), 2):
        crossings = _crossings(-ndtri(levels[order]), curves[first] - curves[second], tolerance)
        found += [Flip(*((first, second) if up else (second, first)), float(ndtr(-z))) for z, up in crossings]
    return sorted(found, key=lambda flip: -flip.delta)


def best_chances(values: Mapping[str, npt.ArrayLike], loss: bool = False) -> dict[str, float]:
    """The share of common draws in which each method is the best; ties are split, undefined draws left out.

    >>> best_chances({"a": [0.9, 0.8, 0.7], "b": [0.8, 0.8, 0.8]})
    {'a': 0.5, 'b': 0.5}
    """
    table = np.array([_turned(draws, loss) for draws in values.values()])
    defined = table[:, ~np.isnan(table).any(axis=0)]
    if defined.size == 0:
        raise UndefinedMetric("there is no draw in which every method has a value")
    best = defined >= defined.max(axis=0) - TIE
    shares = (best / best.sum(axis=0)).mean(axis=1)
    return {name: float(share) for name, share in zip(values, shares, strict=True)}


def lead(first: npt.ArrayLike, second: npt.ArrayLike, loss: bool = False) -> Lead:
    """How far the first method is ahead of the second over common draws; above 0 means better, for a loss too.

    >>> lead([0.9, 0.8], [0.8, 0.8]).mean.__round__(3)
    0.05
    """
    difference = _turned(first, loss) - _turned(second, loss)
    difference = difference[~np.isnan(difference)]
    if difference.size == 0:
        raise UndefinedMetric("there is no draw in which both methods have a value")
    low, high = np.quantile(difference, [0.025, 0.975])
    return Lead(float(difference.mean()), float(low), float(high))


def _turned(values: npt.ArrayLike, loss: bool) -> Floats:
    floats = np.asarray(values, dtype=np.float64)
    return -floats if loss else floats


def _crossings(z: Floats, difference: Floats, tolerance: float) -> list[tuple[float, bool]]:
    """Where the difference changes its sign as z grows, and whether it was positive before.

    Points of hardly a difference are skipped, so that curves that only touch do not cross.
    """
    there = ~np.isnan(difference)
    z, difference = z[there], difference[there]
    told = np.flatnonzero(np.abs(difference) > max(tolerance, TIE))
    found = []
    for left, right in pairwise(told):
        if difference[left] * difference[right] < 0:
            between = slice(left, right + 1)
            found.append((_middle_of_zeros(z[between], difference[between]), bool(difference[left] > 0)))
    return found


def _middle_of_zeros(z: Floats, difference: Floats) -> float:
    """Halfway between the first and the last zero of a line through the points, whose ends have different signs."""
    turned = difference * np.sign(difference[0])
    first, last = int(np.argmax(turned <= TIE)), len(z) - 1 - int(np.argmax(turned[::-1] >= -TIE))
    pairs = ((first - 1, first), (last, last + 1))
    zeros = [z[a] + (z[b] - z[a]) * turned[a] / (turned[a] - turned[b]) for a, b in pairs]
    return float(np.mean(zeros))
