"""Bounds from the past against what came out: a dot per later period, right of its bound or left of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt

from stylobench.report.charts.canvas import WIDTH, Row, finish, label, sheet
from stylobench.report.charts.colours import FAINT, GRID, INK, PAPER
from stylobench.report.charts.intervals import across, around, down, edges
from stylobench.report.words import known, squeezed

ROW, LABEL, LONGEST = 30, 146, 23


def backtest(rows: Sequence[Row], title: str, beside: Sequence[Row]) -> dict[str, Any]:
    """Rows have name, words, value, low, high, bound, future, held, luck, colour and hover.

    A period that fell through its bound is a hollow square, by luck of a small sample a hollow circle.
    The scale also holds the rows `beside`.
    """
    placed = [row | {"row": i, "name": squeezed(row["name"], LONGEST)} for i, row in enumerate(rows)]
    valued = [row for row in placed if known(row.get("value"))]
    ends = edges([row for row in (*valued, *beside) if known(row.get("value"))])
    ends += [row[law] for row in (*placed, *beside) for law in ("bound", "future") if known(row.get(law))]
    x = {"scale": around(ends or [0.0]), "axis": across(title)}
    y, data = down(placed), sheet(valued)
    layers = [sheet(placed).mark_rule(color=GRID, strokeWidth=1, aria=False).encode(y=y)]
    layers += [_ticks(placed, law, x, y) for law in ("future", "bound")]
    layers += [
        data.mark_rule(color=FAINT, strokeWidth=1.5, aria=False).encode(
            x=alt.X("low:Q", **x), x2=alt.X2("high:Q"), y=y
        ),
        *(_dots(valued, shape, x, y) for shape in ("filled", "circle", "square")),
        label(sheet(placed), "name", x=alt.XValue(-8), y=y, style={"align": "right", "dy": -6}),
        label(sheet(placed), "words", x=alt.XValue(-8), y=y, style={"align": "right", "dy": 6, "color": FAINT}),
    ]
    return finish(layers, (WIDTH, ROW * len(placed)), (4, 14, 38, LABEL))


def _ticks(placed: Sequence[Row], law: str, x: Row, y: Any) -> Any:
    ink, height, thickness = (INK, 20, 2.2) if law == "bound" else (FAINT, 12, 1.4)
    there = sheet([{"row": row["row"], "at": row[law]} for row in placed if known(row.get(law))])
    return there.mark_tick(color=ink, height=height, thickness=thickness, aria=False).encode(x=alt.X("at:Q", **x), y=y)


def _shape(row: Row) -> str:
    if row["held"] is not False:
        return "filled"
    return "circle" if row.get("luck") else "square"


def _dots(valued: Sequence[Row], shape: str, x: Row, y: Any) -> Any:
    data = sheet([row for row in valued if _shape(row) == shape])
    if shape != "filled":
        marks = data.mark_point(shape=shape, fill=PAPER, size=80, opacity=1, strokeWidth=2.2)
        return marks.encode(
            x=alt.X("value:Q", **x), y=y, stroke=alt.Stroke("colour:N", scale=None),
            description=alt.Description("hover:N"),
        )  # fmt: skip
    return data.mark_point(filled=True, size=75, opacity=1).encode(
        x=alt.X("value:Q", **x), y=y, color=alt.Color("colour:N", scale=None), description=alt.Description("hover:N")
    )
