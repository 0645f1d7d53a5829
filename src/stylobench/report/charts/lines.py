"""Lines over a logarithmic axis that carry their names at the end: a bound against its risk, or against k."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import altair as alt

from stylobench.report.charts.canvas import GLYPH, WIDTH, Row, finish, label, sheet, spread
from stylobench.report.charts.colours import FAINT, INK
from stylobench.report.words import squeezed

HEIGHT, LEFT, LONGEST, TICKS = 210, 52, 15, 7
PLAIN, DASHED = [1, 0], [5, 3]


def lines(curves: Sequence[Row], across: Row, title: str, marks: Sequence[Row] = ()) -> dict[str, Any]:
    """Curves have name, colour, dash and `steps` (at, value, hover); `across` has title, format, ticks, maybe width.

    `marks` are upright lines (at, words) with their words above, such as the place where curves cross.
    """
    steps, width = [step for curve in curves for step in curve["steps"]], across.get("width", WIDTH)
    right = 12 + math.ceil(GLYPH * max(min(len(curve["name"]), LONGEST) for curve in curves))
    low, high = _room([step["value"] for step in steps])
    ends = [step["at"] for step in steps] + [mark["at"] for mark in marks]
    span = _wide(min(ends), max(ends))
    scale = alt.Scale(type="log", domain=span, nice=False)
    shown = [tick for tick in across["ticks"] if span[0] <= tick <= span[1]]
    axis = alt.Axis(title=across["title"], format=across["format"], values=shown, grid=False)
    x = alt.X("at:Q", scale=scale, axis=axis)
    y = alt.Y("value:Q", scale=alt.Scale(domain=[low, high], nice=False, zero=False),
              axis=alt.Axis(title=title, tickCount=5))  # fmt: skip
    last = [curve["steps"][-1]["value"] for curve in curves]
    places = spread([HEIGHT * (high - value) / (high - low) for value in last], 13)
    layers: list[Any] = _marks(marks, x, (span, width - LEFT - right))
    for curve, place in zip(curves, places, strict=True):
        data = sheet(curve["steps"])
        name = sheet([{"name": squeezed(curve["name"], LONGEST)}])
        layers += [
            data.mark_line(color=curve["colour"], strokeDash=curve["dash"], strokeWidth=2, aria=False).encode(x=x, y=y),
            data.mark_point(filled=True, color=curve["colour"], size=20, opacity=1).encode(
                x=x, y=y, description=alt.Description("hover:N")
            ),
            label(
                name,
                "name",
                x=alt.XValue(width - LEFT - right + 5),
                y=alt.YValue(place),
                style={"align": "left", "color": curve["colour"]},
            ),
        ]
    return finish(layers, (width, HEIGHT), (30 if marks else 8, right, 40, LEFT))


def _marks(marks: Sequence[Row], x: Any, sheet_of: tuple[Sequence[float], float]) -> list[Any]:
    """Upright lines; words that would meet stand one above the other."""
    placed = [
        mark | {"lift": -6 if i % 2 == 0 else -19, "dash": mark.get("dash", DASHED)}
        for i, mark in enumerate(sorted(marks, key=lambda mark: mark["at"]))
    ]
    layers = []
    for mark in placed:
        data = sheet([mark])
        side = _side(mark["at"], *sheet_of)
        layers += [
            data.mark_rule(color=INK, strokeDash=mark["dash"], strokeWidth=1.2, aria=False).encode(x=x),
            label(data, "words", x=x, y=alt.YValue(mark["lift"]), style={"align": side, "color": FAINT}),
        ]
    return layers


def _side(at: float, span: Sequence[float], width: float) -> str:
    """Words near an edge lean inwards."""
    place = width * math.log(at / span[0]) / math.log(span[1] / span[0])
    return "left" if place < 40 else "right" if place > width - 40 else "center"


def _wide(low: float, high: float) -> list[float]:
    return [low * 0.93, high * 1.07] if high > low else [low / 2, high * 2]


def _room(values: Sequence[float]) -> tuple[float, float]:
    room = (max(values) - min(values)) * 0.08 or 1.0
    return min(values) - room, max(values) + room


def thinned(ticks: Sequence[float]) -> list[float]:
    """At most seven ticks that do not run into one another on a logarithmic axis.

    >>> thinned([4, 5, 8, 16, 25])
    [4, 8, 16, 25]
    """
    kept: list[float] = []
    least = math.log(max(ticks) / min(ticks)) / TICKS if ticks else 0
    for tick in sorted(ticks):
        if not kept or math.log(tick / kept[-1]) >= least:
            kept.append(tick)
    return kept
