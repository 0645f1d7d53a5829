"""The four cells: same or different author, same or different topic, by distance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt

from stylobench.report.charts.canvas import WIDTH, finish, label, sheet
from stylobench.report.charts.colours import FAINT, INK, SERIES
from stylobench.report.words import count, decimal, known

ROW, LABEL = 30, 118


def distances(cells: Sequence[Mapping[str, Any]], noun: str) -> dict[str, Any]:
    """A dot with its interval per cell; the smaller, the more alike."""
    rows = [_row(i, cell, noun) for i, cell in enumerate(cells) if known(cell.get("mean"))]
    edges = [row[name] for row in rows for name in ("low", "high")]
    room = (max(edges) - min(edges)) * 0.12 or 0.1
    scale = alt.Scale(domain=[min(edges) - room, max(edges) + room], nice=False, zero=False)
    x = alt.X("mean:Q", scale=scale, axis=alt.Axis(title="mean distance", tickCount=4))
    y = alt.Y("row:O", axis=None, scale=alt.Scale(domain=[row["row"] for row in rows], padding=0))
    data = sheet(rows)
    layers = [
        data.mark_rule(color=INK, strokeWidth=1.4, aria=False).encode(
            x=alt.X("low:Q", scale=scale, axis=alt.Axis(title="mean distance", tickCount=4)), x2=alt.X2("high:Q"), y=y
        ),
        *(
            data.transform_filter(alt.datum.author == author)
            .mark_point(filled=True, color=colour, size=70, opacity=1)
            .encode(x=x, y=y, description=alt.Description("hover:N"))
            for author, colour in (("same", SERIES[0]), ("different", SERIES[1]))
        ),
        label(data, "name", x=alt.XValue(-8), y=y, style={"align": "right", "dy": -5}),
        label(data, "second", x=alt.XValue(-8), y=y, style={"align": "right", "dy": 7, "color": FAINT}),
    ]
    return finish(layers, (WIDTH, ROW * len(rows)), (6, 18, 40, LABEL))


def _row(position: int, cell: Mapping[str, Any], noun: str) -> dict[str, Any]:
    mean = cell["mean"]
    low, high = (cell[name] if known(cell.get(name)) else mean for name in ("low", "high"))
    name, second = f"{cell['author']} author", f"{cell['topic']} {noun}"
    sure = f"{decimal(mean, 3)} [{decimal(low, 3)}, {decimal(high, 3)}]"
    return {
        "row": position,
        "author": cell["author"],
        "name": name,
        "second": second,
        "mean": mean,
        "low": low,
        "high": high,
        "hover": f"{name}, {second}: {sure}, {count(cell.get('pairs'))} pairs",
    }
