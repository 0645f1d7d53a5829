"""Lines over a logarithmic axis."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from stylobench.report.charts.lines import lines, thinned
from stylobench.report.charts.svg import svg

ACROSS = {"title": "risk", "format": "~%", "ticks": (0.001, 0.01, 0.1, 0.5)}


def curve(name: str, values: list[float]) -> dict[str, Any]:
    steps = [
        {"at": at, "value": value, "hover": f"{name} {at}"} for at, value in zip((0.01, 0.1, 0.5), values, strict=True)
    ]
    return {"name": name, "colour": "#0067a8", "dash": [1, 0], "steps": steps}


def drawn(marks: list[dict[str, Any]]) -> ET.Element:
    return ET.fromstring(svg(lines([curve("<b>", [1, 2, 3]), curve("b", [3, 2, 1])], ACROSS, "points", marks), ""))


def test_lines_carry_names_and_only_ticks_within_reach_are_shown() -> None:
    texts = [node.text for node in drawn([]).iter("text")]
    assert {"<b>", "b", "1%", "10%", "50%"} <= set(texts)
    assert "0.1%" not in texts


def test_steps_are_apart_by_their_ratio() -> None:
    dots = [node for node in drawn([]).iter("path") if node.find("title") is not None]
    across = [float(str(node.get("transform"))[10:].split(",")[0]) for node in dots[:3]]
    assert (across[1] - across[0]) / (across[2] - across[1]) == pytest.approx(math.log(10) / math.log(5), rel=0.01)


def test_marks_say_what_they_are_one_above_the_other() -> None:
    root = drawn([{"at": 0.16, "words": "flip 16%"}, {"at": 0.1, "words": "chosen 10%", "dash": [1, 0]}])
    heights = {node.text: float(str(node.get("transform")).split(",")[1].split(")")[0]) for node in root.iter("text")}
    assert heights["chosen 10%"] - heights["flip 16%"] == 13


def test_the_width_can_be_given() -> None:
    spec = lines([curve("b", [1, 2, 3])], ACROSS | {"width": 720}, "points")
    assert ET.fromstring(svg(spec, "")).get("width") == "720"


def test_a_single_step_has_a_scale() -> None:
    one = {"name": "a", "colour": "#0067a8", "dash": [1, 0], "steps": [{"at": 8, "value": 80.0, "hover": "a"}]}
    root = ET.fromstring(svg(lines([one], {"title": "clusters", "format": "d", "ticks": [8]}, "points"), ""))
    assert "8" in [node.text for node in root.iter("text")]


def test_ticks_that_would_meet_are_left_out() -> None:
    assert thinned([2, 3, 100]) == [2, 100]
    assert thinned([7]) == [7]
