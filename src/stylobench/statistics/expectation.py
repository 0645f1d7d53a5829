"""What a measure is to be expected to be over all mixes of subclasses, how far it spreads, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np
from scipy import stats

from stylobench.errors import StylobenchError, UndefinedMetric
from stylobench.metrics.outcomes import LINEAR, needs_ranks
from stylobench.records import Floats
from stylobench.seeds import generator
from stylobench.statistics.mixes import Mix
from stylobench.statistics.mixing_law import moments
from stylobench.statistics.redrawn import Redrawn
from stylobench.statistics.subclasses import Subclasses

DRAWS = 1000
ERROR_DRAWS = 2000
NUDGE = 1e-4
UNRANKED = ("brier", "log_loss")


@dataclass(frozen=True, eq=False)
class Expectation:
    """A measure to expect over mixes: `mean`, `sd` over mixes, `se` of the mean because items are few.

    `how` is "estimate" (then `values` are its draws, and `sd` is theirs: mixing and sampling), "heuristic" or
    "heuristic_published" (then `left_out` clusters had no value).
    """

    measure: str
    mean: float
    sd: float
    se: float
    clusters: int
    items: int
    how: str
    left_out: int = 0
    values: Floats | None = field(default=None, repr=False)
    mix: Mix | None = field(default=None, repr=False)
    subclasses: Subclasses | None = field(default=None, repr=False)


def expected(subclasses: Subclasses, measure: str, mix: Mix | None = None) -> Expectation:
    """The heuristic, at the mean of the mix (equal shares if None is given)."""
    chosen = mix_of(subclasses, mix)
    mean = float(subclasses.values(measure, chosen.mean[None])[0])
    if np.isnan(mean):
        raise UndefinedMetric(f"{measure} is undefined at equal shares of the clusters: the items lack a class")
    sd, se = _spread(subclasses, measure, chosen), standard_error(subclasses, measure, chosen)
    return _expectation(subclasses, measure, (mean, sd, se), "heuristic", chosen)


def expected_published(subclasses: Subclasses, measure: str) -> Expectation:
    """`heuristic_published` of prepared clusters."""
    each = subclasses.each(measure)
    there = each[~np.isnan(each)]
    if len(there) == 0:
        raise UndefinedMetric(f"{measure} is undefined in every cluster; use heuristic, which pools their counts")
    even = mix_of(subclasses, None)
    numbers = float(there.mean()), moments(there, np.ones(len(there))).sd, standard_error(subclasses, measure, even)
    left_out = len(each) - len(there)
    return replace(_expectation(subclasses, measure, numbers, "heuristic_published", even), left_out=left_out)


def estimated(
    subclasses: Subclasses,
    measure: str,
    mix: Mix | None = None,
    draws: int = DRAWS,
    rng: np.random.Generator | int | None = None,
) -> Expectation:
    """The estimate; draws in which the measure is undefined are left out. `rng` may be a seed, 0 where it is None."""
    chosen, stream = mix_of(subclasses, mix), _stream(rng)
    if draws < 2:
        raise StylobenchError(f"{draws} draws have no spread; 1000 are usual")
    weights = chosen.draw(stream, draws)
    names = (subclasses.outcomes.check(measure),)
    values = subclasses.sampled(weights, len(subclasses.codes), stream, measures=names).value(measure)
    there = values[~np.isnan(values)]
    if len(there) < 2:
        raise UndefinedMetric(f"{measure} is undefined in nearly every draw: the items lack a class")
    numbers = float(there.mean()), float(there.std(ddof=1)), standard_error(subclasses, measure, chosen)
    return replace(_expectation(subclasses, measure, numbers, "estimate", chosen), values=values)


def _stream(rng: np.random.Generator | int | None) -> np.random.Generator:
    if isinstance(rng, np.random.Generator):
        return rng
    if isinstance(rng, bool) or not isinstance(rng, int | np.integer | None):
        raise StylobenchError(f"rng is {rng!r}; give a whole number or a numpy.random.Generator")
    return generator(int(rng or 0), "shift", "estimate")


def standard_error(subclasses: Subclasses, measure: str, mix: Mix | None = None) -> float:
    """How uncertain the measure at the mean mix is because items are few: its posterior standard deviation."""
    chosen = mix_of(subclasses, mix)
    if measure == "accuracy":
        right = subclasses.counts[:, subclasses.outcomes.right].sum(axis=1)
        variances = stats.beta.var(right + 0.5, subclasses.sizes - right + 0.5)
        return float(np.sqrt(chosen.mean**2 @ variances))
    drawn = _at_mean(subclasses, tuple(chosen.mean.tolist()), None if needs_ranks(measure) else UNRANKED)
    return float(np.nanstd(drawn.value(measure), ddof=1))


@lru_cache(maxsize=4)
def _at_mean(subclasses: Subclasses, shares: tuple[float, ...], measures: tuple[str, ...] | None) -> Redrawn:
    weights = np.broadcast_to(np.array(shares), (ERROR_DRAWS, len(subclasses)))
    return subclasses.posterior(weights, generator(0, "shift", "error"), measures)


def mix_of(subclasses: Subclasses, mix: Mix | None) -> Mix:
    """The given mix, which must fit the clusters; the even one where none is given."""
    chosen = Mix.even(len(subclasses)) if mix is None else mix
    if len(chosen.alphas) != len(subclasses):
        raise StylobenchError(f"the mix has {len(chosen.alphas)} shares and there are {len(subclasses)} clusters")
    return chosen


def _expectation(
    subclasses: Subclasses, measure: str, numbers: tuple[float, float, float], how: str, mix: Mix
) -> Expectation:
    size = len(subclasses), len(subclasses.codes)
    return Expectation(measure, *numbers, *size, how, mix=mix, subclasses=subclasses)


def _spread(subclasses: Subclasses, measure: str, mix: Mix) -> float:
    """Standard deviation over mixes: exact where the measure is linear in shares, else by its slopes at the mean."""
    if measure in LINEAR:
        return moments(subclasses.each(measure), mix.alphas).sd
    middle = mix.mean
    nudges = np.diag(NUDGE * middle)
    high, low = (subclasses.values(measure, middle + sign * nudges) for sign in (1, -1))
    slopes = (high - low) / (2 * NUDGE * middle)
    variance = float(middle @ slopes**2) - float(middle @ slopes) ** 2
    return float(np.sqrt(max(0.0, variance) / (mix.concentration + 1)))
