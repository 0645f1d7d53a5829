"""How a measure spreads over mixes: a hill per method, its tail beyond the bound shaded, today's score beside it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import altair as alt

from stylobench.report.charts.canvas import WIDTH, Row, finish, label, sheet
from stylobench.report.charts.colours import FAINT, GRID, INK
from stylobench.report.words import known, squeezed

ROW, HILL, LABEL, LONGEST, STEPS = 66, 48, 128, 20, 80
SMOOTH = (1, 4, 6, 4, 1)


def ridges(rows: Sequence[Row], title: str, loss: bool = False, width: int = WIDTH) -> dict[str, Any]:
    """Rows have name, words, colour, hover, `posterior` and `mixing` (quantiles at even steps), bound and today.

    Every hill is drawn to its own height; both laws of a row share it. For a loss the tail lies on the right.
    """
    low, high = _ends(rows)
    grid = [low + (high - low) * i / STEPS for i in range(STEPS + 1)]
    axis = {"scale": alt.Scale(domain=[low, high], nice=False, zero=False),
            "axis": alt.Axis(title=title, tickCount=5, grid=False)}  # fmt: skip
    layers: list[Any] = []
    for place, row in enumerate(rows):
        layers += _hill(row, ROW * (place + 1) - 6, grid, axis, loss)
    heads = [
        {"y": ROW * (place + 1) - 30, "name": squeezed(row["name"], LONGEST), "words": row["words"]}
        for place, row in enumerate(rows)
    ]
    y = alt.Y("y:Q", scale=None, axis=None)
    layers += [
        label(sheet(heads), "name", x=alt.XValue(-8), y=y, style={"align": "right", "dy": -6}),
        label(sheet(heads), "words", x=alt.XValue(-8), y=y, style={"align": "right", "dy": 7, "color": FAINT}),
    ]
    return finish(layers, (width, ROW * len(rows)), (4, 18, 38, LABEL))


def _ends(rows: Sequence[Row]) -> tuple[float, float]:
    """All but the outermost half per cent on either side, and every mark."""
    shown = [value for row in rows for law in ("posterior", "mixing") for value in row[law][1:-1]]
    shown += [row[name] for row in rows for name in ("bound", "today") if known(row.get(name))]
    shown = shown or [0.0]
    room = (max(shown) - min(shown)) * 0.05 or 1.0
    return min(shown) - room, max(shown) + room


def _hill(row: Row, base: float, grid: Sequence[float], axis: dict[str, Any], loss: bool) -> list[Any]:
    curves = {law: density(row[law], grid) for law in ("posterior", "mixing")}
    top = max([*curves["posterior"], *curves["mixing"], 1e-12])
    x, y = alt.X("x:Q", **axis), alt.Y("y:Q", scale=None, axis=None)
    points = {
        law: [{"x": at, "y": base - HILL * value / top, "base": base} for at, value in zip(grid, curve, strict=True)]
        for law, curve in curves.items()
    }
    tail = _beyond(points["posterior"], row.get("bound"), loss)
    area = {"x": x, "y": y, "y2": alt.Y2("base:Q")}
    marks = [{"x": row["today"], "y": base, "hover": row["hover"]}] if known(row.get("today")) else []
    bound = [{"x": row["bound"], "y": base - HILL, "base": base + 4}] if known(row.get("bound")) else []
    return [
        sheet([{"y": base}]).mark_rule(color=GRID, strokeWidth=1, aria=False).encode(y=y),
        sheet(points["posterior"]).mark_area(color=row["colour"], opacity=0.22, aria=False).encode(**area),
        sheet(tail).mark_area(color=row["colour"], opacity=0.6, aria=False).encode(**area),
        sheet(points["mixing"]).mark_line(color=FAINT, strokeWidth=1.2, strokeDash=[3, 2], aria=False).encode(x=x, y=y),
        sheet(points["posterior"]).mark_line(color=row["colour"], strokeWidth=1.6, aria=False).encode(x=x, y=y),
        sheet(bound).mark_rule(color=INK, strokeWidth=1.8, aria=False).encode(**area),
        sheet(marks).mark_point(filled=True, shape="diamond", color=row["colour"], size=110, opacity=1).encode(
            x=x, y=y, description=alt.Description("hover:N")
        ),
    ]  # fmt: skip


def _beyond(points: Sequence[Row], bound: Any, loss: bool) -> list[Row]:
    """The part of a hill on the wrong side of the bound."""
    if not known(bound) or not points:
        return []
    kept = [point for point in points if (point["x"] >= bound if loss else point["x"] <= bound)]
    if not kept:
        return []
    edge = (kept[0] if loss else kept[-1]) | {"x": bound}
    return [edge, *kept] if loss else [*kept, edge]


def density(quantiles: Sequence[float], grid: Sequence[float]) -> list[float]:
    """A smoothed histogram on an even grid from quantiles at even steps; flat zero where there are none.

    >>> density([0.0, 1.0], [-1.0, 0.0, 0.5, 1.0, 2.0])[2] > density([0.0, 1.0], [-1.0, 0.0, 0.5, 1.0, 2.0])[0]
    True
    """
    if not quantiles:
        return [0.0] * len(grid)
    step = grid[1] - grid[0]
    edges = [grid[0] - step / 2 + step * i for i in range(len(grid) + 1)]
    below = [_below(quantiles, edge) for edge in edges]
    mass = [after - before for before, after in pairwise(below)]
    padded = [0.0, 0.0, *mass, 0.0, 0.0]
    return [sum(w * padded[i + j] for j, w in enumerate(SMOOTH)) / sum(SMOOTH) for i in range(len(mass))]


def _below(quantiles: Sequence[float], at: float) -> float:
    """The share of the law that lies below a value."""
    last = len(quantiles) - 1
    first, after = bisect_left(quantiles, at), bisect_right(quantiles, at)
    if first == 0 or after > last:
        return 0.0 if after <= last else 1.0
    left, right = quantiles[first - 1], quantiles[first]
    part = (at - left) / (right - left) if right > left else 0.0
    return (first - 1 + part) / last
