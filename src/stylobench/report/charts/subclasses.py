"""Subclasses one below the other: a bar as long as the share of today's mix, and the measure with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt

from stylobench.report.charts.canvas import WIDTH, Row, finish, label, sheet
from stylobench.report.charts.colours import FAINT, GRID, INK
from stylobench.report.charts.intervals import around, down, edges, marks
from stylobench.report.words import known, squeezed

ROW, LABEL, LONGEST, BAR, GAP = 24, 184, 21, 42, 10


def subclasses(rows: Sequence[Row], title: str, reference: float | None, beside: Sequence[Row]) -> dict[str, Any]:
    """Rows have name, share, value, low, high, colour and hover; a row without a value keeps its place.

    The dashed line is today's score; the scale also holds the rows `beside`, so that panels can be compared.
    """
    placed = [row | {"row": i, "name": squeezed(row["name"], LONGEST), "shape": "circle"} for i, row in enumerate(rows)]
    valued = [row for row in placed if known(row.get("value"))]
    ends = edges([row for row in (*valued, *beside) if known(row.get("value"))])
    scale = around(ends + ([] if reference is None else [reference]) or [0.0])
    x = {"scale": scale, "axis": alt.Axis(title=title, tickCount=4, grid=False)}
    y, data = down(placed), sheet(valued)
    line = sheet([] if reference is None else [{"at": reference}])
    layers = [
        sheet(placed).mark_rule(color=GRID, strokeWidth=1, aria=False).encode(y=y),
        line.mark_rule(color=FAINT, strokeDash=[4, 3], strokeWidth=1.3, aria=False).encode(x=alt.X("at:Q", **x)),
        data.mark_rule(color=INK, strokeWidth=1.4, aria=False).encode(x=alt.X("low:Q", **x), x2=alt.X2("high:Q"), y=y),
        marks(data, "shape:N", 70).encode(x=alt.X("value:Q", **x), y=y),
        *_shares(placed, y),
        label(sheet(placed), "name", x=alt.XValue(-BAR - GAP - 8), y=y, style={"align": "right"}),
    ]
    return finish(layers, (WIDTH, ROW * len(placed)), (4, 14, 38, LABEL))


def _shares(placed: Sequence[Row], y: Any) -> list[Any]:
    """Bars left of the scale, the longest as long as there is room."""
    longest = max([row["share"] for row in placed if known(row["share"])] or [1.0]) or 1.0
    bars = [
        {"row": row["row"], "from": -BAR - GAP, "to": -BAR - GAP + BAR * row["share"] / longest}
        for row in placed
        if known(row["share"])
    ]
    bar = sheet(bars).mark_bar(color=FAINT, height=9, opacity=0.5, aria=False)
    return [bar.encode(x=alt.X("from:Q", scale=None), x2=alt.X2("to:Q"), y=y)]
