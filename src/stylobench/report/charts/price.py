"""The price of novelty as a ladder: from standard cross-validation down to a topic never seen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import altair as alt

from stylobench.report.charts.canvas import WIDTH, Row, finish, label, share_axis, sheet
from stylobench.report.charts.colours import FAINT, GRID, INK
from stylobench.report.words import known, percent, points, points_interval, share_interval

ROW, LABEL = 34, 128


def ladder(method: Mapping[str, Any], noun: str, colour: str) -> dict[str, Any]:
    """Two levels and two steps; every one with its interval."""
    rows = _levels(method) + _steps(method)
    height = 4 * ROW
    y = alt.Y("row:O", axis=None, scale=alt.Scale(domain=[0, 1, 2, 3], padding=0))
    axis = share_axis()
    data = sheet(rows)
    levels = data.transform_filter(alt.datum.kind == "level")
    steps = data.transform_filter(alt.datum.kind == "step")
    names = sheet([{"row": i, "name": name.format(noun)} for i, name in enumerate(NAMES)])
    layers = [
        names.mark_rule(color=GRID, strokeWidth=1, aria=False).encode(y=y),
        steps.mark_bar(color=colour, height=13, opacity=0.45).encode(
            x=alt.X("from:Q", **axis), x2=alt.X2("to:Q"), y=y, description=alt.Description("hover:N")
        ),
        data.mark_rule(color=INK, strokeWidth=1.3, aria=False).encode(
            x=alt.X("low:Q", **axis), x2=alt.X2("high:Q"), y=y
        ),
        levels.mark_point(filled=True, color=colour, size=85, opacity=1).encode(
            x=alt.X("to:Q", **axis), y=y, description=alt.Description("hover:N")
        ),
        label(names, "name", x=alt.XValue(-8), y=y, style={"align": "right", "dy": -6}),
        label(data, "words", x=alt.XValue(-8), y=y, style={"align": "right", "dy": 7, "color": FAINT}),
    ]
    return finish(layers, (WIDTH, height), (4, 20, 24, LABEL))


NAMES = ("standard", "starvation", "novelty", "new {}")


def _levels(method: Mapping[str, Any]) -> list[Row]:
    rows = []
    for position, part in ((0, method.get("standard")), (3, method.get("novel_topic"))):
        if part and known(part.get("mean")):
            low, high = part.get("low"), part.get("high")
            words = f"{percent(part['mean'])} {share_interval(low, high)}"
            rows.append(_mark("level", position, (part["mean"], part["mean"]), (low, high), words))
    return rows


def _steps(method: Mapping[str, Any]) -> list[Row]:
    novelty, novel = method.get("novelty") or {}, method.get("novel_topic") or {}
    price, starvation = novelty.get("price"), novelty.get("starvation")
    if not (known(price) and known(novel.get("mean"))):
        return []
    end = novel["mean"]
    rows = [_step(2, end + price, novelty, "")]
    if known(starvation):
        rows.append(_step(1, end + price + starvation, novelty, "starvation_"))
    return rows


def _step(position: int, start: float, novelty: Mapping[str, Any], prefix: str) -> Row:
    size = novelty["starvation" if prefix else "price"]
    low, high = novelty.get(f"{prefix}low"), novelty.get(f"{prefix}high")
    lost = [-bound if known(bound) else None for bound in (high, low)]
    words = f"{points(-size)} {points_interval(lost[0], lost[1])}"
    ends = tuple(start + bound if known(bound) else None for bound in lost)
    return _mark("step", position, (start, start - size), ends, words)


def _mark(kind: str, row: int, ends: tuple[float, float], interval: tuple[Any, ...], words: str) -> Row:
    low, high = (bound if known(bound) else ends[1] for bound in interval)
    return {
        "kind": kind, "row": row, "from": ends[0], "to": ends[1], "low": low, "high": high,
        "words": words, "hover": words,
    }  # fmt: skip
