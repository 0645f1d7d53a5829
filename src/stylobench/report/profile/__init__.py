"""One profile per method: the same method through all four crash tests, in plain words and without a total score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from stylobench.errors import ArchiveError
from stylobench.report.families import MANY
from stylobench.report.profile.crash_tests import KINDS, TESTS, CrashTest, Run, in_order
from stylobench.report.profile.evidence import evidence_table
from stylobench.report.profile.methods import Method, methods_in
from stylobench.report.stories import printable, story
from stylobench.report.story import Table

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["Profile", "Row", "profiles", "render_profiles", "runs_of", "terminal_profiles"]

QUESTION = "How does each method fare in the four crash tests?"
ADVICE = "advice"
NO_TOTAL = "Four questions have four answers; there is no total score."


@dataclass(frozen=True)
class Row:
    """One crash test of one method; `state` is found, missing (not run) or barred (not for such a method)."""

    title: str
    question: str
    text: str
    state: str


@dataclass(frozen=True)
class Profile:
    """A method through the four crash tests."""

    method: str
    spec: str
    kind: str
    rows: tuple[Row, ...]


def runs_of(results: Sequence[Mapping[str, Any]]) -> list[Run]:
    """The runs in the order of the crash tests, those of one crash test as given."""
    cleaned = [printable(result) for result in results]
    advice = [result["corpus"]["name"] for result in cleaned if result.get("protocol") == ADVICE]
    if advice:
        raise ArchiveError(
            f"the advice on {advice[0]} tells of a text, not of a method, and has no place in a profile; "
            "give its folder alone"
        )
    return in_order([Run(result, story(result)) for result in cleaned])


def profiles(runs: Sequence[Run]) -> list[Profile]:
    """A profile per method, in the order of the runs."""
    return [_profile(method, runs) for method in methods_in(runs)]


def _profile(method: Method, runs: Sequence[Run]) -> Profile:
    kind = method.kind(runs)
    rows = [row for test in TESTS for row in _rows(test, method, kind, runs)]
    return Profile(method.name, "" if method.spec == method.name else method.spec, kind, tuple(rows))


def _rows(test: CrashTest, method: Method, kind: str, runs: Sequence[Run]) -> list[Row]:
    """A row per run of this crash test, or one that says why there is none."""
    found = [run.found(method.names[i]) for i, run in enumerate(runs)
             if run.protocol == test.protocol and i in method.names]  # fmt: skip
    if found:
        return [Row(test.title, test.question, text, "found") for text in found]
    if not test.takes(kind):
        text = f"Not for {KINDS[kind]}: this crash test takes {test.kind}s."
        return [Row(test.title, test.question, text, "barred")]
    return [Row(test.title, test.question, f"not run: {test.command(kind, method.spec or 'SPEC')}", "missing")]


def render_profiles(results: Sequence[Mapping[str, Any]]) -> str:
    """One page: the profiles first, then the report of each run below its own heading."""
    from stylobench.report.templating import page

    runs = runs_of(results)
    versions = runs[0].result["settings"].get("versions") or {}
    told = {"runs": runs, "profiles": profiles(runs), "evidence": evidence_table(runs), "versions": versions}
    return page("profile.html.j2", question=QUESTION, no_total=NO_TOTAL, many=MANY, **told)


def terminal_profiles(results: Sequence[Mapping[str, Any]], console: Console) -> None:
    """The profiles in a terminal, without the chapters of the runs; of many methods, only the kinds of evidence."""
    from rich.text import Text

    runs = runs_of(results)
    found, evidence = profiles(runs), evidence_table(runs)
    if evidence is not None:
        _evidence(evidence, console)
    if evidence is not None and len(found) > MANY:
        console.print(Text(f"In the report: the profiles of {len(found)} methods.", style="dim"))
    else:
        _profiles(found, console)
    console.print(Text(NO_TOTAL, style="dim"))


def _evidence(table: Table, console: Console) -> None:
    from rich.padding import Padding
    from rich.text import Text

    for row in table.rows:
        console.print(Text(row[0].text, style="bold"))
        for column, cell in zip(table.columns[1:], row[1:], strict=True):
            told = Text.assemble((f"{column.title}: ", "bold"), cell.text)
            console.print(Padding(told, (0, 0, 0, 2), expand=False))
    console.print()


def _profiles(found: Sequence[Profile], console: Console) -> None:
    from rich.padding import Padding
    from rich.text import Text

    for profile in found:
        spec = f", {profile.spec}" if profile.spec else ""
        console.print(Text(f"{profile.method} ({profile.kind}{spec})", style="bold"))
        for row in profile.rows:
            told = Text.assemble((f"{row.title}: ", "bold"), (row.text, "" if row.state == "found" else "dim"))
            console.print(Padding(told, (0, 0, 0, 2), expand=False))
        console.print()
