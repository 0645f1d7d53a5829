"""The heat map: one cell per pair, selected topics marked."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from stylobench.report.charts.heat_map import heat_map
from stylobench.report.charts.svg import svg

HEAT = {
    "topics": ["a", "<i>", "c"],
    "selected": [True, True, False],
    "cosines": [[1.0, 0.2, 0.5], [0.2, 1.0, 0.8], [0.5, 0.8, 1.0]],
}


def drawn(heat: dict[str, object]) -> ET.Element:
    return ET.fromstring(svg(heat_map(heat), "alt"))


def test_every_pair_is_there_once_and_tells_its_cosine() -> None:
    hovers = [node.text for node in drawn(HEAT).iter("title")]
    assert sorted(map(str, hovers)) == ["<i> / a: 0.200", "c / <i>: 0.800", "c / a: 0.500"]


def test_the_more_alike_the_stronger() -> None:
    cells = {node.findtext("title"): node for node in drawn(HEAT).iter("path") if node.find("title") is not None}
    strength = {name: float(cell.get("opacity") or 1) for name, cell in cells.items()}
    assert strength["<i> / a: 0.200"] < strength["c / a: 0.500"] < strength["c / <i>: 0.800"] == 1


def test_selected_topics_carry_a_diamond() -> None:
    names = [node.text for node in drawn(HEAT).iter("text")]
    assert names[:3] == ["◆ a", "◆ <i>", "c"]


def test_topics_that_are_all_alike_and_unknown_cosines_can_be_drawn() -> None:
    flat = {"topics": ["a", "b", "c"], "selected": [False] * 3, "cosines": [[1, 1, None], [1, 1, 1], [None, 1, 1]]}
    assert len(list(drawn(flat).iter("title"))) == 2
