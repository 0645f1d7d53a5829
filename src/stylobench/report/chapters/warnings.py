"""What to be careful about: warnings of the run, and folds that failed."""

from __future__ import annotations

from collections import Counter

from stylobench.report.story import Block, Cell, Chapter, Column, Listing, Result, Table
from stylobench.report.words import count, listed, shortened


def chapter(result: Result) -> Chapter:
    """Warnings first, then failures by reason."""
    blocks: list[Block] = []
    if result.get("warnings"):
        blocks.append(Listing([str(line) for line in result["warnings"]], "warning"))
    failures = _failures(result)
    blocks += [failures] if failures.rows else []
    return Chapter("warnings", "Warnings", blocks)


def _failures(result: Result) -> Table:
    rows = []
    for name, method in result["methods"].items():
        failures = method.get("failures") or ()
        reasons = Counter(str(failure.get("reason")) for failure in failures)
        for reason, times in sorted(reasons.items(), key=lambda one: (-one[1], one[0])):
            splits = sorted({str(f.get("split")) for f in failures if str(f.get("reason")) == reason})
            where = listed([*splits[:3], f"{len(splits) - 3} more"] if len(splits) > 3 else splits)
            rows.append([Cell(name), Cell(count(times), times), Cell(shortened(where, 120)), Cell(reason)])
    columns = [Column("method", "name"), Column("folds"), Column("where", "words"), Column("reason", "words")]
    return Table("Folds that failed, by reason. They are left out of every number of that method.", columns, rows)
