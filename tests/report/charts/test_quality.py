"""The chart of one quality measure: from the least to the most seen, the untouched texts as a dashed line."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

from stylobench.report.charts.quality import ROOM, quality
from stylobench.report.charts.svg import svg


def rows(*values: float) -> list[dict[str, Any]]:
    return [{"name": f"<o{i}>", "value": value, "low": value, "high": value, "text": str(value), "colour": "#0067a8",
             "hover": f"o{i}: {value}"} for i, value in enumerate(values)]  # fmt: skip


def test_the_scale_goes_from_the_least_to_the_most_seen() -> None:
    spec = quality(rows(10.0, 900.0), None)
    assert [row["value"] for row in spec["layer"][0]["data"]["values"]] == [6, ROOM - 6]
    assert spec["layer"][1]["data"]["values"] == []


def test_the_original_is_on_the_scale() -> None:
    spec = quality(rows(1.5, 2.0), 1.0)
    assert [line["x"] for line in spec["layer"][1]["data"]["values"]] == [6]
    assert [row["value"] for row in spec["layer"][0]["data"]["values"]] == [6 + (ROOM - 12) / 2, ROOM - 6]


def test_a_single_value_has_a_scale_too() -> None:
    spec = quality(rows(0.0), None)
    assert spec["layer"][0]["data"]["values"][0]["value"] == 6


def test_names_and_values_are_printed() -> None:
    root = ET.fromstring(svg(quality(rows(0.2), None), "alt"))
    assert {"<o0>", "0.2"} <= {node.text for node in root.iter("text")}
