"""What is missing from a plan because something failed, why, and what that means for the numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from stylobench.report.plan.studies import Told
from stylobench.report.story import Block, Cell, Column, Listing, Table, Words
from stylobench.report.words import count, many, shortened, stopped

NOTHING = "Nothing failed: every study has a result, and every job an answer."
LONGEST = 200


def blocks(studies: Sequence[Told]) -> list[Block]:
    """Studies without a result first, then what failed within the others."""
    lost = [f"{one.name} has no result: {stopped(one.failure or 'it was not finished')}" for one in studies
            if not one.run]  # fmt: skip
    rows = [_row(one, gap) for one in studies for gap in one.gaps]
    if not lost and not rows:
        return [Words(NOTHING)]
    columns = [Column("method", "name"), Column("study", "tag"), Column("failed"), Column("of jobs"),
               Column("reasons", "words"), Column("what that means", "words")]  # fmt: skip
    caption = "A job is one method on one fold, or one obfuscator on one text. What failed is in none of the numbers."
    return [*([Listing(lost, "warning")] if lost else []), *([Table(caption, columns, rows)] if rows else [])]


def _row(study: Told, gap: Mapping[str, Any]) -> list[Cell]:
    failed, jobs = gap["failed"], gap["jobs"]
    return [
        Cell(gap["method"]),
        Cell(study.name),
        Cell(count(failed), failed),
        Cell(count(jobs), jobs),
        Cell(reasons(gap)),
        Cell(meaning(study, gap)),
    ]


def reasons(gap: Mapping[str, Any]) -> str:
    """The reasons, each with its number of jobs.

    >>> reasons({"reasons": {"its process died, tried twice": 31, "it took longer than 600 seconds": 1}})
    '31 jobs: its process died, each tried twice; 1 job: it took longer than 600 seconds'
    """
    return "; ".join(
        f"{many(number, 'job')}: {shortened(_of_each(reason) if number > 1 else reason, LONGEST)}"
        for reason, number in gap["reasons"].items()
    )


def _of_each(reason: str) -> str:
    return re.sub(r", (?=tried (twice|\d+ times)$)", ", each ", reason)


def meaning(study: Told, gap: Mapping[str, Any]) -> str:
    """What the numbers of a method rest on, after its failures.

    >>> meaning(Told("a", "shift", (), 0, "no text", (), None), {"method": "ppm", "jobs": 5, "failed": 5})
    'no numbers: the study has no result'
    """
    left = gap["jobs"] - gap["failed"]
    if study.run is None:
        return "no numbers: the study has no result"
    if gap["method"] in (study.run.result.get("obfuscators") or ()):
        return f"judged on the {many(left, 'text')} that it rewrote" if left else "not judged: it rewrote no text"
    return f"judged on the {many(left, 'fold')} that it answered" if left else "not judged: it answered no fold"


def in_short(studies: Sequence[Told]) -> str:
    """What is missing, in a sentence; empty where nothing is."""
    lost = sum(not one.run for one in studies)
    jobs = sum(gap["failed"] for one in studies for gap in one.gaps)
    methods = len({gap["method"] for one in studies for gap in one.gaps})
    said = [f"{many(lost, 'study')} without a result"] if lost else []
    said += [f"{many(jobs, 'job')} of {many(methods, 'method')} failed"] if jobs else []
    return ", ".join(said)
