"""Same or different author, same or different topic: which of the two drives the distance?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stylobench.report.chapters.reading import noun
from stylobench.report.story import Block, Cell, Chapter, Column, Figure, Panel, Result, Spec, Table, Words
from stylobench.report.words import count, decimal, known, percent, plural, share_with_interval


def chapter(result: Result) -> Chapter:
    """The four cells by distance and by unmasking curve."""
    cells, group = result.get("cells") or {}, noun(result)
    distance = [cell for cell in cells.get("distance") or () if known(cell.get("mean"))]
    curves = [curve for curve in cells.get("unmasking") or () if curve.get("curve")]
    blocks: list[Block] = []
    if distance:
        blocks += _answers(cells, distance, group)
        blocks += [_distances(distance, cells, group), _table(distance, group)]
    if curves:
        blocks.append(_unmasking(curves, cells, group))
    return Chapter("cells", f"Author against {group}: the four cells", blocks)


def _answers(cells: Mapping[str, Any], distance: Sequence[Mapping[str, Any]], group: str) -> list[Block]:
    """Koppel's question answered, with all frequent words and with function words alone."""
    units = count(min((cell.get("units") or 0) for cell in distance))
    asked = (
        ("author_beats_topic", "by the most frequent words"),
        ("author_beats_topic_function_words", "by function words alone"),
    )
    told: list[Block] = []
    for key, by in asked:
        found = cells.get(key) or {}
        if known(found.get("value")):
            sure = share_with_interval(found["value"], found.get("low"), found.get("high"))
            told.append(
                Words(
                    f"Of a pair by one author on two {plural(group)} and a pair by two authors on one {group}, the "
                    f"first is the closer one in {sure} of comparisons {by} ({units} authors; half would be a tie)."
                )
            )
    return told


def _distances(cells: Sequence[Mapping[str, Any]], source: Mapping[str, Any], group: str) -> Figure:
    caption = (
        "Mean distance between two documents, with 95% intervals, over "
        f"{source.get('features') or 'the features'}. If style ruled, both “same author” rows would lie left "
        f"of both “different author” rows, whatever the {group}."
    )
    words = [f"{c['author']} author, {c['topic']} {group} {decimal(c['mean'], 3)}" for c in cells]

    def draw() -> Spec:
        from stylobench.report.charts.cells import distances

        return distances(cells, group)

    return Figure(caption, [Panel("", draw, f"Mean distances: {'; '.join(words)}.")])


def _table(cells: Sequence[Mapping[str, Any]], group: str) -> Table:
    columns = [
        Column("author", "words"),
        Column(group, "words"),
        Column("mean distance [95%]"),
        Column("pairs"),
    ]
    rows = [
        [
            Cell(cell["author"]),
            Cell(cell["topic"]),
            Cell(_sure(cell), cell["mean"]),
            Cell(count(cell.get("pairs")), cell.get("pairs")),
        ]
        for cell in cells
    ]
    return Table(
        "The same distances in numbers, with 95% intervals and the pairs of documents compared.",
        columns,
        rows,
    )


def _sure(cell: Mapping[str, Any]) -> str:
    low, high = (decimal(cell.get(key), 3) for key in ("low", "high"))
    return f"{decimal(cell['mean'], 3)} [{low}, {high}]" if known(cell.get("low")) else decimal(cell["mean"], 3)


def _unmasking(curves: Sequence[Mapping[str, Any]], source: Mapping[str, Any], group: str) -> Figure:
    units = ", ".join(f"{count(c.get('units'))} {c['author']}/{c['topic']}" for c in curves)
    caption = (
        "Unmasking: how well two sets of documents can still be told apart after their most telling features are "
        f"removed (author / {group}; solid: same {group}, dashed: different). A fast fall means few "
        f"superficial differences: the same author. 95% bands; authors: {units}."
    )
    ends = [f"{c['author']} author, {c['topic']} {group}: {percent(c['curve'][0].get('accuracy'))} falls to "
            f"{percent(c['curve'][-1].get('accuracy'))}" for c in curves]  # fmt: skip

    def draw() -> Spec:
        from stylobench.report.charts.curves import unmasking

        return unmasking(curves)

    return Figure(caption, [Panel("", draw, f"Unmasking curves. {'; '.join(ends)}.")])
