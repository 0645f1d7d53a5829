"""Scores against what they say."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from stylobench.report.charts.reliability import reliability
from stylobench.report.charts.svg import svg


def test_a_bin_stands_where_score_and_share_say_with_or_without_an_interval() -> None:
    """The plot is 340 - 58 - 18 = 264 pixels wide and 220 high: .25 lies at 66, a share of .9 at 22."""
    part = {
        "low": 0.2,
        "high": 0.3,
        "trials": 40,
        "mean_score": 0.25,
        "same_share": 0.9,
        "same_low": 0.8,
        "same_high": 1,
    }
    root = ET.fromstring(svg(reliability([part, part | {"same_low": None, "same_high": None}], "#0067a8"), ""))
    dots = [node for node in root.iter("path") if node.find("title") is not None]
    assert [dot.get("transform") for dot in dots] == ["translate(66,22)"] * 2
    told = [dot.findtext("title") for dot in dots]
    assert told[0] == "scores around 25.0%: 90.0% [80.0, 100] same author, 40 trials"
    assert told[1] == "scores around 25.0%: 90.0% same author, 40 trials"
