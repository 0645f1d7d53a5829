"""What earlier runs in a folder have answered of a plan, as far as their journals tell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from stylobench.engine.conduct import Ready, jobs_of
from stylobench.engine.finished import Stock
from stylobench.engine.plan import Plan, Study
from stylobench.engine.plan_file import FILE, read_plan
from stylobench.engine.state import state_of
from stylobench.errors import StylobenchError


def answered_before(plan: Plan, home: Path, again: bool = True) -> dict[str, dict[str, int]]:
    """Study -> method -> jobs that need not be done; those that failed among them unless they are tried again.

    There are none of a study that was asked otherwise then, nor where no answers are kept. Verifiers and attributors
    may be others: each has its own jobs, while an obfuscator changes those of all.
    """
    if not Stock.of(home).known(again):
        return {}
    try:
        earlier = {study.name: _question(study) for study in read_plan(home / FILE).studies}
        told = {one.name: one.methods for one in state_of(home).studies}
    except StylobenchError:
        return {}
    same = [study.name for study in plan.studies if earlier.get(study.name) == _question(study)]
    return {name: {one.label: one.done + (0 if again else one.failed) for one in told.get(name, ())} for name in same}


def held_before(what: Ready, again: bool = True) -> dict[str, dict[str, int]]:
    """The same of a plan that has been made ready, with all jobs of the studies that are finished."""
    planned = jobs_of(what)
    told = answered_before(what.plan, what.home, again) if what.prepared else {}
    return {
        study: dict(jobs) if study in what.done else _at_most(jobs, told.get(study, {}))
        for study, jobs in planned.items()
    }


def _at_most(jobs: Mapping[str, int], told: Mapping[str, int]) -> dict[str, int]:
    return {label: min(count, told.get(label, 0)) for label, count in jobs.items()}


def _question(study: Study) -> Study:
    return replace(study, attributors=(), verifiers=())
