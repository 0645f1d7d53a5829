"""How alike the topics are, two by two: the half below the diagonal, the selected topics first and framed."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt

from stylobench.report.charts.canvas import GLYPH, Row, finish, label, sheet
from stylobench.report.charts.colours import FAINT, INK, SERIES
from stylobench.report.words import decimal, known, squeezed

LONGEST, SHADES, KEY, LETTERS = 24, (0.05, 1.0), 150, 12.5


def heat_map(heat: Mapping[str, Any]) -> dict[str, Any]:
    """A cell per pair of topics; selected topics carry a diamond before their name."""
    names = heat["topics"]
    side = 24 if len(names) <= 12 else 19 if len(names) <= 30 else 12
    cells = _cells(names, heat["cosines"])
    ends = [cell["cosine"] for cell in cells]
    domain = [min(ends), max(ends)] if max(ends) > min(ends) else [min(ends) - 1, max(ends)]
    ranks = list(range(len(names)))
    shade = alt.Opacity("cosine:Q", legend=None, scale=alt.Scale(domain=domain, range=list(SHADES)))
    heads = _heads(names, heat["selected"])
    x, y = (
        alt.X("column:O", axis=None, scale=alt.Scale(domain=ranks, padding=0)),
        alt.Y("row:O", axis=None, scale=alt.Scale(domain=ranks, padding=0)),
    )
    height, size = side * len(names), min(LETTERS, side - 1)
    room = 20 + math.ceil(GLYPH * size / 10.5 * max(len(head["name"]) for head in heads))
    layers = [
        sheet(cells).mark_rect(color=SERIES[0]).encode(
            x=x, y=y, opacity=shade, description=alt.Description("hover:N")
        ),
        *(
            label(sheet([head for head in heads if head["chosen"] == chosen]), "name", x=alt.XValue(-6), y=y,
                  style={"align": "right", "fontSize": size, "color": ink})
            for chosen, ink in ((True, INK), (False, FAINT))
        ),
        *_frame(sum(heat["selected"]), side),
        *key([decimal(value, 2) for value in domain], height, "cosine between two topics"),
    ]  # fmt: skip
    return finish(layers, (height + room + 12, height), (8, 12, 64, room))


def _cells(names: Sequence[str], cosines: Sequence[Sequence[Any]]) -> list[Row]:
    return [
        {
            "row": i,
            "column": j,
            "cosine": cosines[i][j],
            "hover": f"{names[i]} / {names[j]}: {decimal(cosines[i][j], 3)}",
        }
        for i in range(len(names))
        for j in range(i)
        if known(cosines[i][j])
    ]


def _heads(names: Sequence[str], selected: Sequence[bool]) -> list[Row]:
    return [
        {"row": i, "name": ("◆ " if chosen else "") + squeezed(name, LONGEST), "chosen": bool(chosen)}
        for i, (name, chosen) in enumerate(zip(names, selected, strict=True))
    ]


def _frame(chosen: int, side: int) -> list[Any]:
    """The triangle of the pairs among selected topics, which stand first."""
    end = chosen * side
    lines = ((0, 0, 0, end), (0, end, end, end), (0, 0, end, end))
    return [
        sheet([{}]).mark_rule(color=INK, strokeWidth=1.4, aria=False)
        .encode(x=alt.XValue(x), y=alt.YValue(y), x2=alt.X2Value(x2), y2=alt.Y2Value(y2))
        for x, y, x2, y2 in lines if chosen > 1
    ]  # fmt: skip


def key(ends: Sequence[str], height: int, meaning: str) -> list[Any]:
    """The shades from the least to the most, below a map of this height, and what they mean."""
    steps = 8
    wide, deeper = KEY / steps, (SHADES[1] - SHADES[0]) / (steps - 1)
    layers = [
        sheet([{}]).mark_rect(color=SERIES[0], opacity=SHADES[0] + deeper * i, aria=False)
        .encode(x=alt.XValue(i * wide), x2=alt.X2Value((i + 1) * wide), y=alt.YValue(height + 14),
                y2=alt.Y2Value(height + 24))
        for i in range(steps)
    ]  # fmt: skip
    places = ((0, 37, "left"), (KEY, 37, "right"), (0, 53, "left"))
    for words, (across, below, side) in zip((*ends, meaning), places, strict=True):
        layers.append(label(sheet([{"words": words}]), "words", x=alt.XValue(across), y=alt.YValue(height + below),
                            style={"align": side, "color": FAINT, "fontSize": LETTERS}))  # fmt: skip
    return layers
