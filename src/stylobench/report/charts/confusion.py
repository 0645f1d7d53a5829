"""Who is taken for whom on a new topic: a heat map, dark where a row's documents went."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import altair as alt

from stylobench.report.charts.canvas import GLYPH, Row, finish, label, sheet
from stylobench.report.charts.colours import INK, PAPER
from stylobench.report.words import count, percent, squeezed

LONGEST = 17


def confusion(counts: Mapping[str, Any], colour: str) -> dict[str, Any]:
    """Rows are the true authors, columns the answers; each row adds up to its author's documents."""
    names = counts["authors"]
    side = 24 if len(names) <= 15 else 15
    span = side * len(names)
    x, y = (
        alt.X("guess:O", axis=None, scale=_cells(names)),
        alt.Y("truth:O", axis=None, scale=_cells(names)),
    )
    cells = sheet(_filled(counts))
    shade = alt.Opacity("share:Q", legend=None, scale=alt.Scale(domain=[0, 1], range=[0.06, 1]))
    heads = sheet([{"at": i, "name": squeezed(name, LONGEST)} for i, name in enumerate(names)])
    down, across = (
        alt.Y("at:O", axis=None, scale=_cells(names)),
        alt.X("at:O", axis=None, scale=_cells(names)),
    )
    layers = [
        cells.mark_rect(color=colour, stroke=PAPER, strokeWidth=1).encode(
            x=x, y=y, opacity=shade, description=alt.Description("hover:N")
        ),
        label(heads, "name", x=alt.XValue(-6), y=down, style={"align": "right"}),
        label(heads, "name", x=across, y=alt.YValue(-6), style={"align": "left", "angle": 270}),
    ]
    if side > 15:
        for bright, ink in ((False, INK), (True, PAPER)):
            numbers = cells.transform_filter(alt.datum.bright == bright)
            layers.append(label(numbers, "shown", x=x, y=y, style={"align": "center", "fontSize": 8.5, "color": ink}))
    room = 16 + math.ceil(GLYPH * max(min(len(name), LONGEST) for name in names))
    return finish(layers, (span + room + 10, span), (room, 10, 8, room))


def _cells(names: list[str]) -> Any:
    return alt.Scale(domain=list(range(len(names))), padding=0)


def _filled(counts: Mapping[str, Any]) -> list[Row]:
    names, rows = counts["authors"], []
    for i, line in enumerate(counts["matrix"]):
        total = sum(line)
        for j, number in enumerate(line):
            if number:
                share = number / total
                words = f"{names[i]} taken for {names[j]}" if i != j else f"{names[i]} recognised"
                hover = f"{words}: {count(number)} of {count(total)} ({percent(share)})"
                rows.append({"truth": i, "guess": j, "share": share, "shown": f"{number:g}" if number < 1e4 else "",
                             "bright": share > 0.5, "hover": hover})  # fmt: skip
    return rows
