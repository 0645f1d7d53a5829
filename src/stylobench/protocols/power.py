"""Topics needed: for each pair of methods, from the spread of their paired differences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

from stylobench.protocols.findings import MethodFindings
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
    able = {name: found.novel_topic for name, found in methods.items() if found.novel_topic}
    pairs = []
    for a, b in combinations(able, 2):
        left, right = ({fold.topic: fold for fold in able[name].folds} for name in (a, b))
        topics = [topic for topic in left if topic in right]
        differences = [left[topic].accuracy - right[topic].accuracy for topic in topics]
        if len(topics) >= 2 and len({round(value, 12) for value in differences}) > 1:
            design = from_differences(differences, [left[topic].documents for topic in topics])
            low, high = sd_interval(design)
            pairs.append(asdict(PairPower(a, b, design.sd, low, high, present(design), curve(design))))
    return {"pairs": pairs} if pairs else None
