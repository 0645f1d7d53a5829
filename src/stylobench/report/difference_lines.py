"""The difference view laid out for a terminal: pieces set in lines as wide as the terminal, changes below originals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

from stylobench.report.difference import Operator, Stretch, View
from stylobench.report.words import count, many

if TYPE_CHECKING:
    from rich.console import Console

COLOURS = ("bright_blue", "bright_red", "green", "magenta", "yellow", "cyan")
LONGEST_OVERVIEW = 72
WORD = re.compile(r"\n|[^\S\n]*\S+[^\S\n]*|[^\S\n]+")


@dataclass(frozen=True)
class Piece:
    """What stands in one place: the original, below it the rewriting, and its style; a line end is its own piece."""

    above: str
    below: str = ""
    style: str = ""

    @property
    def width(self) -> int:
        """How many columns it takes."""
        from rich.cells import cell_len

        return max(cell_len(self.above), cell_len(self.below))


def show(view: View, console: Console) -> None:
    """Legend, overview and text."""
    from rich.text import Text

    console.print(Text(f"{many(view.changes, 'phrase')} changed", style="bold"))
    for operator in view.operators.values():
        console.print(Text(f"  {operator.sign} {operator.name} ({count(operator.count)})", style=_style(operator)))
    cells = view.overview(min(console.width, LONGEST_OVERVIEW))
    strip = Text(no_wrap=True)
    for colour in cells:
        strip.append("─" if colour is None else "█", style="dim" if colour is None else COLOURS[colour])
    console.print(strip)
    console.print()
    for line in _lines(_pieces(view, console.width), console.width):
        _print(line, console)


def _style(operator: Operator) -> str:
    return COLOURS[operator.colour]


def _pieces(view: View, width: int) -> Iterator[Piece]:
    for stretch in view.stretches:
        if stretch.rewritten is None:
            for word in WORD.findall(stretch.original):
                yield from (Piece(part) for part in _cut(word, width))
        else:
            yield from _changed(stretch, view.operators[stretch.operator], width)


def _changed(stretch: Stretch, operator: Operator, width: int) -> Iterator[Piece]:
    """One piece, or several side by side where it is wider than a line."""
    above, below = (_cut(text, width) for text in (stretch.above, f"{stretch.below}⁽{operator.sign}⁾"))
    for old, new in zip_longest(above, below, fillvalue=""):
        yield Piece(old, new or " ", _style(operator))


def _cut(text: str, width: int) -> list[str]:
    from rich.cells import chop_cells

    return [text] if text == "\n" else chop_cells(text, max(width, 2))


def _lines(pieces: Iterator[Piece], width: int) -> Iterator[list[Piece]]:
    line: list[Piece] = []
    used = 0
    for piece in pieces:
        ends = piece.above == "\n" and not piece.below
        if ends or used + piece.width > width:
            yield line
            line, used = [], 0
        if not ends:
            line.append(piece)
            used += piece.width
    if line:
        yield line


def _print(line: list[Piece], console: Console) -> None:
    from rich.text import Text

    above, below = Text(no_wrap=True), Text(no_wrap=True)
    for piece in line:
        above.append(_padded(piece.above, piece.width), style=piece.style)
        below.append(_padded(piece.below, piece.width), style=f"bold {piece.style}" if piece.style else "")
    console.print(above)
    if below.plain.strip():
        below.rstrip()
        console.print(below)


def _padded(text: str, width: int) -> str:
    from rich.cells import cell_len

    return text + " " * (width - cell_len(text))
