"""Later periods against the bounds made before them."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

import pytest

from stylobench.report.charts.backtest import backtest
from stylobench.report.charts.svg import svg


def row(value: float | None, held: bool | None, **more: Any) -> dict[str, Any]:
    words = {"name": "1993-01", "words": "n = 9", "colour": "#0067a8", "hover": f"{value}", "held": held}
    return {**words, "value": value, "low": value, "high": value, "bound": 5.0, "future": None, **more}


def drawn(rows: list[dict[str, Any]]) -> ET.Element:
    return ET.fromstring(svg(backtest(rows, "points", rows), ""))


def told(rows: list[dict[str, Any]]) -> list[ET.Element]:
    return [node for node in drawn(rows).iter("path") if node.find("title") is not None]


def test_a_period_that_fell_through_is_a_hollow_square() -> None:
    held, fell = told([row(10.0, True), row(0.0, False)])
    assert (held.get("fill"), held.findtext("title")) == ("#0067a8", "10.0")
    assert (fell.get("fill"), fell.get("stroke"), fell.findtext("title")) == ("#fffffe", "#0067a8", "0.0")


def test_a_miss_by_luck_is_a_hollow_circle() -> None:
    square, circle = told([row(0.0, False), row(1.0, False, luck=True)])[::-1]
    assert circle.get("fill") == square.get("fill") == "#fffffe"
    assert "A" in str(circle.get("d"))
    assert "A" not in str(square.get("d"))


def test_dots_stand_on_the_scale_of_their_bounds() -> None:
    """0 to 10 and 8% room on both sides: 180 pixels for 11.6 units."""
    across = [float(str(node.get("transform"))[10:].split(",")[0]) for node in told([row(10.0, True), row(0.0, False)])]
    assert across == pytest.approx([10.8 / 11.6 * 180, 0.8 / 11.6 * 180], abs=0.01)


def test_what_is_unknown_is_not_drawn() -> None:
    assert told([row(None, None, bound=None)]) == []
    assert len(told([row(3.0, None, bound=None)])) == 1
