"""One measure of quality on a scale of its own, with a row per obfuscator."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt

from stylobench.report.charts.canvas import WIDTH, Row, finish, label, sheet
from stylobench.report.charts.colours import FAINT, GRID, INK
from stylobench.report.words import known, squeezed

ROW, LABEL, VALUE, LONGEST = 18, 92, 104, 13
ROOM = WIDTH - LABEL - VALUE


def quality(rows: Sequence[Row], original: float | None) -> dict[str, Any]:
    """Rows have name, value, low, high, text, colour and hover; the original is a dashed line, or None.

    Places are worked out here, from the least to the most seen.
    """
    ends = [row[key] for row in rows for key in ("value", "low", "high")]
    to = _scale([*ends, original] if known(original) else ends)
    placed = [
        row
        | {key: to(row[key]) for key in ("value", "low", "high")}
        | {"y": ROW * (i + 0.5), "name": squeezed(row["name"], LONGEST)}
        for i, row in enumerate(rows)
    ]
    high = ROW * len(rows)
    lines = [{"x": to(original), "y": 0, "y2": high}] if known(original) else []
    return finish(_layers(placed, lines), (WIDTH, high), (4, VALUE, 4, LABEL))


def _scale(ends: Sequence[float]) -> Any:
    low, high = min(ends), max(ends)
    wide = (high - low) or 1.0
    return lambda value: 6 + (ROOM - 12) * (value - low) / wide


def _layers(rows: Sequence[Row], lines: Sequence[Row]) -> list[Any]:
    data = sheet(rows)
    y = alt.Y("y:Q", scale=None, axis=None)

    def x(name: str) -> Any:
        return alt.X(f"{name}:Q", scale=None, axis=None)

    return [
        data.mark_rule(color=GRID, aria=False).encode(x=alt.XValue(0), x2=alt.X2Value(ROOM), y=y),
        sheet(lines).mark_rule(color=FAINT, strokeDash=[4, 3], aria=False).encode(x=x("x"), y=y, y2=alt.Y2("y2:Q")),
        data.mark_rule(color=INK, strokeWidth=1.4, aria=False).encode(x=x("low"), x2=alt.X2("high:Q"), y=y),
        data.mark_point(filled=True, size=60, opacity=1).encode(
            x=x("value"), y=y, color=alt.Color("colour:N", scale=None), description=alt.Description("hover:N")
        ),
        label(data, "name", x=alt.XValue(-8), y=y, style={"align": "right"}),
        label(data, "text", x=alt.XValue(ROOM + 8), y=y, style={"align": "left"}),
    ]
