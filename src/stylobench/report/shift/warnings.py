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
        for reason, times in sorted(Counter(map(str, method.get("failures") or ())).items(), key=lambda one: -one[1])
    ]
    if rows:
        columns = [Column("method", "name"), Column("times"), Column("reason", "words")]
        blocks.append(Table("What failed, by reason; it is in none of the numbers.", columns, rows, brief=8))
    return Chapter("warnings", "Warnings", blocks)
