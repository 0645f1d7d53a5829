"""Scores before and after rewriting, a line per problem: hollow before, filled after, a tick at the threshold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt

from stylobench.report.charts.canvas import WIDTH, Row, finish, label, sheet
from stylobench.report.charts.colours import FAINT, GRID, INK, PAPER
from stylobench.report.words import known, squeezed

ROW, LABEL, LONGEST, KEY = 15, 96, 14, 22


def before_after(rows: Sequence[Row], colour: str, title: str) -> dict[str, Any]:
    """Rows have name, before, after, threshold (any may be None) and hover."""
    placed = [row | {"row": i, "name": squeezed(row["name"], LONGEST)} for i, row in enumerate(rows)]
    ends = [row[key] for row in placed for key in ("before", "after", "threshold") if known(row[key])]
    scale = alt.Scale(domain=_around(ends), nice=False, zero=False)
    axis = alt.Axis(title=title, tickCount=5, grid=False)
    y = alt.Y("row:O", axis=None, scale=alt.Scale(domain=[row["row"] for row in placed], padding=0))

    def x(name: str) -> Any:
        return alt.X(f"{name}:Q", scale=scale, axis=axis)

    both, first, last, limit = (
        sheet([row for row in placed if all(known(row[key]) for key in keys)])
        for keys in (("before", "after"), ("before",), ("after",), ("threshold",))
    )
    hover = alt.Description("hover:N")
    layers = [
        sheet(placed).mark_rule(color=GRID, strokeWidth=1, aria=False).encode(y=y),
        limit.mark_tick(color=INK, thickness=1.6, size=ROW, aria=False).encode(x=x("threshold"), y=y),
        both.mark_rule(color=colour, strokeWidth=2, aria=False).encode(x=x("before"), x2=alt.X2("after:Q"), y=y),
        first.mark_point(filled=True, fill=PAPER, stroke=colour, strokeWidth=1.6, size=42, opacity=1)
        .encode(x=x("before"), y=y, description=hover),
        last.mark_point(filled=True, color=colour, size=46, opacity=1).encode(x=x("after"), y=y, description=hover),
        label(sheet(placed), "name", x=alt.XValue(-8), y=y, style={"align": "right", "color": FAINT}),
        *_key(colour),
    ]  # fmt: skip
    return finish(layers, (WIDTH, ROW * len(placed)), (KEY + 6, 14, 38, LABEL))


def _key(colour: str) -> list[Any]:
    """What the marks mean, above the sheet."""
    spots = ((0, PAPER, "before"), (62, colour, "after"))
    layers = []
    for at, fill, words in spots:
        spot = sheet([{}]).mark_point(filled=True, fill=fill, stroke=colour, strokeWidth=1.6, size=42, aria=False)
        layers.append(spot.encode(x=alt.XValue(at + 4), y=alt.YValue(-14)))
        layers.append(_words(words, at + 13))
    tick = sheet([{}]).mark_rule(color=INK, strokeWidth=1.6, aria=False)
    layers.append(tick.encode(x=alt.XValue(118), y=alt.YValue(-20), y2=alt.Y2Value(-8)))
    return [*layers, _words("threshold", 124)]


def _words(words: str, at: float) -> Any:
    return label(sheet([{"words": words}]), "words", x=alt.XValue(at), y=alt.YValue(-14), style={"align": "left"})


def _around(ends: Sequence[float]) -> list[float]:
    low, high = min(ends, default=0.0), max(ends, default=1.0)
    if low >= 0 and high <= 1:
        return [-0.02, 1.02]
    room = (high - low) * 0.05 or 1.0
    return [low - room, high + room]
