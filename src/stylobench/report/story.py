"""The parts a report is told in: chapters of paragraphs, tables and figures, the same for page and terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stylobench.report.difference import View

Result = Mapping[str, Any]
Spec = dict[str, Any]
Row = dict[str, Any]

NARROW, FULL = 340, 720


@dataclass(frozen=True)
class Cell:
    """What is printed, and the value that the table is sorted by (the text when there is none)."""

    text: str
    value: float | str | None = None


@dataclass(frozen=True)
class Column:
    """The head of a column; `kind` is name, number, tag or words.

    Where a terminal is too narrow, the columns of the highest `rank` are left out first; 0 always stays.
    """

    title: str
    kind: str = "number"
    hint: str = ""
    rank: int = 0


@dataclass(frozen=True)
class Table:
    """Rows under heads, with a caption; a page hides `folded` ones under that title until asked.

    `brief` is how many rows a terminal shows; None is all of them, or none of a folded table. `heads` has the family of
    each row, if rows stand family by family; `ranked` rows stand in an order that means something.
    """

    caption: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    brief: int | None = None
    folded: str = ""
    heads: tuple[str, ...] = ()
    ranked: bool = False

    @property
    def grouped(self) -> list[tuple[str, list[Sequence[Cell]]]]:
        """The rows under their heads, in order; under an empty one where there are none."""
        headed = zip(self.heads or [""] * len(self.rows), self.rows, strict=True)
        return [(head, [row for _, row in rows]) for head, rows in groupby(headed, lambda one: one[0])]

    @property
    def lead(self) -> int:
        """The column that names its rows."""
        return next((i for i, column in enumerate(self.columns) if column.kind == "name"), 0)


@dataclass(frozen=True)
class Panel:
    """One chart of a figure; `wide` ones keep their size and scroll on a narrow screen.

    `roomy` draws the same at the full width of a page, where there is one; a narrow screen gets the plain drawing.
    `group` is the head that panels next to each other share, `note` what stands below the title.
    """

    title: str
    draw: Callable[[], Spec]
    alt: str
    wide: bool = False
    roomy: Callable[[], Spec] | None = None
    group: str = ""
    note: str = ""


@dataclass(frozen=True)
class Figure:
    """Charts that share a caption; small ones that have groups flow in columns, one group after the other.

    A page hides `folded` ones under that title until asked.
    """

    caption: str
    panels: Sequence[Panel]
    folded: str = ""

    @property
    def groups(self) -> list[tuple[str, list[Panel]]]:
        """The panels under the heads that they share, in order."""
        return [(head, list(panels)) for head, panels in groupby(self.panels, lambda panel: panel.group)]


@dataclass(frozen=True)
class Words:
    """A paragraph; `kind` is plain, strong (must be noticed) or note (small print)."""

    text: str
    kind: str = "plain"


@dataclass(frozen=True)
class Listing:
    """Short lines, one below the other."""

    items: Sequence[str]
    kind: str = "plain"


@dataclass(frozen=True)
class Facts:
    """Names with their values."""

    items: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Difference:
    """A text before and after rewriting; a page hides it under that title until asked, a terminal leaves it out.

    `unfolded` ones stand open.
    """

    caption: str
    view: View
    folded: str
    unfolded: bool = False


@dataclass(frozen=True)
class Stretch:
    """A part of a text; `rank` is 0 for what a verdict rests on most, up to 2, None where it rests on nothing."""

    text: str
    rank: int | None = None
    told: str = ""


@dataclass(frozen=True)
class MarkedTexts:
    """Texts by name, in stretches; a page shows them side by side under a title, a terminal leaves them out."""

    folded: str
    caption: str
    texts: Sequence[tuple[str, Sequence[Stretch]]]
    unfolded: bool = False


Block = Words | Listing | Facts | Table | Figure | Difference | MarkedTexts


@dataclass(frozen=True)
class Chapter:
    """A titled part of the report; left out when it has no blocks."""

    id: str
    title: str
    blocks: Sequence[Block] = field(default_factory=tuple)


@dataclass(frozen=True)
class Answer:
    """What one method's result says."""

    method: str
    colour: int
    headline: str
    sentences: tuple[str, ...]

    @property
    def first(self) -> str:
        """The headline up to the end of its first interval."""
        head, bracket, _ = self.headline.partition("]")
        return head + bracket

    @property
    def rest(self) -> str:
        """What follows the first interval."""
        return self.headline.partition("]")[2].lstrip(", ")


@dataclass(frozen=True)
class Story:
    """A whole report: the question, the answers with their `verdicts` (under the head `compared`), and the chapters.

    `families` are answers about kinds of evidence, where there are several.
    """

    name: str
    question: str
    size: str
    answers: Sequence[Answer]
    compared: str
    verdicts: Sequence[str]
    guide: Sequence[tuple[str, str]]
    chapters: Sequence[Chapter]
    families: Sequence[Answer] = ()


def chapters_of(tellers: Sequence[Callable[[Result], Chapter]], result: Result) -> list[Chapter]:
    """What each teller has to say, in order; a chapter without data is left out."""
    return [chapter for chapter in (tell(result) for tell in tellers) if chapter.blocks]
