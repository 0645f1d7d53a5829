"""Studies as verbs conduct them: checked first, journalled, shown while they run, kept with their reports."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from stylobench.cli._console import say

if TYPE_CHECKING:
    from stylobench.engine.conduct import Outcome, Ready
    from stylobench.engine.force import Force
    from stylobench.engine.plan import Study

BUG = 1


def conduct_one(study: Study, folder: Path, force: Force, what: str) -> dict[str, Any]:
    """The result of one study, as result.json has it; its folder can be given to `stylobench run` and `status`."""
    from stylobench.cli._preparing import preparing
    from stylobench.engine.conduct import ready
    from stylobench.engine.plan import Plan

    plan = Plan("", (study,))
    (outcome,) = conduct_all(ready(plan, folder, force.again, preparing), force, what)
    if outcome.bug:
        raise typer.Exit(BUG)
    if outcome.error is not None:
        raise outcome.error
    assert outcome.result is not None
    return outcome.result


def conduct_all(checked: Ready, force: Force, what: str) -> Sequence[Outcome]:
    """What came of every study of a plan that has been checked."""
    from stylobench.cli._live import live
    from stylobench.cli._results import keep
    from stylobench.engine.answered_before import held_before
    from stylobench.engine.archive import write_whole
    from stylobench.engine.conduct import conduct, jobs_of
    from stylobench.engine.journal import Journal
    from stylobench.engine.leftovers import clear
    from stylobench.engine.plan_file import FILE, plan_text

    home, names = checked.home, [study.name for study in checked.plan.studies]
    answered = held_before(checked, force.again)
    home.mkdir(parents=True, exist_ok=True)
    clear(home, names)
    write_whole(home / FILE, plan_text(checked.plan).encode())
    try:
        with Journal(home, force) as journal, live(what, journal) as log:
            log.planned(jobs_of(checked), answered)
            return [_seen(one) for one in conduct(checked, replace(force, watch=log), keep, log)]
    except KeyboardInterrupt:
        say(f"what was answered is kept in {home}; the same command goes on from there")
        raise
    finally:
        # a worker, or another run in this folder, may have been killed meanwhile
        clear(home, names)


def _seen(outcome: Outcome) -> Outcome:
    """What nobody foresaw is shown as it was raised; the other studies go on."""
    if outcome.bug:
        from traceback import print_exception

        say(f"{outcome.study.called} has no result:")
        print_exception(outcome.error, file=sys.stderr)
    return outcome
