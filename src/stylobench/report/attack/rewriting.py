"""What each obfuscator did: texts, edits, texts given back unchanged, failures and time."""

from __future__ import annotations

from stylobench.report.attack.reading import Part, parts
from stylobench.report.story import Block, Cell, Chapter, Column, Facts, Result, Table
from stylobench.report.words import count, listed, shortened

COLUMNS = (
    Column("obfuscator", "name"),
    Column("data set", "tag"),
    Column("texts"),
    Column("unchanged", hint="texts that came back as they were; they are counted, not left out"),
    Column("failed", hint="texts that could not be rewritten; they are judged neither way"),
    Column("words", rank=2),
    Column("edits", rank=1),
    Column("most used operators", "words", rank=3),
    Column("notes", "words", rank=3),
)
OPERATORS = 6


def chapter(result: Result) -> Chapter:
    """Rows, reasons of failures, and what the obfuscators are."""
    found = parts(result, "rewriting")
    blocks: list[Block] = []
    if found:
        caption = "What was asked of each obfuscator and what it did; texts that several problems share are made once."
        blocks.append(Table(caption, COLUMNS, [_row(one) for one in found], brief=12))
    failed = [(one, reason, times) for one in found for reason, times in (one.get("failures") or {}).items()]
    if failed:
        columns = [Column("obfuscator", "name"), Column("data set", "tag"), Column("texts"), Column("reason", "words")]
        rows = [[Cell(one["obfuscator"]), Cell(one["dataset"]), Cell(count(times), times), Cell(shortened(reason, 200))]
                for one, reason, times in failed]  # fmt: skip
        blocks.append(Table("Texts that could not be rewritten, by reason.", columns, rows, brief=6))
    told = [
        (name, str(one["summary"])) for name, one in (result.get("obfuscators") or {}).items() if one.get("summary")
    ]
    if told:
        blocks.append(Facts(told))
    return Chapter("rewriting", "What the obfuscators did", blocks)


def _row(one: Part) -> list[Cell]:
    numbers = {
        key: Cell(count(one.get(key)), one.get(key)) for key in ("texts", "unchanged", "failed", "words", "edits")
    }
    return [
        Cell(one["obfuscator"]),
        Cell(one["dataset"]),
        *numbers.values(),
        Cell(_counts(one.get("operators") or {})),
        Cell(_counts(one.get("notes") or {})),
    ]


def _counts(found: Part) -> str:
    """The most frequent first.

    >>> _counts({"commas": 2, "synonym": 31})
    'synonym (31) and commas (2)'
    """
    ordered = sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))
    told = [f"{name} ({count(times)})" for name, times in ordered[:OPERATORS]]
    more = len(ordered) - OPERATORS
    return listed([*told, f"{more} more"] if more > 0 else told) or "–"
