"""What to be careful about: warnings of the run, and what failed, by reason."""

from __future__ import annotations

from collections import Counter

from stylobench.report.shift.reading import worded
from stylobench.report.story import Block, Cell, Chapter, Column, Listing, Result, Table
from stylobench.report.words import count, shortened


def chapter(result: Result) -> Chapter:
    """Warnings first, then failures."""
    blocks: list[Block] = []
    if result.get("warnings"):
        blocks.append(Listing([worded(str(line)) for line in result["warnings"]], "warning"))
    rows = [
        [Cell(name), Cell(count(times), times), Cell(shortened(reason, 200))]
        for name, method in result["methods"].items()
        for reason, times in Counter(map(_reason, method.get("failures") or ())).most_common()
    ]
    if rows:
        columns = [Column("method", "name"), Column("times"), Column("reason", "words")]
        blocks.append(Table("What failed, by reason; it is in none of the numbers.", columns, rows, brief=8))
    return Chapter("warnings", "Warnings", blocks)


def _reason(failure: str) -> str:
    """A failure without the split that it is about.

    >>> _reason("fold/3: ValueError: no good"), _reason("ValueError: no good")
    ('ValueError: no good', 'ValueError: no good')
    """
    split, _, reason = failure.partition(": ")
    return reason if "/" in split and reason else failure
