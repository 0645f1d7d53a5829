"""Quantiles against those of a normal law: on the diagonal the normal law can be trusted."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist
from typing import Any

import altair as alt

from stylobench.report.charts.canvas import WIDTH, Row, finish, sheet
from stylobench.report.charts.colours import FAINT, INK

SIZE, MARGINS = 210, (10, 18, 40, 58)


def against_normal(quantiles: Sequence[float], law: tuple[float, float], colour: str, shown: Row) -> dict[str, Any]:
    """A dot per quantile (at even steps, the ends left out, which a normal law does not have).

    `law` is mean and standard deviation; `shown` has title, digits and delta, the share marked by a larger ring.
    """
    normal = NormalDist(*law)
    last = len(quantiles) - 1
    digits, delta = shown["digits"], shown["delta"]
    rows: list[Row] = [
        {"x": normal.inv_cdf(i / last), "y": value, "hover": _told(i / last, value, normal, digits)}
        for i, value in enumerate(quantiles)
        if 0 < i < last
    ]
    marked = [rows[round(delta * last) - 1]] if 0 < round(delta * last) < last else []
    ends = [row[name] for row in rows for name in ("x", "y")]
    low, high = min(ends), max(ends)
    room = (high - low) * 0.04 or 1.0
    scale = alt.Scale(domain=[low - room, high + room], nice=False, zero=False)
    x = alt.X("x:Q", scale=scale, axis=alt.Axis(title=f"{shown['title']}, normal law", tickCount=5))
    y = alt.Y("y:Q", scale=scale, axis=alt.Axis(title="law of the mixes", tickCount=5))
    diagonal = sheet([{"x": low, "y": low}, {"x": high, "y": high}])
    layers = [
        diagonal.mark_line(color=FAINT, strokeDash=[4, 3], strokeWidth=1.2, aria=False).encode(x=x, y=y),
        sheet(rows).mark_point(filled=True, color=colour, size=16, opacity=0.75).encode(
            x=x, y=y, description=alt.Description("hover:N")
        ),
        sheet(marked).mark_point(color=INK, size=110, strokeWidth=1.6, opacity=1, aria=False).encode(x=x, y=y),
    ]  # fmt: skip
    return finish(layers, (WIDTH, SIZE), MARGINS)


def _told(share: float, value: float, normal: NormalDist, digits: int) -> str:
    return f"{100 * share:g}% of mixes lie below {value:.{digits}f}; normal law: {normal.inv_cdf(share):.{digits}f}"
