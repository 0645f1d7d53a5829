"""Methods that a rewriting helped, and methods that answer differently where nothing was rewritten."""

from __future__ import annotations

from stylobench.report.attack.reading import Part, cell, of, parts, shift
from stylobench.report.story import Block, Cell, Chapter, Column, Result, Table, Words
from stylobench.report.words import count, listed, many, percent, signed_points

REASONS = {
    "1": "the change is small",
    "2": "the method is poor",
    "3": "the data set is small",
    "4": "its accuracy fell all the same",
    "?": "none of the usual reasons",
}
COLUMNS = (
    Column("method", "name"),
    Column("obfuscator", "tag"),
    Column("data set", "tag"),
    Column("impact"),
    Column("supported", "tag", hint="only where the interval excludes 0"),
    Column("reasons", "words", rank=1),
    Column("accuracy", rank=2),
    Column("change", rank=3),
    Column("recognised", rank=2),
    Column("change of it", rank=3),
)


def chapter(result: Result) -> Chapter:
    """A negative impact may be chance; only a clear one is called support."""
    found = parts(result, "supported")
    if not found:
        return Chapter("supported", "Methods that a rewriting helped")
    clear = [one for one in found if one.get("significant")]
    named = [f"{one['method']} ({one['obfuscator']}, {one['dataset']})" for one in clear[:8]]
    told = f"Supported: {listed(named)}." if named else "None of them clearly: every interval holds 0."
    lead = f"Rewriting raised recognition in {many(len(found), 'cell')}, clearly in {count(len(clear))}. {told}"
    caption = "Cells with a negative impact, with the published reasons why that may be; n is that of the data set."
    rows = [_row(one) for one in sorted(found, key=lambda one: not one.get("significant"))]
    blocks: list[Block] = [Words(lead), Table(caption, COLUMNS, rows, brief=8, ranked=True)]
    return Chapter("supported", "Methods that a rewriting helped", blocks)


def reasons(codes: list[str]) -> str:
    """Why a method may have been helped.

    >>> reasons(["1", "3"])
    'the change is small and the data set is small'
    """
    return listed([REASONS.get(code, code) for code in codes]) if codes else REASONS["?"]


def _row(one: Part) -> list[Cell]:
    return [
        Cell(one["method"]),
        Cell(one["obfuscator"]),
        Cell(one["dataset"]),
        cell(shift(one.get("impact")), one.get("impact")),
        Cell("yes" if one.get("significant") else "not shown"),
        Cell(reasons(list(one.get("reasons") or ()))),
        Cell(percent(one.get("accuracy")), one.get("accuracy")),
        Cell(signed_points(one.get("d_accuracy"), None, None), one.get("d_accuracy")),
        Cell(percent(one.get("recall")), one.get("recall")),
        Cell(signed_points(one.get("d_recall"), None, None), one.get("d_recall")),
    ]


def untouched(result: Result) -> Chapter:
    """Only same-author problems are rewritten, so that all other answers should stay."""
    found = [one for one in parts(result, "cells") if one.get("untouched_changed")]
    if not found:
        return Chapter("untouched", "Answers that changed without cause")
    names = list(dict.fromkeys(one["method"] for one in found))
    told = [f"{name}: answers changed on {many(_most(found, name), 'untouched problem')}" for name in names]
    lead = (
        f"{'; '.join(told)} (the most under one obfuscator). Such a method looks at other problems too, or is not "
        "repeatable; part of its impact is not due to the rewriting."
    )
    columns = [Column("method", "name"), Column("obfuscator", "tag"), Column("data set", "tag"),
               Column("answers changed"), Column("untouched problems")]  # fmt: skip
    rows = [
        [Cell(one["method"]), Cell(one["obfuscator"]), Cell(one["dataset"]),
         Cell(count(one["untouched_changed"]), one["untouched_changed"]), Cell(count(_rest(one)), _rest(one))]
        for one in found
    ]  # fmt: skip
    table = Table("Problems that were not rewritten and yet were answered differently.", columns, rows, brief=6)
    return Chapter("untouched", "Answers that changed without cause", [Words(lead, "strong"), table])


def _most(found: list[Part], name: str) -> int:
    return max(int(one["untouched_changed"]) for one in of(found, method=name))


def _rest(one: Part) -> int:
    return int(one.get("problems") or 0) - int(one.get("same") or 0)
