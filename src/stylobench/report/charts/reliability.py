"""Whether a score means what it says: the share of same-author pairs against the score, beside the diagonal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt

from stylobench.report.charts.canvas import WIDTH, Row, finish, share_axis, sheet
from stylobench.report.charts.colours import FAINT
from stylobench.report.words import known, many, percent, share_with_interval

SIZE, MARGINS = 220, (12, 18, 40, 58)


def reliability(bins: Sequence[Mapping[str, Any]], colour: str) -> dict[str, Any]:
    """A dot with its interval per bin of scores; larger where there are more trials."""
    rows = [_row(part) for part in bins]
    x, y = _axis("score", "score of the verifier"), _axis("share", "same author")
    diagonal = sheet([{"score": 0, "share": 0}, {"score": 1, "share": 1}])
    data = sheet(rows)
    size = alt.Size("trials:Q", legend=None, scale=alt.Scale(type="sqrt", range=[25, 130], zero=True))
    layers = [
        diagonal.mark_line(color=FAINT, strokeDash=[4, 3], strokeWidth=1.2, aria=False).encode(
            x=alt.X("score:Q", **x), y=alt.Y("share:Q", **y)
        ),
        data.mark_line(color=colour, strokeWidth=1.4, opacity=0.55, aria=False).encode(
            x=alt.X("score:Q", **x), y=alt.Y("share:Q", **y)
        ),
        data.mark_rule(color=colour, strokeWidth=1.5, aria=False).encode(
            x=alt.X("score:Q", **x), y=alt.Y("low:Q", **y), y2=alt.Y2("high:Q")
        ),
        data.mark_point(filled=True, color=colour, opacity=1).encode(
            x=alt.X("score:Q", **x), y=alt.Y("share:Q", **y), size=size, description=alt.Description("hover:N")
        ),
    ]
    return finish(layers, (WIDTH, SIZE), MARGINS)


def _axis(field: str, title: str) -> dict[str, Any]:
    parts = share_axis(orient="bottom" if field == "score" else "left")
    return parts | {"axis": alt.Axis(format=".0%", title=title, tickCount=5)}


def _row(part: Mapping[str, Any]) -> Row:
    sure = share_with_interval(part["same_share"], part.get("same_low"), part.get("same_high"))
    return {
        "score": part["mean_score"],
        "share": part["same_share"],
        "low": part["same_low"] if known(part.get("same_low")) else part["same_share"],
        "high": part["same_high"] if known(part.get("same_high")) else part["same_share"],
        "trials": part["trials"],
        "hover": f"scores around {percent(part['mean_score'])}: {sure} same author, {many(part['trials'], 'trial')}",
    }
