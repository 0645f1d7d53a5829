"""Families against crash tests: which kind of evidence each finished run was found to break, in plain words."""

from __future__ import annotations

from collections.abc import Sequence

from stylobench.report.families import families
from stylobench.report.profile.crash_tests import Run
from stylobench.report.story import Cell, Column, Table

CAPTION = (
    "What each crash test does to each kind of evidence, averaged over the methods that rest on it. [a, b] is a 95% "
    "interval, of subclass shift the middle 95% of the mixes. It holds for the methods tested here, not for all."
)


def evidence_table(runs: Sequence[Run]) -> Table | None:
    """A row per family, a column per run that tells of families; None where no run does."""
    told = [run for run in runs if run.story.families]
    if not told:
        return None
    order = list(dict.fromkeys(family for run in told for family in families(run.result)))
    columns = [Column("evidence", "name"), *(Column(f"{run.story.name}: {run.corpus}", "words") for run in told)]
    rows = [[Cell(family), *(Cell(_said(run, family)) for run in told)] for family in order]
    return Table(CAPTION, columns, rows)


def _said(run: Run, family: str) -> str:
    names = list(families(run.result))
    if family not in names:
        return "no method of this kind"
    answer = run.story.families[names.index(family)]
    return f"{answer.headline} ({len(families(run.result)[family])} tested)"
