"""The findings of a plan in a terminal: study by study, with what failed and where its report is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from stylobench.report.families import MANY
from stylobench.report.plan import gaps
from stylobench.report.plan.seeds import spreads
from stylobench.report.plan.studies import Group, Told, findings, groups_of, in_short, told_studies
from stylobench.report.words import clean, many

if TYPE_CHECKING:
    from rich.console import Console

HERE = "."  # the only study of a plan, with its result in the folder of the plan


def terminal_plan(overview: Mapping[str, Any], results: Mapping[str, Mapping[str, Any]], console: Console) -> None:
    """Print what every study found; names can neither style nor drive the terminal."""
    studies = told_studies(overview, results)
    title = f"{clean(overview['title'])}: " if overview.get("title") else ""
    _say(console, f"{title}{in_short(studies)}", "bold")
    for group in groups_of(studies):
        for study in group.studies:
            _study(study, group.title, console)
        _spread(group, console)
    missing = gaps.in_short(studies)
    _say(console, f"\n{missing}." if missing else f"\n{gaps.NOTHING}", "yellow" if missing else "dim")


def _study(study: Told, title: str, console: Console) -> None:
    _say(console, f"\n{title}" if study.name == HERE else f"\n{study.name} ({title.lower()})", "bold")
    if study.run is None:
        _say(console, f"no result: {study.failure or 'it was not finished'}", "yellow", 2)
    else:
        _findings(findings(study.run), console)
    for gap in study.gaps:
        failed = f"{gap['method']}: {gap['failed']} of {many(gap['jobs'], 'job')} failed"
        _say(console, f"{failed}, {gaps.meaning(study, gap)}: {gaps.reasons(gap)}", "yellow", 2)
    if study.run is not None:
        _say(console, f"report: {'' if study.name == HERE else f'{study.name}/'}report.html", "dim", 2)
    if study.warnings:
        _say(console, study.warnings, "yellow", 2)


def _findings(found: Sequence[tuple[str, str]], console: Console) -> None:
    for who, said in found[:MANY]:
        _say(console, f"{who}: {said}", indent=2)
    if len(found) > MANY:
        _say(console, f"and {len(found) - MANY} more in the report", "dim", 2)


def _spread(group: Group, console: Console) -> None:
    found = spreads(group)
    if not found:
        return
    _say(console, f"\n{group.place}, seeds side by side (the noise of sampling and fitting, no interval)", "bold")
    for one in found[:MANY]:
        _say(console, one.told, indent=2)


def _say(console: Console, text: str, style: str = "", indent: int = 0) -> None:
    from rich.padding import Padding
    from rich.text import Text

    if text.startswith("\n"):
        console.print()
    words = Text(text.lstrip("\n"), style=style)
    console.print(Padding(words, (0, 0, 0, indent), expand=False) if indent else words)
