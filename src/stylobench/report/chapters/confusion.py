"""Who is taken for whom on a new topic."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stylobench.report.chapters.reading import colour_of, noun
from stylobench.report.story import Block, Cell, Chapter, Column, Figure, Panel, Result, Spec, Table
from stylobench.report.words import count, percent, plural

MOST_AUTHORS = 40
MOST_CONFUSIONS = 15


def chapter(result: Result) -> Chapter:
    """A heat map for up to 40 authors, and the most frequent confusions for any number."""
    group = noun(result)
    tables = {n: m["confusion"] for n, m in result["methods"].items() if (m.get("confusion") or {}).get("authors")}
    blocks: list[Block] = []
    panels = [_panel(result, n, t) for n, t in tables.items() if len(t["authors"]) <= MOST_AUTHORS]
    if panels:
        caption = (
            f"Rows are the true authors, columns the answers on new {plural(group)}; the darker a cell, the "
            "larger its share of the row. Cells hold documents. A dark diagonal is good; a dark column is "
            "an author to whom strays are given."
        )
        blocks.append(Figure(caption, panels))
    blocks += [table for table in (_worst(i, n, t, group) for i, (n, t) in enumerate(tables.items())) if table.rows]
    return Chapter("confusion", "Who is taken for whom", blocks)


def _panel(result: Result, name: str, counts: Mapping[str, Any]) -> Panel:
    colour = colour_of(result, name)

    def draw() -> Spec:
        from stylobench.report.charts.confusion import confusion

        return confusion(counts, colour)

    alt = f"{name}: confusion matrix of {len(counts['authors'])} authors; the table below lists the largest confusions."
    return Panel(name, draw, alt, wide=True)


def _worst(position: int, name: str, counts: Mapping[str, Any], group: str) -> Table:
    authors = counts["authors"]
    wrong = [
        (number, i, j) for i, row in enumerate(counts["matrix"]) for j, number in enumerate(row) if number and i != j
    ]
    wrong.sort(key=lambda one: (-one[0], one[1], one[2]))
    shown = wrong[:MOST_CONFUSIONS]
    totals = [sum(row) for row in counts["matrix"]]
    rows = [
        [
            Cell(authors[i]),
            Cell(authors[j]),
            Cell(count(number), number),
            Cell(f"{percent(number / totals[i])} of {count(totals[i])}", number / totals[i]),
        ]
        for number, i, j in shown
    ]
    columns = [
        Column("true author", "name"),
        Column("taken for", "name"),
        Column("documents"),
        Column("of the author’s documents"),
    ]
    size = f"The {len(authors)} authors are too many for a map: the" if len(authors) > MOST_AUTHORS else "The"
    caption = f"{name}: {size} most frequent of {count(len(wrong))} confusions on new {plural(group)}."
    return Table(
        caption,
        columns,
        rows,
        brief=0 if position else 5,
        folded=f"{name}: most frequent confusions" if position else "",
    )
