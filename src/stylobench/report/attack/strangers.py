"""Attribution in an open set: who is given to nobody, among strangers and among known authors."""

from __future__ import annotations

from stylobench.report.attack.reading import Part, cell, has, parts, share
from stylobench.report.story import Cell, Chapter, Column, Result, Table
from stylobench.report.words import count, many

TITLE = "When strangers are among the writers"
COLUMNS = (
    Column("data set", "tag", rank=1),
    Column("method", "name"),
    Column("obfuscator", "tag"),
    Column("strangers rejected", hint="documents of authors it never saw that are given to nobody"),
    Column("turned away before", hint="known authors’ documents, rightly named, that are taken for strangers’"),
    Column("turned away after"),
    Column("strangers’ documents", rank=2),
)


def told(found: Part) -> str:
    """A sentence on one cell; nothing where no strangers were met.

    >>> sure = {"value": .5, "low": .4, "high": .6}
    >>> told({"obfuscator": "o", "strangers": dict(documents=40, rejected=sure, turned_away=sure,
    ...       turned_away_after={"value": .8})})
    'It rejects 50.0% [40.0, 60.0] of 40 documents by strangers, and turns away 80.0% of the documents of known \
authors that it names rightly after o, 50.0% [40.0, 60.0] before.'
    """
    open_set = found.get("strangers") or {}
    rejected, before, after = (open_set.get(key) for key in ("rejected", "turned_away", "turned_away_after"))
    if not has(rejected):
        return ""
    first = f"It rejects {share(rejected)} of {many(open_set.get('documents'), 'document')} by strangers"
    if not (has(before) and has(after)):
        return f"{first}."
    known = f"{share(after)} of the documents of known authors that it names rightly after {found['obfuscator']}"
    return f"{first}, and turns away {known}, {share(before)} before."


def chapter(result: Result) -> Chapter:
    """A row per attributor and obfuscator."""
    rows = [
        _row(one, one["strangers"])
        for one in parts(result, "cells")
        if has((one.get("strangers") or {}).get("rejected"))
    ]
    caption = (
        "Documents given to nobody, with 95% intervals: strangers’ rightly, and known authors’ wrongly, before and "
        "after rewriting."
    )
    return Chapter("strangers", TITLE, [Table(caption, COLUMNS, rows, brief=12)] if rows else [])


def _row(one: Part, open_set: Part) -> list[Cell]:
    shares = [open_set.get(key) for key in ("rejected", "turned_away", "turned_away_after")]
    return [
        Cell(one["dataset"]),
        Cell(one["method"]),
        Cell(one["obfuscator"]),
        *(cell(share(sure), sure) for sure in shares),
        Cell(count(open_set.get("documents")), open_set.get("documents")),
    ]
