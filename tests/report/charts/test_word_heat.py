"""Words over time."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from stylobench.report.charts.svg import svg
from stylobench.report.charts.word_heat import word_heat

WORDS = [{"name": "<i> (sci)", "shares": [0.1, 0.4]}, {"name": "goal (rec)", "shares": [None, 0.2]}]


def test_the_more_items_hold_a_word_the_stronger() -> None:
    root = ET.fromstring(svg(word_heat(WORDS, ["93-01", "93-02"]), ""))
    cells = {node.findtext("title"): node for node in root.iter("path") if node.find("title") is not None}
    strength = {name: float(cell.get("opacity") or 1) for name, cell in cells.items()}
    assert list(strength) == ["<i> (sci), 93-01: 10.0%", "<i> (sci), 93-02: 40.0%", "goal (rec), 93-02: 20.0%"]
    assert strength["<i> (sci), 93-01: 10.0%"] < strength["goal (rec), 93-02: 20.0%"] < 1
    assert strength["<i> (sci), 93-02: 40.0%"] == 1
    assert {"0%", "40%", "93-01"} <= {node.text for node in root.iter("text")}


def test_words_that_nobody_used_can_be_drawn() -> None:
    root = ET.fromstring(svg(word_heat([{"name": "a", "shares": [0.0]}], ["93-01"]), ""))
    assert [node.text for node in root.iter("title")] == ["a, 93-01: 0.0%"]
