"""Estimates with intervals, HITS against random, and two marks on a row: everything stands where its number says."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

import pytest

from stylobench.report.charts.intervals import intervals, two_sided
from stylobench.report.charts.samples import against_random
from stylobench.report.charts.svg import svg

BLUE, ORANGE = "#0067a8", "#b84a00"


def row(value: float, low: float, high: float, **more: Any) -> dict[str, Any]:
    words = {"name": "<b>", "words": "said", "colour": BLUE, "shape": "circle", "hover": "told"}
    return {**words, "value": value, "low": low, "high": high, **more}


def marks(spec: dict[str, Any]) -> list[tuple[float, str | None]]:
    """Across and colour of every mark that tells its numbers."""
    root = ET.fromstring(svg(spec, ""))
    told = [node for node in root.iter("path") if node.find("title") is not None]
    return [(float(str(node.get("transform"))[10:].split(",")[0]), node.get("fill")) for node in told]


def test_marks_stand_on_one_scale_in_the_colour_of_their_row() -> None:
    """0 to 10 and 8% room on both sides: 194 pixels for 11.6 units."""
    drawn = marks(intervals([row(0, 0, 10), row(5, 5, 5, colour=ORANGE)], "points", 0.0))
    assert [colour for _, colour in drawn] == [BLUE, ORANGE]
    assert [across for across, _ in drawn] == pytest.approx([0.8 / 11.6 * 194, 5.8 / 11.6 * 194], abs=0.01)


def test_panels_side_by_side_share_their_scale() -> None:
    first, second = [row(0, 0, 1)], [row(10, 9, 10)]
    assert marks(intervals(first, "points", beside=second))[0][0] == pytest.approx(0.8 / 11.6 * 194, abs=0.01)


def test_controls_are_dots_that_widen_the_scale_and_tell_nothing() -> None:
    spec = intervals([row(0, 0, 5, dots=[10.0])], "points")
    assert marks(spec)[0][0] == pytest.approx(0.8 / 11.6 * 194, abs=0.01)
    assert sum(node.get("opacity") == "0.4" for node in ET.fromstring(svg(spec, "")).iter("path")) == 1


def test_the_random_samples_set_the_scale_too() -> None:
    spec = against_random([row(5, 5, 5, random=[0.0, 10.0], mean=None, shape="diamond")], "points")
    assert marks(spec)[0][0] == pytest.approx(97, abs=0.01)


def test_near_stands_above_far() -> None:
    root = ET.fromstring(svg(two_sided([row(0, 0, 1)], [row(1, 0, 1)], "points"), ""))
    told = [node for node in root.iter("path") if node.find("title") is not None]
    heights = [float(str(node.get("transform"))[10:-1].split(",")[1]) for node in told]
    assert heights[1] - heights[0] == 10


def test_names_are_text() -> None:
    root = ET.fromstring(svg(intervals([row(0, 0, 1)], "points"), ""))
    assert "<b>" in [node.text for node in root.iter("text")]


def test_a_head_is_a_name_without_a_mark() -> None:
    rows = [{"name": "words", "head": True}, row(0, 0, 10), row(5, 5, 5)]
    for spec in (intervals(rows, "points"), two_sided(rows, rows, "points")):
        texts = [node for node in ET.fromstring(svg(spec, "")).iter("text") if node.text == "words"]
        assert [node.get("font-weight") for node in texts] == ["bold"]
        assert spec["height"] == 3 * 34
    assert len(marks(intervals(rows, "points"))) == 2
