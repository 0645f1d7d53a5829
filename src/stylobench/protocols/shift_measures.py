"""One method under a shifting mix: what to expect of every measure, and what it will not fall below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy import stats

from stylobench.metrics.outcomes import is_loss
from stylobench.protocols.shift_findings import AtK, Bound, Expected, Level, MeasureFindings, Share, Spread, Stress
from stylobench.protocols.shift_moving import Moving, around
from stylobench.protocols.shift_normality import shapiro
from stylobench.records import Floats
from stylobench.seeds import generator
from stylobench.statistics import shift, stress
from stylobench.statistics.subclasses import Subclasses

DELTAS = (0.01, 0.0228, 0.05, 0.1, 0.25, 0.5)
CURVE = tuple(float(delta) for delta in np.geomspace(0.001, 0.5, 28))
QUANTILES = np.linspace(0, 1, 201)
TRIMMED = 5
SHUFFLES = 20
MOST_SHUFFLED = 50_000
ROUNDING = 1e-12
DECIMALS = 12
Z = 1.959964


@dataclass(frozen=True)
class Asked:
    """Where bounds are told, and how far the stress goes."""

    deltas: Sequence[float]
    radii: Sequence[float]


def measured(moving: Moving, measure: str, settings: Asked, headline: bool) -> MeasureFindings:
    """Everything about one measure; `headline` adds the curve and the stress."""
    subclasses, mix = moving.subclasses, moving.mix
    heuristic = shift.expected(subclasses, measure, mix)
    # one stream for all measures: two that are equal by their definition must not differ by their draws
    rng = generator(moving.seed, "shift", "estimate")
    estimate = shift.estimated(subclasses, measure, mix, moving.draws, rng)
    each = subclasses.each(measure)
    defined = each[~np.isnan(each)]
    apart = abs(heuristic.mean - estimate.mean)
    return MeasureFindings(
        loss=is_loss(measure),
        today=_today(moving, measure),
        estimate=_expected(estimate),
        heuristic=_expected(heuristic),
        heuristic_published=float(defined.mean()) if len(defined) else None,
        left_out=len(each) - len(defined),
        approximation=_known(apart),
        relative=_known(apart / estimate.mean) if estimate.mean else None,
        bounds=_bounds(moving, heuristic, estimate, settings.deltas),
        spread=_spread(moving, estimate),
        by_cluster=[
            _level(ends, float(value), int(size))
            for ends, value, size in zip(moving.each[measure], each, subclasses.sizes, strict=True)
        ],
        curve=_bounds(moving, heuristic, estimate, CURVE) if headline else [],
        by_k=[],
        stress=[_stress(moving, measure, radius) for radius in settings.radii] if headline else [],
    )


def _known(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None


def _today(moving: Moving, measure: str) -> Level:
    """The measure as the items are. The prior of many small clusters together pulls the posterior away from it, so the
    interval has the posterior's width around the measure itself.
    """
    shares = moving.subclasses.shares
    value = float(moving.subclasses.values(measure, shares[None])[0])
    values = moving.today.value(measure)
    values = values[~np.isnan(values)]
    if np.isnan(value) or not len(values):
        return Level(None, None, None, moving.items)
    return Level(value, *around(value, values, np.inf if is_loss(measure) else 1.0), moving.items)


def _level(ends: Floats, value: float, n: int) -> Level:
    """The measure with the middle 95% of its posterior, which is made to hold the measure itself."""
    if np.isnan(value) or np.isnan(ends).any():
        return Level(None, None, None, n)
    return Level(value, float(min(ends[0], value)), float(max(ends[1], value)), n)


def _expected(found: shift.Expectation) -> Expected:
    if not np.isfinite(found.mean):
        return Expected(None, None, None, None, None)
    low, high = found.mean - Z * found.se, found.mean + Z * found.se
    top = float("inf") if is_loss(found.measure) else 1.0
    return Expected(found.mean, found.sd, found.se, max(low, 0.0), min(high, top))


def _bounds(
    moving: Moving, heuristic: shift.Expectation, estimate: shift.Expectation, deltas: Sequence[float]
) -> list[Bound]:
    posterior = moving.quantiles(heuristic.measure, deltas)
    future = moving.quantiles(heuristic.measure, deltas, future=True)
    exact, normal = (shift.bounds(heuristic, deltas, law) for law in ("exact", "normal"))
    turned = -1.0 if is_loss(heuristic.measure) else 1.0
    return [
        Bound(
            float(delta), _known(posterior[i]), _known(exact[i]), _known(normal[i]), _known(future[i]),
            _known(shift.published_bound(estimate, delta)), _known(turned * (normal[i] - exact[i])),
        )
        for i, delta in enumerate(deltas)
    ]  # fmt: skip


def _spread(moving: Moving, estimate: shift.Expectation) -> Spread:
    measure = estimate.measure
    mixing = moving.mixing(measure)
    drawn = np.zeros(0) if estimate.values is None else estimate.values
    plain, published = shapiro(drawn), shapiro(drawn, TRIMMED)
    return Spread(
        posterior=_quantiles(moving.posterior.value(measure)),
        mixing=_quantiles(mixing),
        skew=_moment(stats.skew, mixing),
        kurtosis=_moment(stats.kurtosis, mixing),
        shapiro_w=plain[0],
        shapiro_p=plain[1],
        shapiro_w_published=published[0],
        shapiro_p_published=published[1],
    )


def _quantiles(values: Floats) -> list[float]:
    defined = values[np.isfinite(values)]
    return [float(value) for value in np.quantile(defined, QUANTILES)] if len(defined) else []


def _moment(moment: Callable[[Floats], Any], values: Floats) -> float | None:
    defined = values[np.isfinite(values)]
    return _known(float(moment(defined))) if len(defined) > 2 and np.ptp(defined) > ROUNDING else None


def _stress(moving: Moving, measure: str, radius: float) -> Stress:
    """The worst mix within the radius; noise and careful values where every item is right or wrong."""
    subclasses, loss = moving.subclasses, is_loss(measure)
    shares = subclasses.shares
    today = float(subclasses.values(measure, shares[None])[0])
    if not np.isfinite(today):
        return Stress(radius, None, None, None, None, [])
    weights = _worst(subclasses, measure, radius)
    value = float(subclasses.values(measure, weights[None])[0])
    careful, noise = _doubts(moving, measure, radius, today)
    moves = sorted(
        zip(subclasses.names, shares, weights, strict=True), key=lambda one: round(one[1] - one[2], DECIMALS)
    )
    moved = [Share(name, float(a), float(b)) for name, a, b in moves if abs(b - a) > ROUNDING]
    return Stress(radius, value, (value - today) if loss else (today - value), careful, noise, moved)


def _doubts(moving: Moving, measure: str, radius: float, today: float) -> tuple[float | None, float | None]:
    """The worst mix at the lower confidence values, and the drop when subclasses are truly alike.

    Of measures that no item has for itself the first is not known, and the second is the mean over items dealt out to
    subclasses of the same sizes by lot.
    """
    subclasses = moving.subclasses
    rng = generator(moving.seed, "shift", "noise", str(radius))
    if measure == "accuracy":
        right = np.rint(subclasses.each(measure) * subclasses.sizes)
        low = stress.careful_values(right, subclasses.sizes)
        noise = stress.noise_drop(subclasses.sizes, today, subclasses.shares, radius, rng)
        return float(stress.worst_mix(low, subclasses.shares, radius) @ low), noise
    if moving.items > MOST_SHUFFLED:
        return None, None
    drops = []
    for _ in range(SHUFFLES):
        dealt = replace(subclasses, codes=rng.permutation(subclasses.codes))
        worst = float(dealt.values(measure, _worst(dealt, measure, radius)[None])[0])
        drops.append(worst - today if is_loss(measure) else today - worst)
    return None, float(np.mean(drops))


def _worst(subclasses: Subclasses, measure: str, radius: float) -> Floats:
    parts = subclasses.outcomes.ratio(measure)
    if parts is None:
        return stress.worst(
            lambda mixes: subclasses.values(measure, mixes), subclasses.shares, radius, is_loss(measure)
        )
    part, whole = (subclasses.contents @ side for side in parts)
    return stress.worst_ratio(part, whole, subclasses.shares, radius)


def at_k(even: Moving, fixed: Moving, measure: str, delta: float) -> AtK:
    """The same with another number of clusters."""
    found = shift.expected(even.subclasses, measure, even.mix)
    exact, normal = (float(shift.bounds(found, [delta], law)[0]) for law in ("exact", "normal"))
    bounds = (float(one.quantiles(measure, [delta])[0]) for one in (even, fixed))
    posterior, kept = bounds
    k = len(even.subclasses.names)
    told = (found.mean, found.sd, posterior, exact, normal, kept)
    return AtK(k, *(_known(value) for value in told))
