"""A measure as it came out on some items, with the interval that follows from how few they are."""

from __future__ import annotations

import numpy as np
from scipy import stats

from stylobench.metrics.outcomes import Outcomes
from stylobench.protocols.shift_findings import Level
from stylobench.records import Floats

DRAWS = 2000
ENDS = (0.025, 0.975)


def level(outcomes: Outcomes, measure: str, rng: np.random.Generator) -> Level:
    """Jeffreys' interval for a share of attributed items, Student's for a mean loss, else the posterior of the counts;
    each is made to hold the measure itself.

    >>> from stylobench.seeds import generator
    >>> found = level(Outcomes.attributed(["a", "b"] * 5, ["a"] * 10), "accuracy", generator(0))
    >>> found.value, round(found.low, 4), round(found.high, 4), found.n
    (0.5, 0.2235, 0.7765, 10)
    """
    outcomes.check(measure)
    if measure == "log_loss" and outcomes.losses is not None:
        return _of_mean(outcomes.losses)
    value = float(outcomes.value(measure, outcomes.totals[None])[0])
    if np.isnan(value):
        return Level(None, None, None, len(outcomes))
    low, high = _interval(outcomes, measure, rng)
    return Level(value, min(low, value), max(high, value), len(outcomes))


def _interval(outcomes: Outcomes, measure: str, rng: np.random.Generator) -> tuple[float, float]:
    parts = outcomes.ratio(measure)
    if parts is not None and np.isin(parts, (0, 1)).all():
        part, whole = (float(outcomes.totals @ one) for one in parts)
        ends = np.asarray(stats.beta.ppf(ENDS, part + 0.5, whole - part + 0.5))
    else:
        draws = rng.standard_gamma(_posterior(outcomes), (DRAWS, outcomes.count))
        ends = np.asarray(np.nanquantile(outcomes.value(measure, draws), ENDS))
    return float(ends[0]), float(ends[1])


def _posterior(outcomes: Outcomes) -> Floats:
    """Counts with one more item in all, spread over the kinds whose classes occur: a class that does not occur must not
    enter an average over classes.
    """
    assert outcomes.cells is not None
    possible = np.isin(outcomes.cells, outcomes.cells[outcomes.totals > 0]).all(axis=1)
    return np.asarray(outcomes.totals + possible / possible.sum())


def _of_mean(losses: Floats) -> Level:
    """No mean loss lies below 0."""
    if not len(losses):
        return Level(None, None, None, 0)
    middle = float(losses.mean())
    if len(losses) < 2:
        return Level(middle, None, None, len(losses))
    reach = float(stats.t.ppf(ENDS[1], len(losses) - 1) * losses.std(ddof=1) / len(losses) ** 0.5)
    return Level(middle, max(0.0, middle - reach), middle + reach, len(losses))
