"""Impact of obfuscators on methods: a square per pair with its number and interval, the stronger the more was lost."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import Any

import altair as alt

from stylobench.report.charts.canvas import GLYPH, Row, finish, label, sheet
from stylobench.report.charts.colours import FAINT, GRID, SERIES
from stylobench.report.charts.heat_map import LETTERS
from stylobench.report.words import squeezed

ROW, LOW, COLUMN, LONGEST, HEAD, STRONGEST = 36, 23, 92, 26, 12, 0.45
MANY = 14


def impact_map(
    rows: Sequence[Row], methods: Sequence[str], obfuscators: Sequence[str], heads: Collection[int] = ()
) -> dict[str, Any]:
    """Rows have row, column, impact (None where there is none), text, sides, clear and hover.

    Squares stay pale enough for the words on them, in light and in the dark. Many methods get low rows; those at the
    places of `heads` are no methods but name the family of those below them.
    """
    low = len(methods) > MANY
    x = alt.X("column:O", axis=None, scale=alt.Scale(domain=list(range(len(obfuscators))), padding=0.04))
    y = alt.Y("row:O", axis=None, scale=alt.Scale(domain=list(range(len(methods))), padding=0.06))
    names: list[Row] = [{"row": i, "name": squeezed(name, LONGEST)} for i, name in enumerate(methods)]
    above: list[Row] = [{"column": i, "name": squeezed(name, HEAD)} for i, name in enumerate(obfuscators)]
    left = 14 + math.ceil(GLYPH * LETTERS / 10.5 * max(len(name["name"]) for name in names))
    layers = [
        sheet(rows).mark_rect(color="transparent", stroke=GRID).encode(
            x=x, y=y, description=alt.Description("hover:N")
        ),
        *(_squares(rows, x, y, sign) for sign in (1, -1)),
        *_numbers([_joined(row) for row in rows] if low else rows, x, y, 0 if low else 7),
        *_names(names, heads, y),
        label(sheet(above), "name", x=x, y=alt.YValue(-10), style={"fontSize": LETTERS}),
    ]  # fmt: skip
    width, height = COLUMN * len(obfuscators), (LOW if low else ROW) * len(methods)
    return finish(layers, (width + left + 8, height), (26, 8, 6, left))


def _joined(row: Row) -> Row:
    """The interval beside the number."""
    return row | {"text": f"{row['text']} {row['sides']}".rstrip(), "sides": ""}


def _names(names: Sequence[Row], heads: Collection[int], y: Any) -> list[Any]:
    style = {"align": "right", "fontSize": LETTERS}
    plain, bold = ([name for name in names if (name["row"] in heads) == wanted] for wanted in (False, True))
    layers = [label(sheet(plain), "name", x=alt.XValue(-8), y=y, style=style)]
    if bold:
        layers.append(label(sheet(bold), "name", x=alt.XValue(-8), y=y, style=style | {"fontWeight": "bold"}))
    return layers


def _squares(rows: Sequence[Row], x: Any, y: Any, sign: int) -> Any:
    """Lost recognition in one colour, gained in the other, full strength at 100 of 100."""
    shaded = [
        row | {"strength": STRONGEST * min(abs(row["impact"]), 1.0)} for row in rows if (row["impact"] or 0) * sign > 0
    ]
    shade = alt.Opacity("strength:Q", legend=None, scale=None)
    colour = SERIES[0] if sign > 0 else SERIES[1]
    return sheet(shaded).mark_rect(color=colour).encode(x=x, y=y, opacity=shade, description=alt.Description("hover:N"))


def _numbers(rows: Sequence[Row], x: Any, y: Any, up: int) -> list[Any]:
    clear, rest, empty = (
        [row for row in rows if row["impact"] is not None and row["clear"]],
        [row for row in rows if row["impact"] is not None and not row["clear"]],
        [row for row in rows if row["impact"] is None],
    )
    size = LETTERS if up else 10.5
    return [
        label(sheet(clear), "text", x=x, y=y, style={"fontSize": size, "fontWeight": "bold", "dy": -up}),
        label(sheet(rest), "text", x=x, y=y, style={"fontSize": size, "dy": -up}),
        label(sheet(empty), "text", x=x, y=y, style={"color": FAINT}),
        label(sheet([*clear, *rest]), "sides", x=x, y=y, style={"dy": up + 1}),
    ]
