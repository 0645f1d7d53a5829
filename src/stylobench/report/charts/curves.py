"""Curves with bands: retraining on more topics, unmasking, and the topics a comparison needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt

from stylobench.report.charts.canvas import WIDTH, Row, finish, label, share_axis, sheet, spread
from stylobench.report.charts.colours import FAINT, INK, SERIES
from stylobench.report.words import count, known, many, percent, plural, points, share_interval

HEIGHT, MARGINS = 200, (12, 16, 40, 46)


def retrain(curve: Sequence[Mapping[str, Any]], noun: str, colour: str) -> dict[str, Any]:
    """Accuracy on a new topic against the number of training topics."""
    rows = [_retrain_row(step, noun) for step in curve if known(step.get("mean"))]
    counts = [row["at"] for row in rows]
    x = alt.X("at:Q", scale=_padded(counts), axis=_steps(counts, noun))
    data = sheet(rows)
    y = alt.Y("value:Q", **share_axis(orient="left"))
    layers = [
        data.mark_area(color=colour, opacity=0.16, aria=False).encode(
            x=x, y=alt.Y("low:Q", **share_axis(orient="left")), y2=alt.Y2("high:Q")
        ),
        data.mark_line(color=colour, strokeWidth=2, aria=False).encode(x=x, y=y),
        data.mark_point(filled=True, color=colour, size=45, opacity=1).encode(
            x=x, y=y, description=alt.Description("hover:N")
        ),
    ]
    return finish(layers, (WIDTH, HEIGHT), MARGINS)


def _steps(counts: Sequence[int], noun: str) -> Any:
    ticks = {"values": list(counts)} if len(counts) <= 8 else {"tickCount": 6}
    return alt.Axis(title=f"{plural(noun)} in training", format="d", grid=False, **ticks)


def _retrain_row(step: Mapping[str, Any], noun: str) -> Row:
    words = f"{percent(step['mean'])} {share_interval(step.get('low'), step.get('high'))}"
    hover = f"{many(step['topics'], noun)} in training: {words}"
    return _banded(step["topics"], step["mean"], step) | {"hover": hover}


def _banded(at: float, value: float, source: Mapping[str, Any]) -> Row:
    low, high = source.get("low"), source.get("high")
    return {
        "at": at,
        "value": value,
        "low": low if known(low) else value,
        "high": high if known(high) else value,
    }


def _padded(values: Sequence[float]) -> Any:
    low, high = min(values), max(values)
    room = (high - low) * 0.04 or 1
    return alt.Scale(domain=[low - room, high + room], nice=False, zero=False)


def unmasking(curves: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """How fast two groups of documents stop being tellable apart as their best features are removed."""
    drawn = [curve for curve in curves if curve["curve"]]
    ends = [curve["curve"][-1]["accuracy"] for curve in drawn]
    places = spread([HEIGHT * (1 - end) for end in ends], 13)
    rows = [_banded(step["removed"], step["accuracy"], step) | {"line": i, "hover": _unmasked(curve, step)}
            for i, curve in enumerate(drawn) for step in curve["curve"]]  # fmt: skip
    x = alt.X("at:Q", scale=_padded([row["at"] for row in rows]),
              axis=alt.Axis(title="features removed", grid=False, tickCount=5))  # fmt: skip
    layers: list[Any] = []
    for i, (curve, place) in enumerate(zip(drawn, places, strict=True)):
        colour, dash = _author_colour(curve), [1, 0] if curve["topic"] == "same" else [5, 3]
        data = sheet([row for row in rows if row["line"] == i])
        y = alt.Y("value:Q", **share_axis(orient="left"))
        band = alt.Y("low:Q", **share_axis(orient="left"))
        name = sheet([{"name": f"{curve['author']} / {curve['topic']}"}])
        layers += [
            data.mark_area(color=colour, opacity=0.1, aria=False).encode(x=x, y=band, y2=alt.Y2("high:Q")),
            data.mark_line(color=colour, strokeDash=dash, strokeWidth=2, aria=False).encode(x=x, y=y),
            data.mark_point(filled=True, color=colour, size=22, opacity=1).encode(
                x=x, y=y, description=alt.Description("hover:N")
            ),
            label(name, "name", x=alt.XValue(WIDTH - 46 - 106 + 6), y=alt.YValue(place), style={"align": "left"}),
        ]
    return finish(layers, (WIDTH, HEIGHT), (12, 106, 40, 46))


def _author_colour(curve: Mapping[str, Any]) -> str:
    return SERIES[0] if curve["author"] == "same" else SERIES[1]


def _unmasked(curve: Mapping[str, Any], step: Mapping[str, Any]) -> str:
    where = f"{curve['author']} author, {curve['topic']} topic, {step['removed']} features removed"
    return f"{where}: {percent(step['accuracy'])} {share_interval(step.get('low'), step.get('high'))}"


def needed(pair: Mapping[str, Any], have: int, colour: str) -> dict[str, Any]:
    """Topics that a comparison needs against the difference it should find, one line per power."""
    rows = [_needed_row(step) for step in pair["curve"] if known(step.get("topics")) and step["topics"] > 0]
    powers = sorted({row["power"] for row in rows})
    x = alt.X("at:Q", scale=_padded([row["at"] for row in rows] or [0, 1]),
              axis=alt.Axis(title="true difference, points", grid=False, tickCount=5))  # fmt: skip
    edges = [row[name] for row in rows for name in ("value", "low", "high")] + [have]
    scale = alt.Scale(type="log", domain=[max(1, min(edges) * 0.8), max(edges) * 1.25], nice=False, clamp=True)
    axis = alt.Axis(title=None, format=",d", values=_decades(min(edges) * 0.8, max(edges) * 1.25))
    corner = _corner(have, min(edges), max(edges))
    here = sheet([{"have": have, "name": f"this corpus: {count(have)}"}])
    at_have = alt.Y("have:Q", scale=scale, axis=axis)
    layers: list[Any] = [
        here.mark_rule(color=INK, strokeDash=[4, 3], aria=False).encode(y=at_have),
        label(here, "name", x=alt.XValue(corner[0]), y=at_have, style={**corner[1], "dy": -7, "color": FAINT}),
    ]
    for rank, power in enumerate(powers):
        data = sheet([row for row in rows if row["power"] == power])
        y = alt.Y("value:Q", scale=scale, axis=axis)
        line = data.mark_line(color=colour, strokeWidth=1.2 + 0.6 * rank, strokeDash=DASHES[rank % 3], aria=False)
        if power == _enough(powers):
            band = data.mark_area(color=colour, opacity=0.14, aria=False)
            layers.append(band.encode(x=x, y=alt.Y("low:Q", scale=scale, axis=axis), y2=alt.Y2("high:Q")))
        layers += [line.encode(x=x, y=y), data.mark_point(filled=True, color=colour, size=22, opacity=1)
                   .encode(x=x, y=y, description=alt.Description("hover:N"))]  # fmt: skip
    return finish(layers, (WIDTH, HEIGHT), MARGINS)


def _corner(have: float, low: float, high: float) -> tuple[int, dict[str, str]]:
    """Where the line's name stands clear of falling curves: right when the line is high, left when low."""
    if have * have > low * high:
        return WIDTH - MARGINS[1] - MARGINS[3] - 4, {"align": "right"}
    return 4, {"align": "left"}


def _decades(low: float, high: float) -> list[int]:
    steps = [step * 10**power for power in range(8) for step in (1, 3)]
    return [step for step in steps if low <= step <= high]


DASHES = ([2, 3], [1, 0], [6, 3])


def _enough(powers: Sequence[float]) -> float:
    """The power whose band is drawn: 80% where it is there."""
    return min(powers, key=lambda power: abs(power - 0.8))


def _needed_row(step: Mapping[str, Any]) -> Row:
    low, high = step.get("topics_low"), step.get("topics_high")
    sure = f" [{count(low)}, {count(high)}]" if known(low) and known(high) else ""
    hover = f"{points(step['difference'])} points at {percent(step['power'], 0)} power: {count(step['topics'])}{sure}"
    source = {"low": max(low, 1) if known(low) else None, "high": high}
    return _banded(100 * step["difference"], step["topics"], source) | {
        "power": step["power"],
        "hover": hover,
    }
