"""`stylobench run`: all crash tests of a plan."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from stylobench.cli import _force
from stylobench.cli._console import out, print_json, say
from stylobench.cli._corpus import Json, Output
from stylobench.cli._studies import BUG
from stylobench.errors import StylobenchError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from stylobench.engine.conduct import Outcome, Ready
    from stylobench.engine.force import Force

DEFAULT_OUTPUT = "stylobench-out"


def command(
    plan: Annotated[str, typer.Argument(metavar="PLAN.toml", help="What to test on what, and how.")],
    dry_run: Annotated[
        bool,
        typer.Option(
            "--dry-run", help="Check everything, try each method once on a small sample, and say how long it will take."
        ),
    ] = False,
    corpus: Annotated[
        list[str] | None, typer.Option(metavar="NAME=SOURCE", help="Put another corpus in that place; repeat.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="One seed in place of those of the plan.")
    ] = None,
    workers: _force.Workers = None,
    seconds: _force.Seconds = None,
    memory: _force.Memory = None,
    retries: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, help="Times that one is tried again whose process died; 1 if unset."),
    ] = None,
    keep_failed: _force.KeepFailed = False,
    engine: _force.EngineName = _force.LOCAL,
    scheduler: _force.Scheduler = None,
    output: Output = None,
    json: Json = False,
) -> None:
    """Run all studies of a plan; what was answered before, in the same folder, is used again."""
    from stylobench.cli._named import pairs
    from stylobench.cli._preparing import preparing
    from stylobench.engine.conduct import ready
    from stylobench.engine.plan_file import read_plan

    asked = read_plan(Path(plan), pairs("--corpus", corpus or []), seed)
    given = {"workers": workers, "seconds": seconds, "memory": memory, "retries": retries}
    limits = {**asked.limits, **{name: value for name, value in given.items() if value is not None}}
    force = _force.force_of(**limits, keep_failed=keep_failed, engine=engine, scheduler=scheduler)
    checked = ready(asked, Path(output or DEFAULT_OUTPUT), force.again, preparing)
    if dry_run:
        from stylobench.cli._estimate import dry_run as show

        show(checked, force, json)
        return
    outcomes = _conducted(checked, force)
    told, results = _kept(checked, outcomes)
    if json:
        print_json({**told, "results": results})
    elif all(one.kept for one in outcomes):
        # what they found is in their reports; telling it again takes longer than all the rest
        for one in outcomes:
            print(f"{one.study.called}: {checked.home / one.study.name / 'report.html'}")
    else:
        from stylobench.report.plan_terminal import terminal_plan

        terminal_plan(told, results, out())
    say(f"report: {checked.home / 'report.html'}")
    _demand_results(outcomes)
    _demand_answers(outcomes)


def _conducted(checked: Ready, force: Force) -> Sequence[Outcome]:
    from stylobench.cli._studies import conduct_all

    if checked.prepared:
        from stylobench.cli._estimate import opening

        for line in opening(checked, force):
            say(line)
    else:
        say("every study was finished before; nothing is left to do")
    return conduct_all(checked, force, checked.plan.title or Path(checked.plan.origin).name)


def _kept(checked: Ready, outcomes: Sequence[Outcome]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Write what stands above all studies; one in the folder itself has nothing above it."""
    from stylobench.engine.overview import keep_overview, overview, stands_alone

    told = overview(checked.plan, outcomes)
    results = {one.study.name: one.result for one in outcomes if one.result is not None}
    if not stands_alone(checked.plan):
        keep_overview(checked.home, told, lambda: _page(told, results))
    return told, results


def _page(told: Mapping[str, Any], results: Mapping[str, Any]) -> str:
    from stylobench.report.plan_page import render_plan

    return render_plan(told, results)


def _demand_results(outcomes: Sequence[Outcome]) -> None:
    failed = [one for one in outcomes if one.error is not None]
    if failed:
        of = f"{len(failed)} of {len(outcomes)} studies have no result; the first: "
        line = f"{of}{failed[0].study.called}: {failed[0].failure}"
        if any(one.bug for one in failed):
            say(f"stylobench: {line}")
            raise typer.Exit(BUG)
        raise StylobenchError(line)


def _demand_answers(outcomes: Sequence[Outcome]) -> None:
    """A method all of whose jobs failed is told, when everything else is done."""
    silent = [(one.study.called, gap) for one in outcomes for gap in one.gaps if gap["failed"] == gap["jobs"]]
    if silent:
        study, gap = silent[0]
        more = f" (and {len(silent) - 1} more such)" if len(silent) > 1 else ""
        raise StylobenchError(f"{study}: {gap['method']} gave no answer: {next(iter(gap['reasons']))}{more}")
