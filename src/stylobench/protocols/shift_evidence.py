"""Which kind of evidence a shifting mix breaks: what each family of methods loses against today."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from stylobench.metrics.outcomes import is_loss
from stylobench.protocols.evidence import Evidence, by_family
from stylobench.protocols.shift_findings import MethodFindings
from stylobench.protocols.shift_moving import SURE, Moving, common_draws
from stylobench.protocols.shift_settings import Settings
from stylobench.records import Floats

ACCURACY = "accuracy"


@dataclass(frozen=True)
class ShiftEvidence(Evidence):
    """One family by the `measure` of the headline, told as losses: above 0 the family does worse than today.

    `value` is today's measure minus the one to expect over all mixes. `low` and `high` hold the middle 95% of what it
    loses in single mixes, contents of the subclasses being as uncertain as they are. `at_risk` is today's measure minus
    the posterior bound at `delta`. All are means over methods, on the same mixes; of accuracy also on the same
    items. Contents are drawn for each method apart by any other measure: then the range is as wide as if all methods of
    the family went wrong together.
    """

    measure: str
    delta: float
    today: float
    at_risk: float | None


def shift_evidence(
    moving: Mapping[str, Moving], found: Mapping[str, MethodFindings], settings: Settings, item: str
) -> list[ShiftEvidence]:
    """Every family that has methods among those that move, which were judged on the same items."""
    judged = [name for name in moving if _told(found[name], settings)]
    if not judged:
        return []
    drawn = common_draws(settings.measure, {name: moving[name] for name in judged})
    units = (item, moving[judged[0]].items)
    groups = by_family({name: one.family for name, one in found.items()})
    inside = {family: [name for name in named if name in judged] for family, named in groups.items()}
    return [
        _evidence((family, len(groups[family])), {name: found[name] for name in methods}, drawn, settings, units)
        for family, methods in inside.items()
        if methods
    ]


def _evidence(
    group: tuple[str, int],
    methods: Mapping[str, MethodFindings],
    drawn: Mapping[str, Floats],
    settings: Settings,
    units: tuple[str, int],
) -> ShiftEvidence:
    found = [one.measures[settings.measure] for one in methods.values()]
    sign = -1.0 if is_loss(settings.measure) else 1.0
    today = _mean([one.today.value for one in found]) or 0.0
    value = sign * (today - (_mean([one.estimate.mean for one in found]) or 0.0))
    bound = _mean([bound.posterior for one in found for bound in one.bounds if bound.delta == settings.delta])
    low, high = _ends(value, -sign * _averaged([drawn[name] for name in methods], settings.measure))
    return ShiftEvidence(
        family=group[0],
        methods=tuple(methods),
        named=group[1],
        value=value,
        low=low,
        high=high,
        unit=units[0],
        units=units[1],
        measure=settings.measure,
        delta=settings.delta,
        today=today,
        at_risk=None if bound is None else sign * (today - bound),
    )


def _mean(values: Sequence[float | None]) -> float | None:
    there = [value for value in values if value is not None]
    return float(np.mean(there)) if len(there) == len(values) else None


def _told(one: MethodFindings, settings: Settings) -> bool:
    found = one.measures.get(settings.measure)
    return found is not None and found.today.value is not None and found.estimate.mean is not None


def _averaged(drawn: Sequence[Floats], measure: str) -> Floats:
    """The mean over methods in each draw in which all of them have a value."""
    together = np.array(drawn)
    together = together[:, ~np.isnan(together).any(axis=0)]
    return np.asarray((together if measure == ACCURACY else np.sort(together, axis=1)).mean(axis=0))


def _ends(value: float, losses: Floats) -> tuple[float | None, float | None]:
    """The middle 95%, moved so that its median is the value: the prior of many small subclasses pulls all draws."""
    if not len(losses):
        return None, None
    low, middle, high = np.quantile(losses, (SURE[0], 0.5, SURE[1]))
    return float(value + low - middle), float(value + high - middle)
