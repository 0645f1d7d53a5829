"""Topics needed: for each pair of methods, from the spread of their paired differences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from stylobench.protocols.findings import MethodFindings
from stylobench.protocols.paired_topics import paired_topics
from stylobench.statistics.power import Need, Now, curve, from_differences, present, sd_interval


@dataclass(frozen=True)
class PairPower:
    """How far two methods' topics differ, what the present topics can show, and how many it would take."""

    a: str
    b: str
    sd: float
    sd_low: float
    sd_high: float
    now: list[Now]
    curve: list[Need]


def power_findings(methods: Mapping[str, MethodFindings]) -> dict[str, Any] | None:
    """The power of every comparison of methods; None where there is nothing to compare."""
    pairs = []
    for one in paired_topics(methods):
        differences = [left - right for left, right in zip(one.left, one.right, strict=True)]
        if len({round(value, 12) for value in differences}) > 1:
            design = from_differences(differences, one.weights)
            low, high = sd_interval(design)
            pairs.append(asdict(PairPower(one.a, one.b, design.sd, low, high, present(design), curve(design))))
    return {"pairs": pairs} if pairs else None
