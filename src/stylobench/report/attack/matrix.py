"""Every method under every obfuscator: the impact as a map, and all measures in a table."""

from __future__ import annotations

from functools import partial

from stylobench.report.attack.reading import (
    Part,
    bare,
    cell,
    datasets,
    drawn,
    excludes,
    has,
    impact_of,
    judged,
    of,
    parts,
    share,
    shift,
    titled,
    unranked,
    value_of,
    whole_share,
)
from stylobench.report.charts.canvas import Row
from stylobench.report.families import headed
from stylobench.report.story import Block, Cell, Chapter, Column, Figure, Panel, Result, Spec, Table, Words
from stylobench.report.words import MISSING, bare_p, count, decimal, points, points_interval, shortened

COLUMNS = (
    Column("method", "name"),
    Column("obfuscator", "tag"),
    Column("impact", hint="of 100 problems or documents recognised before, how many are missed after"),
    Column("before", hint="share of same-author problems recognised, or of documents rightly named, untouched"),
    Column("after", hint="the same share of the rewritten ones"),
    Column("lost, gained", rank=2, hint="problems answered rightly before and not after, and the other way round"),
    Column("p", rank=3, hint="of no change, by flipping signs over blocks of problems that share an author or a text"),
    Column("n", rank=2, hint="same-author problems that were rewritten"),
)
ALL = (
    Column("method", "name"),
    Column("obfuscator", "tag"),
    Column("AUC"),
    Column("change of AUC"),
    Column("c@1"),
    Column("change of c@1"),
    Column("AUC × c@1"),
    Column("change of AUC × c@1"),
    Column("accuracy"),
    Column("change of accuracy"),
    Column("recall"),
    Column("change of recall"),
    Column("impact"),
    Column("threshold"),
    Column("impact, published threshold"),
    Column("silent before, after"),
)


def chapter(result: Result) -> Chapter:
    """A map and two tables per data set."""
    blocks: list[Block] = []
    cells = {one["name"]: of(parts(result, "cells"), dataset=one["name"]) for one in datasets(result)}
    there = [one for one in datasets(result) if cells[one["name"]]]
    if there:
        blocks.append(Figure(_caption(result), [_panel(result, one, cells[one["name"]]) for one in there]))
    for one in there:
        told = f"{titled(result, one)}; {drawn(one)}."
        blocks.append(Table(f"Impact on {told}", COLUMNS, [_row(one, found) for found in cells[one["name"]]], brief=12))
        rows, caption = [_all(found) for found in cells[one["name"]]], "Before, and after minus before,"
        blocks.append(Table(f"{caption} on {told}", ALL, rows, folded=f"All measures: {one['name']}"))
    blocks += _failures(result)
    return Chapter("matrix", "Methods against obfuscators", blocks)


def _caption(result: Result) -> str:
    told = (
        "Impact: of 100 same-author problems (documents) that the method recognised, how many it misses after "
        "(blue); below 0 (orange) the rewriting helped the method. Bold where the interval excludes 0."
    )
    return f"{told} {unranked(result)}".rstrip()


def _panel(result: Result, dataset: Part, cells: list[Part]) -> Panel:
    methods = [name for name in result["methods"] if of(cells, method=name)]
    names = [name for name in result["obfuscators"] if of(cells, obfuscator=name)]
    places = headed([{"name": name} for name in methods], result)
    down = {one["name"]: place for place, one in enumerate(places) if not one.get("head")}
    rows = [_square(found, down[found["method"]], names.index(found["obfuscator"])) for found in cells]
    alt = (
        f"Impact of {len(names)} obfuscators on {len(methods)} methods on {dataset['name']}; the table has the numbers."
    )
    return Panel(titled(result, dataset), partial(_draw, rows, places, names), alt, wide=True)


def _draw(rows: list[Row], places: list[Row], names: list[str]) -> Spec:
    from stylobench.report.charts.impact_map import impact_map

    heads = [place for place, one in enumerate(places) if one.get("head")]
    return impact_map(rows, [str(one["name"]) for one in places], names, heads)


def _square(found: Part, row: int, column: int) -> Row:
    impact = impact_of(found)
    reason = why_empty(found)
    text = reason or points(impact.get("value"), 0)
    sides = "" if reason else points_interval(impact.get("low"), impact.get("high"), 0)
    hover = f"{found['method']} under {found['obfuscator']}: {found.get('failure') or f'{text} of 100 {sides}'.strip()}"
    return {"row": row, "column": column, "impact": None if reason else value_of(impact), "text": text,
            "sides": sides, "clear": not reason and excludes(impact), "hover": hover}  # fmt: skip


def why_empty(found: Part) -> str:
    """Why a cell has no impact, in a word.

    >>> why_empty({"constant": True}), why_empty({"failure": "died"}), why_empty({"impact": {"value": 0.0}})
    ('constant', 'failed', '')
    """
    if found.get("failure"):
        return "failed"
    if found.get("constant"):
        return "constant"
    return "" if has(found.get("impact")) else "undefined"


def _row(dataset: Part, found: Part) -> list[Cell]:
    reason, few = why_empty(found), judged(dataset, [found])
    told = bare(impact_of(found)) + (f", {few}" if few else "")
    impact = Cell(reason) if reason else cell(told, found["impact"])
    moved = Cell(f"{count(found.get('lost'))}, {count(found.get('gained'))}", found.get("lost"))
    if found.get("failure"):
        moved = Cell(MISSING)
    return [
        Cell(found["method"]),
        Cell(found["obfuscator"]),
        impact,
        cell(whole_share(found.get("recall")), found.get("recall")),
        cell(whole_share(found.get("recall_after")), found.get("recall_after")),
        moved,
        Cell(bare_p(found.get("p")), found.get("p")),
        Cell(count(found.get("same")), found.get("same")),
    ]


def _all(found: Part) -> list[Cell]:
    levels = [(name, f"d_{name}") for name in ("auc", "c_at_1", "final", "accuracy", "recall")]
    cells = [Cell(found["method"]), Cell(found["obfuscator"])]
    for level, change in levels:
        cells += [cell(share(found.get(level)), found.get(level)), cell(shift(found.get(change)), found.get(change))]
    silent = f"{count(found.get('silent_before'))}, {count(found.get('silent_after'))}"
    return [
        *cells,
        cell(shift(impact_of(found)), found.get("impact")),
        Cell(decimal(found.get("threshold"), 3), found.get("threshold")),
        Cell(points(found.get("impact_published")), found.get("impact_published")),
        Cell(silent, found.get("silent_before")),
    ]


def _failures(result: Result) -> list[Block]:
    cells = parts(result, "cells")
    constant = list(dict.fromkeys(found["method"] for found in cells if found.get("constant")))
    blocks: list[Block] = []
    if constant:
        told = "answer every problem alike on some data set and are left out of its averages"
        blocks.append(Words(f"Constant: {', '.join(constant)} {told}.", "note"))
    failed = [found for found in cells if found.get("failure")]
    if failed:
        columns = [Column("method", "name"), Column("obfuscator", "tag"), Column("data set", "tag"),
                   Column("reason", "words")]  # fmt: skip
        rows = [[Cell(found["method"]), Cell(found["obfuscator"]), Cell(found["dataset"]),
                 Cell(shortened(str(found["failure"]), 200))] for found in failed]  # fmt: skip
        blocks.append(Table("Cells that failed, with the reason; they are in no average.", columns, rows, brief=6))
    return blocks
