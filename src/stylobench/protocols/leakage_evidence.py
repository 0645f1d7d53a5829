"""Which kind of evidence leans on topic leakage: the mean near-minus-far difference of each family of verifiers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from stylobench.protocols.evidence import Evidence, by_family
from stylobench.protocols.leakage_findings import Estimate, Paired
from stylobench.protocols.leakage_paired import LEARNS_NOTHING

MeanLoss = Callable[[Sequence[str]], Estimate]


@dataclass(frozen=True)
class LeakageEvidence(Evidence):
    """One family in the paired test, by the `measure` of the headline, on so many `trials`."""

    measure: str
    trials: int


def leakage_evidence(
    paired: Mapping[str, Paired | None], families: Mapping[str, str], mean_loss: MeanLoss
) -> list[LeakageEvidence]:
    """Every family that the paired test says something of; `mean_loss` is that of some verifiers in the same draws."""
    judged = on_the_same_folds(paired)
    found = []
    for family, named in by_family(families).items():
        methods = [name for name in named if name in judged]
        if methods:
            loss = mean_loss(methods)
            ends = (loss.value, loss.low, loss.high, loss.unit, loss.units)
            found.append(
                LeakageEvidence(family, tuple(methods), len(named), *ends, judged[methods[0]].measure, loss.trials)
            )
    return found


def on_the_same_folds(paired: Mapping[str, Paired | None]) -> dict[str, Paired]:
    """The verifiers whose answers hang on training, with a difference, on the folds that most of them survived."""
    there = {
        name: one
        for name, one in paired.items()
        if one is not None
        and one.verdict != LEARNS_NOTHING
        and not np.isnan(one.measures[one.measure].difference.value)
    }
    widest = max((_folds(one) for one in there.values()), key=len, default=[])
    return {name: one for name, one in there.items() if _folds(one) == widest}


def _folds(paired: Paired) -> list[list[str]]:
    return [fold.held_out for fold in paired.folds]
