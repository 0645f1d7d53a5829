"""Estimates with their intervals, one below the other, beside a line that they are read against."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt

from stylobench.report.charts.canvas import WIDTH, Row, finish, label, sheet
from stylobench.report.charts.colours import FAINT, GRID, INK
from stylobench.report.words import squeezed

ROW, LABEL, LONGEST = 34, 128, 20


def intervals(
    rows: Sequence[Row], title: str, reference: float | None = None, beside: Sequence[Row] = ()
) -> dict[str, Any]:
    """A mark per row: name, words (below the name), value, low, high, colour, shape, hover and, as `dots`, what chance
    alone gives. A row that is a `head` has a name only, that of the rows below it.

    The scale also holds the rows `beside`, so that panels can be compared.
    """
    every, placed = _placed(rows)
    dots = [{"row": row["row"], "at": at, "colour": row["colour"]} for row in placed for at in row.pop("dots", ())]
    ends = edges([*placed, *beside]) + [dot["at"] for dot in dots] + ([] if reference is None else [reference])
    scale, axis = around(ends), across(title)
    y = down(every)
    data = sheet(placed)
    layers = [data.mark_rule(color=GRID, strokeWidth=1, aria=False).encode(y=y)]
    if reference is not None:
        line = sheet([{"at": reference}]).mark_rule(color=FAINT, strokeDash=[4, 3], strokeWidth=1.3, aria=False)
        layers.append(line.encode(x=alt.X("at:Q", scale=scale, axis=axis)))
    layers += [
        faint_dots(dots).encode(x=alt.X("at:Q", scale=scale, axis=axis), y=y),
        data.mark_rule(color=INK, strokeWidth=1.5, aria=False).encode(
            x=alt.X("low:Q", scale=scale, axis=axis), x2=alt.X2("high:Q"), y=y
        ),
        marks(data, "shape:N", 85).encode(x=alt.X("value:Q", scale=scale, axis=axis), y=y),
        *names(data, y),
        *_heads(every, y),
    ]
    return finish(layers, (WIDTH, ROW * len(every)), (4, 18, 38, LABEL))


def two_sided(near: Sequence[Row], far: Sequence[Row], title: str) -> dict[str, Any]:
    """Two marks per row, the near one above the far one; names and words are those of the near rows."""
    every, placed = _placed(near)[0], [_placed(side)[1] for side in (near, far)]
    scale, axis = around(edges([row for side in placed for row in side])), across(title)
    y = down(every)
    layers = [sheet(placed[0]).mark_rule(color=GRID, strokeWidth=1, aria=False).encode(y=y)]
    for side, lift in zip(placed, (-5, 5), strict=True):
        data = sheet(side)
        layers += [
            data.mark_rule(color=INK, strokeWidth=1.5, yOffset=lift, aria=False).encode(
                x=alt.X("low:Q", scale=scale, axis=axis), x2=alt.X2("high:Q"), y=y
            ),
            marks(data, "shape:N", 75, lift).encode(x=alt.X("value:Q", scale=scale, axis=axis), y=y),
        ]
    layers += [*names(sheet(placed[0]), y), *_heads(every, y)]
    return finish(layers, (WIDTH, ROW * len(near)), (4, 18, 38, LABEL))


def _placed(rows: Sequence[Row]) -> tuple[list[Row], list[Row]]:
    """All rows with their places, and those that are no heads."""
    every = [row | {"row": i, "name": squeezed(row["name"], LONGEST)} for i, row in enumerate(rows)]
    return every, [row for row in every if not row.get("head")]


def _heads(rows: Sequence[Row], y: Any) -> list[Any]:
    heads = [row for row in rows if row.get("head")]
    style = {"align": "right", "fontWeight": "bold", "dy": 8}
    return [label(sheet(heads), "name", x=alt.XValue(-8), y=y, style=style)] if heads else []


def down(rows: Sequence[Row]) -> Any:
    """Rows one below the other."""
    return alt.Y("row:O", axis=None, scale=alt.Scale(domain=[row["row"] for row in rows], padding=0))


def names(data: Any, y: Any) -> list[Any]:
    """What a row is, and below it what was found."""
    return [
        label(data, "name", x=alt.XValue(-8), y=y, style={"align": "right", "dy": -6}),
        label(data, "words", x=alt.XValue(-8), y=y, style={"align": "right", "dy": 7, "color": FAINT}),
    ]


def marks(data: Any, shape: str, size: int, lift: int = 0) -> Any:
    """Filled marks in the colour of their row that tell their numbers on hover."""
    return data.mark_point(filled=True, size=size, opacity=1, yOffset=lift).encode(
        color=alt.Color("colour:N", scale=None),
        shape=alt.Shape(shape, scale=None),
        description=alt.Description("hover:N"),
    )


def faint_dots(rows: Sequence[Row]) -> Any:
    """Small dots in the colour of their row, behind its mark."""
    return (
        sheet(rows)
        .mark_point(filled=True, size=34, opacity=0.4, aria=False)
        .encode(color=alt.Color("colour:N", scale=None))
    )


def edges(rows: Sequence[Row]) -> list[float]:
    """Every end that has to be seen."""
    return [float(row[name]) for row in rows for name in ("low", "value", "high")]


def around(values: Sequence[float]) -> Any:
    """A scale with some room on both sides."""
    low, high = min(values), max(values)
    room = (high - low) * 0.08 or 1.0
    return alt.Scale(domain=[low - room, high + room], nice=False, zero=False)


def across(title: str) -> Any:
    """A plain axis of numbers with its unit."""
    return alt.Axis(title=title, tickCount=4, grid=False)
