"""Hills of a measure over mixes: the mass is where the quantiles say, and the tail on the wrong side of the bound."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobench.report.charts.ridges import density, ridges
from stylobench.report.charts.svg import svg

EVEN = [i / 200 for i in range(201)]


def row(**more: Any) -> dict[str, Any]:
    words = {"name": "<b>", "words": "said", "colour": "#0067a8", "hover": "told"}
    return {**words, "posterior": EVEN, "mixing": EVEN, "bound": 0.05, "today": 0.5, **more}


def marked(spec: dict[str, Any]) -> list[float]:
    """Across of every mark that tells its numbers."""
    told = [node for node in ET.fromstring(svg(spec, "")).iter("path") if node.find("title") is not None]
    return [float(str(node.get("transform"))[10:].split(",")[0]) for node in told]


def tail(spec: dict[str, Any]) -> list[float]:
    """First and last place across of the filled tail."""
    paths = [node for node in ET.fromstring(svg(spec, "")).iter("path") if node.get("opacity") == "0.6"]
    places = [float(point.split(",")[0]) for point in str(paths[0].get("d"))[1:].rstrip("Z").split("L")]
    return [min(places), max(places)]


def test_an_even_law_is_flat() -> None:
    grid = [i / 10 for i in range(-5, 16)]
    heights = density(EVEN, grid)
    assert heights[8:13] == pytest.approx([0.1] * 5)
    assert heights[0] == heights[-1] == 0


@given(st.lists(st.floats(0, 1), min_size=2, max_size=60))
def test_all_the_mass_is_drawn(values: list[float]) -> None:
    grid = [i / 50 - 0.5 for i in range(101)]
    heights = density(sorted(values), grid)
    assert sum(heights) == pytest.approx(1)
    assert all(height >= -1e-12 for height in heights)
    assert {round(b - a, 9) for a, b in pairwise(grid)} == {0.02}


def test_no_quantiles_make_no_hill() -> None:
    assert density([], [0.0, 1.0]) == [0.0, 0.0]


def test_a_point_mass_stands_where_it_is() -> None:
    heights = density([0.5] * 201, [i / 10 for i in range(11)])
    assert heights.index(max(heights)) == 5


def test_today_stands_on_the_scale_of_the_hills() -> None:
    """0.005 to 0.995 and 5% room on both sides: 194 pixels."""
    assert marked(ridges([row()], "points")) == pytest.approx([97], abs=0.1)


def test_a_page_of_full_width_gives_the_hills_more_room() -> None:
    assert marked(ridges([row()], "points", width=720)) == pytest.approx([287], abs=0.1)


def test_the_tail_lies_left_of_the_bound_and_right_for_a_loss() -> None:
    ends = 0.005 - 0.0495, 0.995 + 0.0495
    at = (0.05 - ends[0]) / (ends[1] - ends[0]) * 194
    assert tail(ridges([row()], "points")) == pytest.approx([0, at], abs=0.1)
    assert tail(ridges([row()], "points", loss=True)) == pytest.approx([at, 194], abs=0.1)


def test_a_row_without_bound_today_or_law_can_be_drawn() -> None:
    spec = ridges([row(bound=None, today=None, mixing=[]), row(posterior=[], mixing=[], bound=None, today=None)], "x")
    assert marked(spec) == []
    assert "<b>" in [node.text for node in ET.fromstring(svg(spec, "")).iter("text")]
