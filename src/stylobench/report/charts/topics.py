"""Accuracy per topic: a dot with its interval, as large as the topic, beside chance and the mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt

from stylobench.report.charts.canvas import WIDTH, Row, finish, label, share_axis, sheet
from stylobench.report.charts.colours import FAINT, INK, PAPER
from stylobench.report.words import known, percent, share_interval, squeezed

LABEL, ROW = 128, 17


def topics(novel: Mapping[str, Any], order: Sequence[str], noun: str, colour: str) -> dict[str, Any]:
    """The chart of one method; topics stand in the given order, so that panels can be compared."""
    rows = [_row(position, topic, novel, noun) for position, topic in enumerate(order)]
    height = ROW * len(rows)
    marks = sheet([row for row in rows if known(row.get("accuracy"))])
    y = alt.Y("row:O", axis=None, scale=alt.Scale(domain=list(range(len(rows))), padding=0))
    x = alt.X("accuracy:Q", **share_axis(orient="top"))
    layers = [
        *_references(novel, height, colour),
        label(sheet(rows), "label", x=alt.XValue(-8), y=y, style={"align": "right"}),
        marks.mark_rule(color=colour, strokeWidth=1.4, opacity=0.75, aria=False).encode(
            x=alt.X("low:Q", **share_axis(orient="top")), x2=alt.X2("high:Q"), y=y
        ),
        *(_dots(marks, starved, colour).encode(x=x, y=y) for starved in (False, True)),
    ]
    return finish(layers, (WIDTH, height), (26, 20, 8, LABEL))


def _row(position: int, topic: str, novel: Mapping[str, Any], noun: str) -> Row:
    fold = next((fold for fold in novel["folds"] if fold["topic"] == topic), {"topic": topic})
    row: Row = {"row": position, "label": squeezed(topic, 19), "starved": bool(fold.get("starved"))}
    if not known(fold.get("accuracy")):
        return row
    accuracy = fold["accuracy"]
    words = f"{topic}: {percent(accuracy)} {share_interval(fold.get('low'), fold.get('high'))}"
    return row | {
        "accuracy": accuracy,
        "low": fold["low"] if known(fold.get("low")) else accuracy,
        "high": fold["high"] if known(fold.get("high")) else accuracy,
        "documents": fold["documents"],
        "hover": f"{words}, {fold['documents']} documents of this {noun}",
    }


def _dots(marks: Any, starved: bool, colour: str) -> Any:
    size = alt.Size("documents:Q", legend=None, scale=alt.Scale(type="sqrt", range=[18, 170], zero=True))
    style = {"fill": PAPER, "stroke": colour, "strokeWidth": 1.8} if starved else {"filled": True, "color": colour}
    return (
        marks.transform_filter(alt.datum.starved == starved)
        .mark_point(opacity=1, **style)
        .encode(size=size, description=alt.Description("hover:N"))
    )


def _references(novel: Mapping[str, Any], height: int, colour: str) -> list[Any]:
    lead = "topic_" if novel.get("lead") == "topic" else ""
    mean, low, high = (novel.get(f"{lead}{name}") for name in ("mean", "low", "high"))
    layers = []
    if known(low) and known(high):
        band = sheet([{"low": low, "high": high}]).mark_rect(color=colour, opacity=0.14, aria=False)
        layers.append(
            band.encode(
                x=alt.X("low:Q", **share_axis(orient="top")),
                x2=alt.X2("high:Q"),
                y=alt.YValue(0),
                y2=alt.Y2Value(height),
            )
        )
    for value, dash, ink in ((mean, [1, 0], INK), (novel.get("chance"), [4, 3], FAINT)):
        if known(value):
            rule = sheet([{"at": value}]).mark_rule(color=ink, strokeDash=dash, strokeWidth=1.2, aria=False)
            layers.append(rule.encode(x=alt.X("at:Q", **share_axis(orient="top"))))
    return layers
