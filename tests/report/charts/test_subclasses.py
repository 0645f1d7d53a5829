"""Subclasses with their share and their interval; backtested periods against their bounds."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from stylobench.report.charts.subclasses import BAR, subclasses
from stylobench.report.charts.svg import svg


def row(name: str, share: float | None, value: float | None) -> dict[str, Any]:
    ends = {"value": value, "low": value, "high": value}
    return {"name": name, "share": share, "colour": "#0067a8", "hover": name, **ends}


ROWS = [row("<i>", 0.5, 0.0), row("b", 0.25, None), row("a name that is far too long for it", None, 10.0)]


def drawn() -> ET.Element:
    return ET.fromstring(svg(subclasses(ROWS, "points", 5.0, [row("beside", 0.1, 20.0)]), ""))


def test_a_subclass_without_a_value_keeps_its_place() -> None:
    dots = [node for node in drawn().iter("path") if node.find("title") is not None]
    assert [node.findtext("title") for node in dots] == ["<i>", "a name that is far too long for it"]
    heights = [float(str(node.get("transform"))[10:-1].split(",")[1]) for node in dots]
    assert heights[1] - heights[0] == 48


def test_panels_share_their_scale() -> None:
    """0 to 20 and 8% room on both sides: 142 pixels for 23.2 units."""
    dots = [node for node in drawn().iter("path") if node.find("title") is not None]
    across = [float(str(node.get("transform"))[10:].split(",")[0]) for node in dots]
    assert across == pytest.approx([1.6 / 23.2 * 142, 11.6 / 23.2 * 142], abs=0.01)


def test_bars_are_as_long_as_the_shares() -> None:
    bars = [node.get("d") or "" for node in drawn().iter("path") if node.get("opacity") == "0.5"]
    lengths = [float(re.findall(r"h(-?[\d.]+)", bar)[0]) for bar in bars]
    assert lengths == pytest.approx([BAR, BAR / 2])


def test_long_names_are_squeezed() -> None:
    assert max(len(node.text or "") for node in drawn().iter("text")) <= 22
