"""Cues: how much of each feature's variance belongs to the author, and how much to the topic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt

from stylobench.report.charts.canvas import GLYPH, WIDTH, Row, finish, label, sheet
from stylobench.report.charts.colours import FAINT, SERIES
from stylobench.report.words import feature, known, percent, shortened

SIZE, MARGINS, LABELS = 260, (14, 16, 40, 56), 10


def cues(table: Sequence[Mapping[str, Any]], noun: str) -> dict[str, Any]:
    """A dot per feature; those that mark the author most and the topic least carry their names."""
    rows = [_row(cue) for cue in table if known(cue.get("author_share")) and known(cue.get("topic_share"))]
    top = max([0.05, *(max(row["author"], row["topic"]) for row in rows)]) * 1.08
    scale = alt.Scale(domain=[0, top], nice=False)
    x = alt.X("topic:Q", scale=scale, axis=_axis(f"share of variance by {noun}"))
    y = alt.Y("author:Q", scale=scale, axis=_axis("by author"))
    diagonal = sheet([{"topic": 0, "author": 0}, {"topic": top, "author": top}])
    dots = sheet(rows)
    names = sheet(_labelled(rows, top))
    layers = [
        diagonal.mark_line(color=FAINT, strokeDash=[4, 3], strokeWidth=1, aria=False).encode(x=x, y=y),
        dots.mark_point(filled=True, color=SERIES[0], size=26, opacity=0.55).encode(
            x=x, y=y, description=alt.Description("hover:N")
        ),
        label(names, "name", x=x, y=y, style={"align": "left", "dx": 6}),
    ]
    return finish(layers, (WIDTH, SIZE), MARGINS)


def _axis(title: str) -> Any:
    return alt.Axis(format=".0%", title=title, tickCount=5)


def _row(cue: Mapping[str, Any]) -> Row:
    name = feature(str(cue["feature"]))
    author, topic = cue["author_share"], cue["topic_share"]
    words = f"{name}: author {percent(author)}, topic {percent(topic)}"
    return {"name": shortened(name, 14), "author": author, "topic": topic, "hover": words}


def _labelled(rows: Sequence[Row], top: float) -> list[Row]:
    """The best features whose names do not run into one another."""
    kept: list[tuple[float, float, float]] = []
    chosen = []
    pixels = (SIZE / top, (WIDTH - MARGINS[1] - MARGINS[3]) / top)
    for row in sorted(rows, key=lambda row: (row["topic"] - row["author"], row["name"])):
        up, left = row["author"] * pixels[0], row["topic"] * pixels[1]
        right = left + 8 + GLYPH * len(row["name"])
        clear = all(abs(up - u) > 11 or right < a or left > b for u, a, b in kept)
        if clear and right < WIDTH - MARGINS[3]:
            kept.append((up, left, right))
            chosen.append(row)
        if len(chosen) == LABELS:
            break
    return chosen
