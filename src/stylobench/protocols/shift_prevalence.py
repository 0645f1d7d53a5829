"""Precision at other prevalences: what remains of it if the positive class becomes rare."""

from __future__ import annotations

import numpy as np

from stylobench.metrics.prevalence import precision_at, rates
from stylobench.protocols.shift_findings import AtPrevalence
from stylobench.protocols.shift_moving import Moving, around
from stylobench.records import Floats

PREVALENCES = (0.01, 0.05, 0.1, 0.25, 0.5)


def at_prevalences(moving: Moving, delta: float) -> list[AtPrevalence]:
    """Precision in today's mix with its interval, and its bound over all mixes; nothing without a positive class."""
    outcomes, shares = moving.subclasses.outcomes, moving.subclasses.shares
    now = rates(outcomes, outcomes.totals[None])
    if now is None or np.isnan([now[0][0], now[1][0]]).any():
        return []
    drawn = [moving.today.rates, moving.posterior.rates]
    today = float(shares @ _positive(moving))
    found = []
    for prevalence in sorted({*PREVALENCES, today}):
        value = precision_at(*now, prevalence)[0]
        near, over = (_known(precision_at(*pair, prevalence)) for pair in drawn if pair is not None)
        if np.isnan(value) or not len(near) or not len(over):
            continue
        ends, bound = around(float(value), near), float(np.quantile(over, delta))
        found.append(AtPrevalence(prevalence, float(value), *ends, bound, moving.items, prevalence == today))
    return found


def _positive(moving: Moving) -> Floats:
    """The share of positive items in each subclass."""
    ratio = moving.subclasses.outcomes.ratio("recall")
    assert ratio is not None
    return np.asarray(moving.subclasses.contents @ ratio[1])


def _known(values: Floats) -> Floats:
    return values[~np.isnan(values)]
