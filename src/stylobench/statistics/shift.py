"""What a method will score when the mix of subclasses moves: to expect, its spread, and what it will not fall below.

Every mix of the clusters is possible, W ~ Dirichlet (all equally likely by default). `estimate` draws mixes and samples
from them, `heuristic` takes the clusters as equally large and has its spread in closed form, `bound` is what the
measure stays above in all but a share delta of the mixes. Ratio measures are taken of pooled counts, so that clusters
of one class, where the measure alone has no value, count with what they have; `heuristic_published` leaves them out.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from scipy import stats

from stylobench.errors import SpecError, StylobenchError, UndefinedMetric
from stylobench.metrics.coding import Labels
from stylobench.metrics.outcomes import LINEAR, is_loss, outcomes
from stylobench.records import Floats
from stylobench.seeds import generator
from stylobench.statistics.expectation import DRAWS, Expectation, estimated, expected, expected_published, mix_of
from stylobench.statistics.mixes import Mix
from stylobench.statistics.mixing_law import quantile, quantile_ratio
from stylobench.statistics.redrawn import Redrawn
from stylobench.statistics.subclasses import Subclasses

__all__ = [
    "Expectation", "bound", "bounds", "estimate", "estimated", "expected", "expected_published", "heuristic",
    "heuristic_published", "how_exact", "mixing_draws", "posterior_draws", "published_bound", "variance_published",
]  # fmt: skip

LAWS = ("posterior", "exact", "normal")
POSTERIOR_DRAWS = 20_000
MOST_MIXES = 200_000
MIXES_BLOCK = 20_000_000


def heuristic(truth: Labels, answers: Labels, clusters: Labels, measure: str = "accuracy") -> Expectation:
    """The measure with all clusters equally large, and its spread over mixes in closed form.

    >>> found = heuristic([1, 1, 1, 1], [1, 1, 1, 0], ["a", "a", "b", "b"])
    >>> found.mean, round(found.sd, 4)
    (0.75, 0.1443)
    """
    return expected(Subclasses.of(outcomes(truth, answers), clusters), measure)


def heuristic_published(truth: Labels, answers: Labels, clusters: Labels, measure: str = "accuracy") -> Expectation:
    """The mean over clusters where the measure has a value, as in the paper: right for accuracy only."""
    return expected_published(Subclasses.of(outcomes(truth, answers), clusters), measure)


def estimate(
    truth: Labels,
    answers: Labels,
    clusters: Labels,
    measure: str = "accuracy",
    draws: int = DRAWS,
    rng: np.random.Generator | int | None = None,
) -> Expectation:
    """Mean and spread over drawn mixes, each with a sample of as many items as there are; `rng` may be a seed."""
    return estimated(Subclasses.of(outcomes(truth, answers), clusters), measure, None, draws, rng)


def bound(result: Expectation, delta: float, law: str = "posterior") -> float:
    """What the measure stays above in a share 1 - delta of the mixes (below, for a loss).

    `posterior` knows that clusters are small samples; `exact` and `normal` take them at their word, and `normal`
    believes the mixes to be normal as well, with mean and sd of the mixing in closed form: not the sd of an estimate,
    which holds the sampling of its draws too.
    """
    return float(bounds(result, [delta], law)[0])


def published_bound(result: Expectation, delta: float) -> float:
    """mean + z sd, as the paper prints its lower bound: nearly always on the wrong side.

    >>> round(published_bound(Expectation("accuracy", 0.88, 0.02, 0.0, 22, 990, "estimate"), 0.05), 4)
    0.9129
    """
    check_delta(delta)
    return result.mean + float(stats.norm.isf(delta)) * result.sd


def variance_published(k: int) -> float:
    """The paper's variance of k clusters, whatever their effectiveness: that of one share, not of the measure."""
    return (k - 1) / (k**2 * (k + 1))


def bounds(
    result: Expectation, deltas: Sequence[float] | Floats, law: str = "posterior", size: int | None = None
) -> Floats:
    """`bound` at several deltas; with `size` the posterior bound on the score of one future sample of so many items.

    The normal law of an estimate is that of the heuristic on its clusters.
    """
    for delta in deltas:
        check_delta(float(delta))
    if law not in LAWS:
        raise SpecError(f"no law named {law!r}; there are: {', '.join(LAWS)}")
    tails = np.array([1 - delta if is_loss(result.measure) else delta for delta in deltas], np.float64)
    if law == "normal":
        return _normal(result, tails)
    if result.subclasses is None or result.mix is None:
        raise StylobenchError(f"the {law} law needs the clusters behind a mean; only law='normal' does without")
    if law == "exact":
        return _exact(result.subclasses, result.measure, result.mix, tails)
    drawn = posterior_draws(result.subclasses, result.mix)
    if size is not None:
        drawn = drawn.sampled(size, generator(0, "shift", "future", str(size)))
    values = drawn.value(result.measure)
    if np.isnan(values).all():
        raise UndefinedMetric(f"{result.measure} is undefined in every mix: the items lack a class")
    return np.asarray(np.nanquantile(values, tails))


def posterior_draws(
    subclasses: Subclasses, mix: Mix | None = None, draws: int = POSTERIOR_DRAWS, seed: int = 0, name: str = ""
) -> Redrawn:
    """Mixes of what the clusters may hold: the same mixes for every measure and every method on the same clusters.

    The contents of the clusters are drawn apart for every `name`, so that methods with equal counts are not taken to be
    right and wrong alike.
    """
    return _posterior(subclasses, tuple(mix_of(subclasses, mix).alphas.tolist()), draws, seed, name)


@lru_cache(maxsize=4)
def _posterior(subclasses: Subclasses, alphas: tuple[float, ...], draws: int, seed: int, name: str) -> Redrawn:
    weights = Mix(np.array(alphas)).draw(generator(seed, "shift", "mixes"), draws)
    return subclasses.posterior(weights, generator(seed, "shift", "contents", *([name] if name else [])))


def how_exact(subclasses: Subclasses, measure: str) -> str:
    """How the exact law of a measure is found: "integral", or "draws" of the mix where it has no closed form."""
    return "integral" if measure in LINEAR or subclasses.outcomes.ratio(measure) is not None else "draws"


def mixing_draws(subclasses: Subclasses, measure: str, mix: Mix | None = None) -> Floats:
    """The measure in many mixes of the clusters as they were found, from a fixed stream, where it is defined."""
    return _mixing(subclasses, measure, tuple(mix_of(subclasses, mix).alphas.tolist()))


@lru_cache(maxsize=16)
def _mixing(subclasses: Subclasses, measure: str, alphas: tuple[float, ...]) -> Floats:
    draws = int(np.clip(MIXES_BLOCK // len(subclasses), POSTERIOR_DRAWS, MOST_MIXES))
    stream, mix = generator(0, "shift", "mixing"), Mix(np.array(alphas))
    sizes = [min(POSTERIOR_DRAWS, draws - start) for start in range(0, draws, POSTERIOR_DRAWS)]
    values = np.concatenate([subclasses.values(measure, mix.draw(stream, size)) for size in sizes])
    return np.asarray(values[~np.isnan(values)])


def check_delta(delta: float) -> None:
    """Refuses a share of mixes that no bound can be about."""
    if not 0 < delta <= 0.5:
        raise StylobenchError(f"delta is {delta:g}; it must be above 0 and not above 0.5, 0.05 is usual")


def _normal(result: Expectation, tails: Floats) -> Floats:
    closed = result
    if result.how == "estimate" and result.subclasses is not None:
        closed = expected(result.subclasses, result.measure, result.mix)
    return np.asarray(closed.mean + stats.norm.ppf(tails) * closed.sd)


def _exact(subclasses: Subclasses, measure: str, mix: Mix, tails: Floats) -> Floats:
    if measure in LINEAR:
        each = subclasses.each(measure)
        return np.array([quantile(each, mix.alphas, tail) for tail in tails.tolist()])
    ratio = subclasses.outcomes.ratio(measure)
    if ratio is None:
        return np.asarray(np.quantile(mixing_draws(subclasses, measure, mix), tails))
    parts, wholes = (subclasses.contents @ side for side in ratio)
    return np.array([quantile_ratio(parts, wholes, mix.alphas, tail) for tail in tails.tolist()])
