"""One dimension of quality: its measures one below the other, each on its own scale, with a row per obfuscator."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt

from stylobench.report.charts.canvas import WIDTH, Row, finish, label, sheet
from stylobench.report.charts.colours import FAINT, GRID, INK
from stylobench.report.words import known, squeezed

ROW, HEAD, GAP, LABEL, VALUE, LONGEST = 18, 34, 10, 92, 104, 13
ROOM = WIDTH - LABEL - VALUE


def quality(measures: Sequence[Row]) -> dict[str, Any]:
    """Measures have title, note, `original` (a dashed line, or None) and `rows`: name, value, low, high, text, colour.

    Places are worked out here: no two measures share a scale.
    """
    heads, rows, lines, top = [], [], [], 0
    for measure in measures:
        heads.append({"y": top + 8, "title": measure["title"], "note": measure["note"]})
        to = _scale(measure)
        for i, row in enumerate(measure["rows"]):
            ends = {key: to(row[key]) for key in ("value", "low", "high")}
            rows.append(row | ends | {"y": top + HEAD + ROW * (i + 0.5), "name": squeezed(row["name"], LONGEST)})
        bottom = top + HEAD + ROW * len(measure["rows"])
        if known(measure["original"]):
            lines.append({"x": to(measure["original"]), "y": top + HEAD, "y2": bottom})
        top = bottom + GAP
    return finish(_layers(heads, rows, lines), (WIDTH, top), (4, VALUE, 4, LABEL))


def _scale(measure: Row) -> Any:
    ends = [row[key] for row in measure["rows"] for key in ("value", "low", "high")]
    ends += [measure["original"]] if known(measure["original"]) else []
    low, high = min(ends), max(ends)
    wide = (high - low) or 1.0
    return lambda value: 6 + (ROOM - 12) * (value - low) / wide


def _layers(heads: Sequence[Row], rows: Sequence[Row], lines: Sequence[Row]) -> list[Any]:
    data = sheet(rows)
    y, left = alt.Y("y:Q", scale=None, axis=None), {"align": "left"}

    def x(name: str) -> Any:
        return alt.X(f"{name}:Q", scale=None, axis=None)

    start = alt.XValue(-LABEL + 2)
    return [
        data.mark_rule(color=GRID, aria=False).encode(x=alt.XValue(0), x2=alt.X2Value(ROOM), y=y),
        sheet(lines).mark_rule(color=FAINT, strokeDash=[4, 3], aria=False).encode(x=x("x"), y=y, y2=alt.Y2("y2:Q")),
        data.mark_rule(color=INK, strokeWidth=1.4, aria=False).encode(x=x("low"), x2=alt.X2("high:Q"), y=y),
        data.mark_point(filled=True, size=60, opacity=1).encode(
            x=x("value"), y=y, color=alt.Color("colour:N", scale=None), description=alt.Description("hover:N")
        ),
        label(data, "name", x=alt.XValue(-8), y=y, style={"align": "right"}),
        label(data, "text", x=alt.XValue(ROOM + 8), y=y, style=left),
        label(sheet(heads), "title", x=start, y=y, style={**left, "fontWeight": "bold"}),
        label(sheet(heads), "note", x=start, y=y, style={**left, "color": FAINT, "dy": 14}),
    ]
