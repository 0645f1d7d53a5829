"""The quality chart: every measure on its own scale, the untouched texts as a dashed line."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

from stylobench.report.charts.quality import ROOM, quality
from stylobench.report.charts.svg import svg


def measure(title: str, values: list[float], original: float | None) -> dict[str, Any]:
    rows = [{"name": f"o{i}", "value": value, "low": value, "high": value, "text": str(value), "colour": "#0067a8",
             "hover": f"{title} {value}"} for i, value in enumerate(values)]  # fmt: skip
    return {"title": title, "note": "more is better", "original": original, "rows": rows}


def test_measures_do_not_share_a_scale() -> None:
    spec = quality([measure("share", [0.2, 0.4], None), measure("per 1,000", [10.0, 900.0], None)])
    places = [row["value"] for row in spec["layer"][0]["data"]["values"]]
    assert places == [6, ROOM - 6, 6, ROOM - 6]


def test_the_original_is_on_the_scale() -> None:
    spec = quality([measure("ratio", [1.5, 2.0], 1.0)])
    assert [line["x"] for line in spec["layer"][1]["data"]["values"]] == [6]


def test_titles_notes_and_values_are_printed() -> None:
    root = ET.fromstring(svg(quality([measure("<share>", [0.2], None)]), "alt"))
    assert {"<share>", "more is better", "o0", "0.2"} <= {node.text for node in root.iter("text")}
