"""The price of novelty: how far accuracy falls from standard cross-validation, and on which steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stylobench.report.chapters.reading import colour_of, noun, working
from stylobench.report.story import Block, Cell, Chapter, Column, Figure, Panel, Result, Spec, Table
from stylobench.report.words import (
    bare_p,
    count,
    known,
    many,
    percent,
    plural,
    points_with_interval,
    share_with_interval,
)


def chapter(result: Result) -> Chapter:
    """The ladder of every method, and its numbers."""
    group = noun(result)
    methods = {name: m for name, m in working(result).items() if known((m.get("novelty") or {}).get("price"))}
    if not methods:
        return Chapter("price", "The price of novelty")
    panels = [_panel(result, name, method) for name, method in methods.items()]
    units = next(iter(methods.values()))["novelty"].get("units")
    caption = (
        f"From standard cross-validation (top) to a new {group} (bottom). Dots are accuracies, bars the two "
        f"steps between them in points, lines 95% intervals; {many(units, group)}. Novelty: the same test "
        f"documents and equally many training documents per author, with and without the {group} in "
        "training. Starvation: the rest of the fall."
    )
    blocks: list[Block] = [Figure(caption, panels), _table(methods, group)]
    return Chapter("price", "The price of novelty", blocks)


def _panel(result: Result, name: str, method: Mapping[str, Any]) -> Panel:
    colour, novelty = colour_of(result, name), method["novelty"]
    alt = (
        f"{name}: standard {percent((method.get('standard') or {}).get('mean'))}, new {noun(result)} "
        f"{percent(method['novel_topic']['mean'])}; novelty {_step(novelty, '')} points, "
        f"starvation {_step(novelty, 'starvation')} points."
    )

    def draw() -> Spec:
        from stylobench.report.charts.price import ladder

        return ladder(method, noun(result), colour)

    return Panel(name, draw, alt)


def _step(novelty: Mapping[str, Any], prefix: str) -> str:
    name, edge = (prefix, f"{prefix}_") if prefix else ("price", "")
    return points_with_interval(novelty.get(name), novelty.get(f"{edge}low"), novelty.get(f"{edge}high"))


def _table(methods: Mapping[str, Mapping[str, Any]], group: str) -> Table:
    columns = [
        Column("method", "name"),
        Column("standard [95%]", rank=1),
        Column("starvation [95%]", hint="points"),
        Column("novelty [95%]", hint="points"),
        Column("p", hint="of the price of novelty", rank=2),
        Column(f"new {group} [95%]"),
        Column(plural(group), rank=3),
        Column("documents", hint="compared with and without the topic in training", rank=4),
    ]
    caption = (
        f"Accuracies in %, losses in points, 95% intervals with {plural(group)} as units; p tests that "
        "novelty costs nothing. Documents: those on which novelty was measured."
    )
    return Table(caption, columns, [_row(name, method) for name, method in methods.items()])


def _row(name: str, method: Mapping[str, Any]) -> list[Cell]:
    standard, novel, novelty = method.get("standard") or {}, method["novel_topic"], method["novelty"]
    levels = [
        Cell(share_with_interval(part.get("mean"), part.get("low"), part.get("high")), part.get("mean"))
        for part in (standard, novel)
    ]
    return [
        Cell(name),
        levels[0],
        Cell(_step(novelty, "starvation"), novelty.get("starvation")),
        Cell(_step(novelty, ""), novelty["price"]),
        Cell(bare_p(novelty.get("p")), novelty.get("p")),
        levels[1],
        Cell(count(novelty.get("units")), novelty.get("units")),
        Cell(count(novelty.get("compared")), novelty.get("compared")),
    ]
