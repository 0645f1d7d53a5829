"""What journals tell of an earlier run is believed as far as the plan asks the same."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from engine.small_plans import small, written

from stylobench.cli._estimate import left_of
from stylobench.cli._studies import conduct_all
from stylobench.engine.answered_before import answered_before
from stylobench.engine.conduct import ready
from stylobench.engine.force import Force
from stylobench.engine.plan import Plan
from stylobench.engine.plan_file import read_plan

STUDY = "novel/small-seed-0"


@pytest.fixture
def ran(tmp_path: Path) -> tuple[Plan, Path]:
    """A plan, and the folder in which it was run."""
    written(tmp_path, small())
    plan, home = read_plan(tmp_path / "plan.toml"), tmp_path / "out"
    conduct_all(ready(plan, home), Force(workers=0), "small")
    return plan, home


def test_nothing_was_answered_where_nothing_was_run(tmp_path: Path) -> None:
    written(tmp_path, small())
    assert answered_before(read_plan(tmp_path / "plan.toml"), tmp_path / "out") == {}


def test_jobs_are_told_by_study_and_method(ran: tuple[Plan, Path]) -> None:
    plan, home = ran
    (jobs,) = (one.values() for one in answered_before(plan, home).values())
    assert sum(jobs) == len(list((home / "answers").iterdir())) > 0


def test_another_method_leaves_only_its_own_jobs(ran: tuple[Plan, Path]) -> None:
    plan, home = ran
    (study,) = plan.studies
    more = replace(plan, studies=(replace(study, attributors=(*study.attributors, "knn")),))
    left = {load.label: load.jobs for load in left_of(ready(more, home), Force(workers=0))[STUDY]}
    assert {label for label, jobs in left.items() if jobs} == {"knn"}


def test_a_study_that_asks_otherwise_has_nothing_answered(ran: tuple[Plan, Path]) -> None:
    plan, home = ran
    (study,) = plan.studies
    for other in (replace(study, seed=7), replace(study, options={**study.options, "folds": 5})):
        assert answered_before(replace(plan, studies=(other,)), home) == {}


def test_without_answers_the_journals_are_not_believed(ran: tuple[Plan, Path]) -> None:
    plan, home = ran
    shutil.rmtree(home / "answers")
    assert answered_before(plan, home) == {}


def test_a_plan_that_cannot_be_read_tells_nothing(ran: tuple[Plan, Path]) -> None:
    plan, home = ran
    (home / "plan.toml").write_text("[studies", encoding="utf-8")
    assert answered_before(plan, home) == {}
