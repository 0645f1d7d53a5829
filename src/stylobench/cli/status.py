"""`stylobench status`: how far a run is, while it goes on or after it ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from stylobench.engine.state import State

Folder = Annotated[str, typer.Argument(metavar="DIR", help="The folder given to the run with -o.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of the table.")]


def command(folder: Folder, json: Json = False) -> None:
    """Say how far a run is: jobs done, running and failed, by study and method, and the time that is left.

    It only reads, and may be asked while the run goes on, after it, or after a crash.
    """
    from pathlib import Path

    from stylobench.cli._console import print_json
    from stylobench.engine.state import state_of

    state = state_of(Path(folder))
    if json:
        print_json(_plain(state))
    else:
        _print(state)


def _plain(state: State) -> dict[str, Any]:
    from dataclasses import asdict

    studies = [
        {"name": study.name, "finished": study.finished, "failure": study.failure}
        | {"methods": [asdict(method) | {"waiting": method.waiting} for method in study.methods]}
        for study in state.studies
    ]
    totals = {name: sum(getattr(one, name) for one in state.methods) for name in ("jobs", "done", "failed", "running")}
    facts = {"state": state.last.how if state.last else "planned", **totals, "seconds_left": state.left}
    return facts | {"studies": studies, "processes": [asdict(process) for process in state.processes]}


def _print(state: State) -> None:
    from rich.text import Text

    from stylobench.cli._console import out
    from stylobench.cli._status_words import failures, headline, table
    from stylobench.report.words import clean

    console = out()
    console.print(Text(clean(headline(state)), style="bold"), soft_wrap=True)
    if state.methods:
        console.print()
        console.print(table(state.studies))
    lines = failures(state.studies)
    if lines:
        console.print(Text("\nFailures", style="bold"))
    for line in lines:
        console.print(Text(clean(line)), soft_wrap=True)
