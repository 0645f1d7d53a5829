"""Shares period by period, a small area per row on one scale: growth shows without colours."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import altair as alt

from stylobench.report.charts.canvas import GLYPH, WIDTH, Row, finish, label, sheet
from stylobench.report.charts.colours import FAINT, GRID
from stylobench.report.words import known, percent, squeezed

ROW, HILL, LABEL, LONGEST = 34, 27, 130, 20


def shares_over_time(rows: Sequence[Row], periods: Sequence[str], colour: str) -> dict[str, Any]:
    """Rows have a name and `shares`, one per period (None where a period is empty)."""
    right = 8 + math.ceil(GLYPH * 11)
    wide = WIDTH - LABEL - right
    top = max([share for row in rows for share in row["shares"] if known(share)] or [1.0]) or 1.0
    step = wide / max(len(periods) - 1, 1)
    x, y = alt.X("x:Q", scale=None, axis=None), alt.Y("y:Q", scale=None, axis=None)
    layers: list[Any] = []
    for place, row in enumerate(rows):
        base = ROW * (place + 1) - 3
        points = [
            {"x": step * i, "y": base - HILL * share / top, "base": base,
             "hover": f"{row['name']}, {periods[i]}: {percent(share)}"}
            for i, share in enumerate(row["shares"]) if known(share)
        ]  # fmt: skip
        head = [{"y": base - HILL / 2, "name": squeezed(row["name"], LONGEST), "words": _ends(row["shares"])}]
        layers += [
            sheet([{"y": base}]).mark_rule(color=GRID, strokeWidth=1, aria=False).encode(y=y),
            sheet(points).mark_area(color=colour, opacity=0.3, aria=False).encode(x=x, y=y, y2=alt.Y2("base:Q")),
            sheet(points).mark_line(color=colour, strokeWidth=1.5, aria=False).encode(x=x, y=y),
            sheet(points).mark_point(filled=True, color=colour, size=18, opacity=1).encode(
                x=x, y=y, description=alt.Description("hover:N")
            ),
            label(sheet(head), "name", x=alt.XValue(-8), y=y, style={"align": "right"}),
            label(sheet(head), "words", x=alt.XValue(wide + 8), y=y, style={"align": "left", "color": FAINT}),
        ]  # fmt: skip
    layers += _periods(periods, wide, ROW * len(rows))
    return finish(layers, (WIDTH, ROW * len(rows)), (4, right, 24, LABEL))


def _ends(shares: Sequence[float | None]) -> str:
    """From the first to the last period that is known."""
    there = [share for share in shares if known(share)]
    return f"{percent(there[0], 0)} → {percent(there[-1], 0)}" if there else ""


def _periods(periods: Sequence[str], wide: float, height: int) -> list[Any]:
    """The first and the last period under the rows."""
    ends = [(0, periods[0], "left"), (wide, periods[-1], "right")] if len(periods) > 1 else [(0, periods[0], "left")]
    return [
        label(
            sheet([{"name": squeezed(name, 14)}]),
            "name",
            x=alt.XValue(at),
            y=alt.YValue(height + 10),
            style={"align": side},
        )
        for at, name, side in ends
    ]
