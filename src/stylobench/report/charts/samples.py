"""One sample of topics against random ones: a diamond for HITS, a dot for each random sample."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt

from stylobench.report.charts.canvas import WIDTH, Row, finish, sheet
from stylobench.report.charts.colours import GRID, INK
from stylobench.report.charts.intervals import LABEL, LONGEST, ROW, across, around, down, faint_dots, marks, names
from stylobench.report.words import squeezed


def against_random(rows: Sequence[Row], title: str) -> dict[str, Any]:
    """A row per verifier or measure: name, words, value (HITS), low, high, random (values), colour and hover.

    A tick marks the mean of the random samples.
    """
    placed = [row | {"row": i, "name": squeezed(row["name"], LONGEST)} for i, row in enumerate(rows)]
    dots = [{"row": row["row"], "at": value, "colour": row["colour"]} for row in placed for value in row["random"]]
    means = [{"row": row["row"], "at": row["mean"]} for row in placed if row["mean"] is not None]
    ends = [row[name] for row in placed for name in ("low", "value", "high")] + [dot["at"] for dot in dots]
    scale, axis, y = around(ends), across(title), down(placed)
    at = alt.X("at:Q", scale=scale, axis=axis)
    data = sheet([{key: value for key, value in row.items() if key != "random"} for row in placed])
    layers = [
        data.mark_rule(color=GRID, strokeWidth=1, aria=False).encode(y=y),
        faint_dots(dots).encode(x=at, y=y),
        sheet(means).mark_tick(color=INK, height=17, thickness=1.6, aria=False).encode(x=at, y=y),
        data.mark_rule(color=INK, strokeWidth=1.3, aria=False).encode(
            x=alt.X("low:Q", scale=scale, axis=axis), x2=alt.X2("high:Q"), y=y
        ),
        marks(data, "shape:N", 110).encode(x=alt.X("value:Q", scale=scale, axis=axis), y=y),
        *names(data, y),
    ]  # fmt: skip
    return finish(layers, (WIDTH, ROW * len(placed)), (4, 18, 38, LABEL))
