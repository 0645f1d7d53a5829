"""Scores before and after: what is silent has no mark."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

from stylobench.report.charts.before_after import before_after
from stylobench.report.charts.colours import PAPER, SERIES
from stylobench.report.charts.svg import svg


def row(name: str, before: float | None, after: float | None) -> dict[str, Any]:
    return {"name": name, "before": before, "after": after, "threshold": 0.5, "hover": name}


def marks(rows: list[dict[str, Any]], fill: str) -> list[str | None]:
    root = ET.fromstring(svg(before_after(rows, SERIES[0], "score"), "alt"))
    found = [node for node in root.iter("path") if node.find("title") is not None and node.get("fill") == fill]
    return [node.findtext("title") for node in found]


def test_before_is_hollow_and_after_is_filled() -> None:
    rows = [row("a", 0.9, 0.4), row("b", 0.7, None), row("c", None, 0.3)]
    assert marks(rows, PAPER) == ["a", "b"]
    assert marks(rows, SERIES[0]) == ["a", "c"]


def test_scores_between_0_and_1_share_a_scale_and_others_get_room() -> None:
    domain = before_after([row("a", 0.2, 0.4)], SERIES[0], "score")["layer"][2]["encoding"]["x"]["scale"]["domain"]
    assert domain == [-0.02, 1.02]
    domain = before_after([row("a", -3.0, 7.0)], SERIES[0], "score")["layer"][2]["encoding"]["x"]["scale"]["domain"]
    assert domain == [-3.5, 7.5]
