"""Who wrote on what: the author x topic table."""

from __future__ import annotations

from collections.abc import Sequence

from stylobench.report.chapters.reading import noun
from stylobench.report.story import Cell, Chapter, Column, Result, Table, Words
from stylobench.report.words import count, many, percent, plural

MOST_AUTHORS = 40
ROOMY = 12


def chapter(result: Result) -> Chapter:
    """The full table, or one line per topic and per author when there are too many authors."""
    table, group = result.get("table") or {}, noun(result)
    authors, topics, counts = (table.get(key) or [] for key in ("authors", "topics", "counts"))
    if not (authors and topics and counts):
        return Chapter("table", "Who wrote on what")
    if len(authors) <= MOST_AUTHORS:
        blocks = [_full(authors, topics, counts, group)]
        return Chapter("table", "Who wrote on what", blocks)
    across = [list(column) for column in zip(*counts, strict=True)]
    said = Words(f"{len(authors)} authors are too many for one table; these two summarise it.")
    lines = (
        _lines(group, "author", topics, authors, counts),
        _lines("author", group, authors, topics, across),
    )
    return Chapter("table", "Who wrote on what", [said, *lines])


def _full(authors: Sequence[str], topics: Sequence[str], counts: Sequence[Sequence[int]], group: str) -> Table:
    columns = [Column(group, "name"), Column("all"), *(Column(author) for author in authors)]
    rows = [
        [Cell(topic), Cell(count(sum(row)), sum(row)), *(Cell(count(n) if n else "·", n) for n in row)]
        for topic, row in zip(topics, counts, strict=True)
    ]
    small = len(authors) <= ROOMY and len(topics) <= 30
    caption = (
        f"Documents per {group} (rows) and author (columns); a dot is none. {_size(authors, topics, counts, group)}"
    )
    brief = 30 if len(authors) <= 8 else 0
    folded = "" if small else f"{many(len(topics), group)} × {many(len(authors), 'author')}"
    return Table(caption, columns, rows, brief=brief, folded=folded)


def _size(authors: Sequence[str], topics: Sequence[str], counts: Sequence[Sequence[int]], group: str) -> str:
    filled = sum(1 for row in counts for number in row if number)
    cells = len(authors) * len(topics)
    return f"{count(filled)} of {count(cells)} cells are filled ({percent(filled / cells, 0)})."


def _lines(
    rows_are: str, others: str, names: Sequence[str], columns: Sequence[str], counts: Sequence[Sequence[int]]
) -> Table:
    heads = [Column(rows_are, "name"), Column("documents"), Column(plural(others)), Column(f"largest {others}", "name"),
             Column("share")]  # fmt: skip
    rows = []
    for name, row in zip(names, counts, strict=True):
        total, top = sum(row), max(range(len(row)), key=row.__getitem__)
        share = row[top] / total if total else 0.0
        filled = sum(1 for number in row if number)
        rows.append(
            [
                Cell(name),
                Cell(count(total), total),
                Cell(count(filled), filled),
                Cell(columns[top]),
                Cell(percent(share, 0), share),
            ]
        )
    caption = f"Documents of every {rows_are}, how many {plural(others)} it has, and the largest of them."
    return Table(caption, heads, rows, folded=f"Every {rows_are} ({len(rows)})")
