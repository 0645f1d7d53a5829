"""The same story in a terminal: tables and sentences, without charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from stylobench.report.families import EVIDENCE, has_many
from stylobench.report.stories import printable, story
from stylobench.report.story import Answer, Block, Cell, Chapter, Column, Facts, Listing, Story, Table, Words
from stylobench.report.words import many

if TYPE_CHECKING:
    from rich.console import Console

GAP = 2
FEW, MOST_ANSWERS, MOST_VERDICTS = 5, 8, 4
WRAPPED = {"name": 16, "words": 22}


def terminal(result: Mapping[str, Any], console: Console) -> None:
    """Print the findings; names from a corpus can neither style nor drive the terminal."""
    result = printable(result)
    told = story(result)
    _say(console, f"{told.name[0].upper()}{told.name[1:]}: {result['corpus']['name']}, {told.size}", "bold")
    if len(told.answers) > FEW:
        _short(told, console)
        _warned(result.get("warnings") or (), console)
        return
    _answers(told.answers, console)
    _verdicts(told.verdicts, console)
    for chapter in told.chapters:
        _chapter(chapter, console)


def _short(told: Story, console: Console) -> None:
    """Of many methods, what becomes of each kind of evidence, then headlines only; the report has the rest."""
    for chapter in told.chapters:
        if chapter.id == EVIDENCE:
            for block in chapter.blocks:
                if isinstance(block, Words | Listing):
                    _block(block, console)
    single = [] if has_many(told) else told.answers[:MOST_ANSWERS]
    _answers([replace(one, sentences=()) for one in (*told.families, *single)], console)
    _verdicts([one.partition(";")[0] for one in told.verdicts[:MOST_VERDICTS]], console)
    titles = [chapter.title for chapter in told.chapters]
    _say(console, f"\nThe rest is in the report: each of the {len(told.answers)} methods; {'; '.join(titles)}.", "dim")


def _warned(warnings: Sequence[str], console: Console) -> None:
    if warnings:
        _say(console, f"{many(len(warnings), 'warning')} in the report to read before quoting these numbers.")


def _answers(answers: Sequence[Answer], console: Console) -> None:
    for answer in answers:
        _say(console, f"\n{answer.method}: {answer.headline}", "bold")
        for sentence in answer.sentences:
            _say(console, sentence, indent=2)


def _verdicts(lines: Sequence[str], console: Console) -> None:
    if lines:
        console.print()
    for line in lines:
        _say(console, line)


def _say(console: Console, text: str, style: str = "", indent: int = 0) -> None:
    from rich.padding import Padding
    from rich.text import Text

    words = Text(text, style=style)
    console.print(Padding(words, (0, 0, 0, indent), expand=False) if indent else words)


def _chapter(chapter: Chapter, console: Console) -> None:
    told = [block for block in chapter.blocks if _is_told(block)]
    if told:
        _say(console, f"\n{chapter.title}", "bold underline")
    for block in told:
        _block(block, console)


def _is_told(block: Block) -> bool:
    if isinstance(block, Table):
        return bool(block.brief) or not block.folded
    return isinstance(block, Words | Listing | Facts)


def _block(block: Block, console: Console) -> None:
    if isinstance(block, Table) and block.brief == 0:
        _say(console, f"{block.caption} ({many(len(block.rows), 'row')} in the report.)", "dim")
    elif isinstance(block, Table):
        _table(block, console)
    elif isinstance(block, Words):
        _say(console, block.text, "dim" if block.kind == "note" else "")
    elif isinstance(block, Listing):
        for item in block.items:
            _say(console, f"• {item}", indent=2)
    elif isinstance(block, Facts):
        for name, value in block.items:
            _say(console, f"{name}: {value}", indent=2)


def _table(table: Table, console: Console) -> None:
    from rich import box
    from rich.table import Table as Grid
    from rich.text import Text

    rows = table.rows if table.brief is None else table.rows[: table.brief]
    kept = _fitting(table.columns, rows, console.width)
    fits = _needed(table.columns, kept, rows) <= console.width
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, collapse_padding=True)
    for i in kept:
        column, least = table.columns[i], _width(table.columns[i], i, rows)
        fixed = least if fits and column.kind not in WRAPPED else None
        side: Any = "right" if column.kind == "number" else "left"
        grid.add_column(
            Text(column.title), justify=side, width=fixed, min_width=least if fits else None, overflow="fold"
        )
    for place, row in enumerate(rows):
        if table.heads and table.heads[place] not in table.heads[max(place - 1, 0) : place]:
            grid.add_row(*(Text(table.heads[place] if i == table.lead else "", style="bold") for i in kept))
        grid.add_row(*(Text(row[i].text) for i in kept))
    console.print(grid)
    _say(console, table.caption + _elsewhere(table, len(rows), len(kept)), "dim")
    console.print()


def _elsewhere(table: Table, rows: int, columns: int) -> str:
    hidden = ((len(table.rows) - rows, "more row"), (len(table.columns) - columns, "more column"))
    more = [many(number, noun) for number, noun in hidden if number]
    return f" ({' and '.join(more)} in the report.)" if more else ""


def _fitting(columns: Sequence[Column], rows: Sequence[Sequence[Cell]], room: int) -> list[int]:
    """The columns to show: those of the highest rank go first until the rest fits."""
    kept = list(range(len(columns)))
    for rank in range(max(column.rank for column in columns), 0, -1):
        if _needed(columns, kept, rows) <= room:
            break
        kept = [i for i in kept if columns[i].rank < rank]
    return kept


def _needed(columns: Sequence[Column], kept: Sequence[int], rows: Sequence[Sequence[Cell]]) -> int:
    return sum(_width(columns[i], i, rows) + GAP for i in kept) - GAP


def _width(column: Column, place: int, rows: Sequence[Sequence[Cell]]) -> int:
    """The least width in which a column can be read; heads break at spaces."""
    from rich.cells import cell_len

    widest = max((cell_len(row[place].text) for row in rows), default=0)
    head = max((cell_len(word) for word in column.title.split()), default=0)
    return max(head, min(widest, WRAPPED.get(column.kind, widest)))
