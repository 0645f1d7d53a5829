"""The impact map: a square per pair, stronger where more is lost, another colour where the method was helped."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

from stylobench.report.charts.colours import SERIES
from stylobench.report.charts.impact_map import STRONGEST, impact_map
from stylobench.report.charts.svg import svg


def square(row: int, column: int, impact: float | None, text: str = "x") -> dict[str, Any]:
    return {"row": row, "column": column, "impact": impact, "text": text, "sides": "[1, 2]", "clear": True,
            "hover": f"{row}/{column}"}  # fmt: skip


def drawn(rows: list[dict[str, Any]]) -> ET.Element:
    return ET.fromstring(svg(impact_map(rows, ["a", "<b>"], ["first", "second"]), "alt"))


ROWS = [square(0, 0, 1.0), square(0, 1, 0.5), square(1, 0, -0.5), square(1, 1, None, "failed")]


def test_the_more_is_lost_the_stronger_and_help_has_its_own_colour() -> None:
    found = {
        (node.findtext("title"), node.get("fill")): float(node.get("opacity") or 1)
        for node in drawn(ROWS).iter("path")
        if node.find("title") is not None and node.get("fill") in SERIES
    }
    assert found == {("0/0", SERIES[0]): STRONGEST, ("0/1", SERIES[0]): 0.23, ("1/0", SERIES[1]): 0.23}


def test_a_failed_cell_says_so_and_has_no_interval() -> None:
    texts = [node.text for node in drawn(ROWS).iter("text")]
    assert texts.count("failed") == 1
    assert texts.count("[1, 2]") == 3
    assert {"a", "<b>", "first", "second"} <= set(texts)


def test_many_methods_get_low_rows_with_the_interval_beside_the_number() -> None:
    names = ["family", *(f"m{i}" for i in range(20))]
    spec = impact_map([square(row, 0, 0.5, "50") for row in range(1, 21)], names, ["first"], heads=[0])
    assert spec["height"] == 21 * 23
    root = ET.fromstring(svg(spec, "alt"))
    assert [node.text for node in root.iter("text")].count("50 [1, 2]") == 20
    assert [node.text for node in root.iter("text") if node.get("font-weight") == "bold"].count("family") == 1
