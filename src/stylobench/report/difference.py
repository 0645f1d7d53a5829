"""What a rewriting changed: common phrases in one line, differing ones stacked, and the whole text in small beside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any

from stylobench.report.charts.colours import SERIES
from stylobench.report.words import clean, many

if TYPE_CHECKING:
    from rich.console import Console

COLUMNS, ROWS = 48, 160
NOTHING, BREAK = "·", "↵"


@dataclass(frozen=True)
class Stretch:
    """A part of the text; `rewritten` is None where both texts have it, `operator` says what kind of change it was."""

    original: str
    rewritten: str | None
    operator: str

    @property
    def above(self) -> str:
        """The original of a change, with line ends and emptiness made visible."""
        return _visible(self.original)

    @property
    def below(self) -> str:
        """What stands there now."""
        return _visible(self.rewritten or "")

    @property
    def length(self) -> int:
        """How much room it takes in the overview."""
        return max(len(self.original), len(self.rewritten or ""), 1)


@dataclass(frozen=True)
class Operator:
    """A kind of change as the legend shows it: its sign, the place of its colour, and how often it was made."""

    name: str
    sign: str
    colour: int
    count: int


@dataclass(frozen=True)
class View:
    """A rewriting that can be shown."""

    stretches: tuple[Stretch, ...]

    @cached_property
    def operators(self) -> dict[str, Operator]:
        """The kinds of change, most often first."""
        counts = Counter(stretch.operator for stretch in self.stretches if stretch.rewritten is not None)
        ordered = sorted(counts, key=lambda name: (-counts[name], name))
        return {name: Operator(name, _sign(i), i % len(SERIES), counts[name]) for i, name in enumerate(ordered)}

    @property
    def changes(self) -> int:
        """How many phrases differ."""
        return sum(operator.count for operator in self.operators.values())

    def overview(self, cells: int) -> list[int | None]:
        """The text from start to end in that many cells: the colour of a change inside it, or None."""
        total = sum(stretch.length for stretch in self.stretches) or 1
        found: list[int | None] = [None] * cells
        at = 0
        for stretch in self.stretches:
            first, last = at * cells // total, ((at + stretch.length) * cells - 1) // total
            at += stretch.length
            if stretch.rewritten is not None:
                colour = self.operators[stretch.operator].colour
                found[first : last + 1] = [colour] * (last + 1 - first)
        return found

    def strip(self) -> str:
        """The overview as an SVG element, line by line like the text itself."""
        letters = sum(stretch.length for stretch in self.stretches)
        rows = max(1, min(ROWS, -(-letters // COLUMNS)))
        cells = self.overview(rows * COLUMNS)
        lines = "".join(_line(cells[row * COLUMNS : (row + 1) * COLUMNS], row) for row in range(rows))
        told = f"Where the {many(self.changes, 'change')} stand, from the start of the text to its end"
        size = f'viewBox="0 0 {COLUMNS} {3 * rows}" width="{2 * COLUMNS}" height="{6 * rows}"'
        return f'<svg {size} role="img" aria-label="{told}">{lines}</svg>'


def view_of(phrases: Iterable[Any]) -> View:
    """From phrases as records, mappings or (original, rewritten or None, operator).

    >>> view_of([("He ", None, ""), ("is", "was", "tense"), (" ill.", None, "")]).changes
    1
    """
    return View(tuple(map(_stretch, phrases)))


def html_difference(phrases: Iterable[Any], title: str) -> str:
    """The view as one HTML file that fetches nothing."""
    from stylobench.report.templating import page

    return page("difference.html.j2", title=clean(title), view=view_of(phrases))


def terminal_difference(phrases: Iterable[Any], console: Console) -> None:
    """The view in a terminal: the original in full, and below each phrase that changed what it became."""
    from stylobench.report.difference_lines import show

    show(view_of(phrases), console)


def _stretch(phrase: Any) -> Stretch:
    if isinstance(phrase, Mapping):
        parts: Sequence[Any] = [phrase["original"], phrase["rewritten"], phrase["operator"]]
    elif isinstance(phrase, Sequence):
        parts = phrase
    else:
        parts = [phrase.original, phrase.rewritten, phrase.operator]
    original, rewritten, operator = parts
    return Stretch(_printable(original), None if rewritten is None else _printable(rewritten), clean(operator))


def _printable(text: str) -> str:
    """Nothing in it can drive a terminal; line ends stay."""
    return "\n".join(clean(line) for line in text.replace("\r\n", "\n").split("\n"))


def _visible(text: str) -> str:
    return text.replace("\n", BREAK) if text.strip(" ") else "␣" * len(text) or NOTHING


def _sign(place: int) -> str:
    """Letters, then numbers, so that the view can be read without colours.

    >>> _sign(0), _sign(25), _sign(26)
    ('a', 'z', '27')
    """
    return chr(ord("a") + place) if place < 26 else str(place + 1)


def _line(cells: Sequence[int | None], row: int) -> str:
    drawn, at = [], 0
    for colour, run in groupby(cells):
        wide = len(list(run))
        fill = 'fill="#57606a" fill-opacity=".22"' if colour is None else f'fill="{SERIES[colour]}"'
        drawn.append(f'<rect x="{at}" y="{3 * row}" width="{wide}" height="2" {fill}></rect>')
        at += wide
    return "".join(drawn)
