"""Which kind of evidence an obfuscator breaks: its average impact on each family of methods."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from stylobench.protocols.attack_findings import Cell
from stylobench.protocols.attack_ground import Attacked
from stylobench.protocols.attack_judged import Judged, Judging, averaged, judged
from stylobench.protocols.attack_safety import ROUNDING, average_impact
from stylobench.protocols.evidence import Evidence, by_family


@dataclass(frozen=True)
class AttackEvidence(Evidence):
    """One family under one obfuscator. `accuracy` is its mean on untouched items, `worthy` how many of its methods are
    worth attacking by that.
    """

    dataset: str
    obfuscator: str
    accuracy: float | None
    worthy: int


def attack_evidence(
    attacked: Attacked, cells: Sequence[Cell], judging: Judging, families: Mapping[str, str]
) -> list[AttackEvidence]:
    """Every obfuscator on every family, averaged over the family's methods that do not answer everything alike."""
    here, methods = judged(attacked, judging), averaged([cell for cell in cells if cell.same])
    groups = by_family({name: family for name, family in families.items() if name in here.methods})
    return [
        _evidence(here, (family, len(named)), obfuscator, [name for name in named if name in methods[obfuscator]])
        for obfuscator in attacked.rewritten
        if obfuscator in methods
        for family, named in groups.items()
    ]


def _evidence(here: Judged, group: tuple[str, int], obfuscator: str, methods: Sequence[str]) -> AttackEvidence:
    impact = average_impact(here, methods, obfuscator)
    right = [here.accuracy(name) for name in methods]
    return AttackEvidence(
        family=group[0],
        methods=tuple(methods),
        named=group[1],
        value=impact.value,
        low=impact.low,
        high=impact.high,
        unit=here.units.name,
        units=here.units.count,
        dataset=here.attacked.name,
        obfuscator=obfuscator,
        accuracy=float(np.mean(right)) if right else None,
        worthy=sum(one >= here.judging.least_accuracy - ROUNDING for one in right),
    )
