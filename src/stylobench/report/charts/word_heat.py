"""Words by period: the stronger the colour, the more of the period's items hold the word."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import altair as alt

from stylobench.report.charts.canvas import GLYPH, Row, finish, label, sheet
from stylobench.report.charts.colours import SERIES
from stylobench.report.charts.heat_map import LETTERS, SHADES, key
from stylobench.report.words import known, percent, shortened

SIDE, ACROSS, LONGEST, HEAD = 20, 26, 22, 12


def word_heat(words: Sequence[Row], periods: Sequence[str]) -> dict[str, Any]:
    """Rows have a name and `shares`, one per period."""
    cells: list[Row] = [
        {"row": i, "column": j, "share": share, "hover": f"{row['name']}, {periods[j]}: {percent(share)}"}
        for i, row in enumerate(words)
        for j, share in enumerate(row["shares"])
        if known(share)
    ]
    top = max([cell["share"] for cell in cells] or [1.0]) or 1.0
    x = alt.X("column:O", axis=None, scale=alt.Scale(domain=list(range(len(periods))), padding=0))
    y = alt.Y("row:O", axis=None, scale=alt.Scale(domain=list(range(len(words))), padding=0))
    shade = alt.Opacity("share:Q", legend=None, scale=alt.Scale(domain=[0, top], range=list(SHADES)))
    names: list[Row] = [{"row": i, "name": shortened(row["name"], LONGEST)} for i, row in enumerate(words)]
    heads: list[Row] = [{"column": j, "name": shortened(period, HEAD)} for j, period in enumerate(periods)]
    left = 20 + math.ceil(GLYPH * LETTERS / 10.5 * max(len(name["name"]) for name in names))
    above = 12 + math.ceil(GLYPH * max(len(head["name"]) for head in heads))
    height, wide = SIDE * len(words), max(ACROSS * len(periods), 160)
    layers = [
        sheet(cells).mark_rect(color=SERIES[0]).encode(x=x, y=y, opacity=shade, description=alt.Description("hover:N")),
        label(sheet(names), "name", x=alt.XValue(-6), y=y, style={"align": "right", "fontSize": LETTERS}),
        label(sheet(heads), "name", x=x, y=alt.YValue(-6), style={"align": "left", "angle": 270}),
        *key((percent(0, 0), percent(top, 0)), height, "share of the period’s items with the word"),
    ]
    return finish(layers, (wide + left + 90, height), (above, 90, 64, left))
