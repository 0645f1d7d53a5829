"""Quantiles against a normal law."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from statistics import NormalDist

import pytest

from stylobench.report.charts.quantiles import MARGINS, SIZE, against_normal
from stylobench.report.charts.svg import svg

SHOWN = {"title": "accuracy", "digits": 1, "delta": 0.05}
NORMAL = [80.0, *(NormalDist(84, 2).inv_cdf(i / 200) for i in range(1, 200)), 90.0]


def dots(quantiles: list[float]) -> list[tuple[float, float, str | None]]:
    root = ET.fromstring(svg(against_normal(quantiles, (84, 2), "#0067a8", SHOWN), ""))
    told = [node for node in root.iter("path") if node.find("title") is not None]
    places = [str(node.get("transform"))[10:-1].split(",") for node in told]
    return [(float(x), float(y), node.findtext("title")) for (x, y), node in zip(places, told, strict=True)]


def test_a_normal_law_lies_on_the_diagonal_and_its_ends_are_left_out() -> None:
    wide = 340 - MARGINS[1] - MARGINS[3]
    found = dots(NORMAL)
    assert len(found) == 199
    for x, y, _ in found:
        assert x / wide == pytest.approx(1 - y / SIZE, abs=0.001)


def test_a_dot_tells_its_share() -> None:
    assert dots(NORMAL)[99][2] == "50% of mixes lie below 84.0; normal law: 84.0"


def test_the_chosen_risk_has_a_ring() -> None:
    root = ET.fromstring(svg(against_normal(NORMAL, (84, 2), "#0067a8", SHOWN), ""))
    rings = [
        node for node in root.iter("path") if node.get("stroke") == "#1b1f24" and node.get("stroke-width") == "1.6"
    ]
    assert len(rings) == 1
    x, y = (float(part) for part in str(rings[0].get("transform"))[10:-1].split(","))
    assert (x, y) == pytest.approx(dots(NORMAL)[9][:2])
