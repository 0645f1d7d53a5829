"""Shares over time."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from stylobench.report.charts.over_time import HILL, shares_over_time
from stylobench.report.charts.svg import svg

ROWS = [{"name": "<i>", "shares": [0.2, None, 0.4]}, {"name": "b", "shares": [None, None, None]}]


def drawn(periods: list[str]) -> ET.Element:
    rows = [row | {"shares": row["shares"][: len(periods)]} for row in ROWS]
    return ET.fromstring(svg(shares_over_time(rows, periods, "#0067a8"), ""))


def test_every_known_share_tells_itself_on_one_scale() -> None:
    dots = [node for node in drawn(["93-01", "93-02", "93-03"]).iter("path") if node.find("title") is not None]
    assert [node.findtext("title") for node in dots] == ["<i>, 93-01: 20.0%", "<i>, 93-03: 40.0%"]
    heights = [float(str(node.get("transform"))[10:-1].split(",")[1]) for node in dots]
    assert heights[0] - heights[1] == pytest.approx(HILL / 2)


def test_first_and_last_are_written_beside_the_row() -> None:
    texts = [node.text for node in drawn(["93-01", "93-02", "93-03"]).iter("text")]
    assert "20% → 40%" in texts
    assert {"93-01", "93-03"} <= set(texts)


def test_one_period_can_be_drawn() -> None:
    assert "93-01" in [node.text for node in drawn(["93-01"]).iter("text")]
