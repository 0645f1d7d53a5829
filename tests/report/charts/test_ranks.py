"""Places fold by fold."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from stylobench.report.charts.ranks import ranks
from stylobench.report.charts.svg import svg
from stylobench.report.leakage.ranking import ranked


def test_equal_scores_share_a_place() -> None:
    assert ranked([0.5, 0.5, 0.9]) == [2.5, 2.5, 1.0]


def test_the_best_stands_at_the_top_and_every_dot_tells_its_place() -> None:
    lines = [
        {"name": "ppm", "colour": "#0067a8", "ranks": [1.0, 2.0]},
        {"name": "<b>", "colour": "#b84a00", "ranks": [2.0, 1.0]},
    ]
    root = ET.fromstring(svg(ranks(lines, [1, 3]), ""))
    dots = {node.findtext("title"): node for node in root.iter("path") if node.find("title") is not None}
    assert list(dots) == ["ppm, fold 1: rank 1", "ppm, fold 3: rank 2", "<b>, fold 1: rank 2", "<b>, fold 3: rank 1"]
    heights = [float(str(dot.get("transform"))[10:-1].split(",")[1]) for dot in dots.values()]
    assert heights[0] == heights[3] == 0
    assert heights[1] == heights[2] > 0


def test_thirty_folds_do_not_crowd_the_axis() -> None:
    folds = list(range(1, 31))
    root = ET.fromstring(svg(ranks([{"name": "ppm", "colour": "#0067a8", "ranks": [1.0] * 30}], folds), ""))
    shown = [node.text for node in root.iter("text") if (node.text or "").isdigit()]
    assert shown[:3] == ["1", "4", "7"]
