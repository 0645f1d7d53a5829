"""The sheet every chart is drawn on: fixed margins and colours, so that no font measure can move anything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt

from stylobench.report.charts.colours import FAINT, GRID, INK

Row = dict[str, Any]

WIDTH = 340
GLYPH = 6.1


def sheet(values: Sequence[Row]) -> Any:
    """A chart over rows."""
    return alt.Chart(alt.Data(values=list(values)))


def share_axis(low: float = 0.0, high: float = 1.0, orient: str = "bottom") -> dict[str, Any]:
    """Scale and axis of a share from low to high."""
    axis = alt.Axis(format=".0%", title=None, orient=orient, tickCount=5)
    return {"scale": alt.Scale(domain=[low, high], nice=False, zero=False, clamp=True), "axis": axis}


def label(chart: Any, text: str, **where: Any) -> Any:
    """Words beside marks."""
    style = {"color": INK, "fontSize": 10.5, "baseline": "middle", "aria": False, **where.pop("style", {})}
    return chart.mark_text(**style).encode(text=alt.Text(f"{text}:N"), **where)


def finish(layers: Sequence[Any], size: tuple[int, int], margins: tuple[int, int, int, int]) -> dict[str, Any]:
    """The layers on a sheet of a fixed size; margins are top, right, bottom, left.

    The layers are joined here and not by `alt.layer`, which copies and checks all data several times over.
    """
    top, right, bottom, left = margins
    parts = [layer.to_dict(validate=False) for layer in layers]
    return {
        "$schema": parts[0].pop("$schema"),
        "width": size[0] - left - right,
        "height": size[1],
        "padding": {"top": top, "right": right, "bottom": bottom, "left": left},
        "autosize": {"type": "none"},
        "background": "transparent",
        "config": {"view": {"stroke": None}, "axis": AXIS},
        "datasets": {name: rows for part in parts for name, rows in part.pop("datasets", {}).items()},
        "layer": [{key: value for key, value in part.items() if key in LAYER} for part in parts],
    }


LAYER = frozenset(("data", "mark", "encoding", "transform"))
AXIS = {
    "domainColor": FAINT,
    "tickColor": FAINT,
    "gridColor": GRID,
    "labelColor": INK,
    "titleColor": INK,
    "labelFontSize": 10.5,
    "titleFontSize": 10.5,
    "titleFontWeight": "normal",
    "labelOverlap": False,
    "labelFlush": False,
}


def spread(wanted: Sequence[float], gap: float) -> list[float]:
    """Positions at least `gap` apart, in the order wanted, moved as little as pushing down allows.

    >>> spread([10, 12, 40], 10)
    [10, 20, 40]
    """
    placed: dict[int, float] = {}
    last = float("-inf")
    for index in sorted(range(len(wanted)), key=lambda i: (wanted[i], i)):
        last = max(wanted[index], last + gap)
        placed[index] = last
    return [placed[index] for index in range(len(wanted))]
