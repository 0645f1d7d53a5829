"""Charts: the same bytes each time, and nothing in them but drawing."""

from __future__ import annotations

import runpy
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from stylobench.report.charts.canvas import spread
from stylobench.report.charts.svg import ATTRIBUTES, ELEMENTS, svg
from stylobench.report.charts.topics import topics
from stylobench.report.stories import story
from stylobench.report.story import Figure, Panel
from stylobench.report.words import clean

HERE = Path(__file__).parents[1]
LEAKAGE = runpy.run_path(str(HERE / "example_leakage.py"))["EXAMPLES"]
EXAMPLES = runpy.run_path(str(HERE / "example_result.py"))["EXAMPLES"]
EXAMPLES |= {f"leakage_{name}": make for name, make in LEAKAGE.items()}


def panels(result: dict[str, Any]) -> list[Panel]:
    blocks = [block for chapter in story(clean(result)).chapters for block in chapter.blocks]
    return [panel for block in blocks if isinstance(block, Figure) for panel in block.panels]


def test_drawing_twice_gives_the_same_bytes() -> None:
    panel = panels(EXAMPLES["bare"]())[0]
    assert svg(panel.draw(), panel.alt) == svg(panel.draw(), panel.alt)


@pytest.mark.parametrize("name", ["three_methods", "hostile", "two_authors", "leakage_hostile"])
def test_only_drawing_survives_in_a_chart(name: str) -> None:
    for panel in panels(EXAMPLES[name]()):
        root = ET.fromstring(svg(panel.draw(), panel.alt))
        assert root.get("role") == "img"
        assert root.get("aria-label") == panel.alt
        for node in root.iter():
            assert node.tag in ELEMENTS
            assert set(node.attrib) <= ATTRIBUTES | ({"role", "aria-label"} if node is root else set())


def test_a_chart_shows_names_as_text_and_tells_the_number_on_hover() -> None:
    fold = {"topic": "<b>&", "documents": 90, "accuracy": 0.5, "low": 0.4, "high": 0.6}
    drawn = svg(topics({"folds": [fold], "mean": 0.5, "low": 0.4, "high": 0.6}, ["<b>&"], "topic", "#0067a8"), "alt")
    texts = [node.text for node in ET.fromstring(drawn).iter("text")]
    hovers = [node.text for node in ET.fromstring(drawn).iter("title")]
    assert "<b>&" in texts
    assert hovers == ["<b>&: 50.0% [40.0, 60.0], 90 documents of this topic"]


def test_a_dot_stands_where_its_accuracy_says() -> None:
    """The plot is 340 - 128 - 20 = 192 pixels wide: 25% lies at 48."""
    fold = {"topic": "a", "documents": 9, "accuracy": 0.25, "low": 0.0, "high": 1.0}
    drawn = ET.fromstring(svg(topics({"folds": [fold]}, ["a"], "topic", "#0067a8"), ""))
    dot = next(node for node in drawn.iter("path") if node.find("title") is not None)
    assert str(dot.get("transform")).startswith("translate(48,")


def test_labels_are_pushed_apart_in_order() -> None:
    assert spread([5, 5, 5, 100], 10) == [5, 15, 25, 100]
