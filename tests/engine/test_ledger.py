from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobench.engine.ledger import Ledger, Standing, StudyStanding, time_left


def told(*lines: tuple[str, str, dict[str, Any]]) -> Ledger:
    ledger = Ledger()
    for source, event, facts in lines:
        ledger.tell(source, {"at": 0.0, "event": event, **facts})
    return ledger


def opened(source: str = "a", **stage: tuple[int, int]) -> tuple[str, str, dict[str, Any]]:
    return source, "opened", {"stage": stage}


def started(key: str, source: str = "a") -> tuple[str, str, dict[str, Any]]:
    return source, "started", {"label": "ppm", "key": key}


def ended(
    key: str, failure: str | None = None, seconds: float = 1.0, source: str = "a"
) -> tuple[str, str, dict[str, Any]]:
    return source, "ended", {"label": "ppm", "key": key, "seconds": seconds, "failure": failure}


def planned(source: str = "a", **studies: dict[str, int]) -> tuple[str, str, dict[str, Any]]:
    return source, "planned", {"studies": studies}


def study(event: str, name: str, source: str = "a", **facts: Any) -> tuple[str, str, dict[str, Any]]:
    return source, event, {"study": name, **facts}


def only(ledger: Ledger) -> Standing:
    ((method,),) = [one.methods for one in ledger.studies()]
    return method


def test_jobs_are_done_failed_running_or_waiting() -> None:
    method = only(told(
        opened(ppm=(10, 6)), started("1"), started("2"), ended("1", seconds=2), started("3"), ended("2", "no luck", 4),
    ))  # fmt: skip
    assert (method.jobs, method.done, method.failed, method.running, method.waiting) == (10, 5, 1, 1, 3)
    assert (method.each, method.took, method.reasons) == (3, 6, {"no luck": 1})


def test_stages_of_a_run_add_up() -> None:
    method = only(told(opened(ppm=(4, 1)), started("1"), ended("1"), opened(ppm=(3, 3)), started("2"), ended("2")))
    assert (method.jobs, method.done, method.waiting) == (7, 5, 2)


def test_a_second_run_counts_anew_and_remembers_how_long_jobs_took() -> None:
    first = (opened(ppm=(9, 9)), started("1"), started("2"), ended("1", seconds=5))
    method = only(told(*first, opened("b", ppm=(9, 8)), started("2", "b"), ended("2", seconds=1, source="b")))
    assert (method.jobs, method.done, method.each) == (9, 2, 3)


def test_what_two_runs_at_once_answer_counts_once() -> None:
    both = (opened(ppm=(6, 6)), started("1"), opened("b", ppm=(6, 6)), started("2", "b"), ended("1"))
    again = (ended("1", source="b", seconds=0), ended("2", source="b"), opened(ppm=(1, 1)))
    method = only(told(*both, *again))
    assert (method.jobs, method.done, method.running, method.took) == (6, 2, 0, 2)


def test_the_gone_are_at_nothing() -> None:
    ledger = told(opened(ppm=(3, 3)), started("1"), started("2", "b"))
    ledger.gone("a")
    assert only(ledger).running == 1


def test_a_job_to_be_tried_again_waits() -> None:
    method = only(told(opened(ppm=(1, 1)), started("1"), ("a", "retried", {"label": "ppm", "key": "1", "reason": "x"})))
    assert (method.running, method.waiting, method.retried) == (0, 1, 1)


def test_a_start_that_is_told_twice_or_too_late_does_no_harm() -> None:
    method = only(told(opened(ppm=(3, 3)), started("1"), started("1"), ended("1", seconds=2), started("1")))
    assert (method.running, method.done, method.waiting, method.took) == (0, 1, 2, 2)
    late = (study("begin", "one"), opened(ppm=(1, 1)), ended("1", seconds=2), study("begin", "two"), started("1"))
    ledger = told(*late)
    assert [(one.name, [m.running for m in one.methods]) for one in ledger.studies()] == [("one", [0]), ("two", [])]
    assert ledger.busy["a"] == set()
    assert ledger.seconds() == {"ppm": 2}


@pytest.mark.parametrize(("again", "failed", "waiting"), [(True, 0, 2), (False, 1, 1)])
def test_what_failed_stays_failed_unless_it_is_tried_again(again: bool, failed: int, waiting: int) -> None:
    """Of three jobs one was answered, one failed and one is new; a run that tries nothing again lists only the new."""
    first = (opened(ppm=(2, 2)), started("1"), ended("1"), started("2"), ended("2", "no luck"))
    method = only(told(*first, ("b", "run", {"again": again}), opened("b", ppm=(3, waiting))))
    assert (method.done, method.failed, method.waiting) == (1, failed, waiting)


def test_a_plan_shows_what_is_to_come_and_hides_what_it_leaves_out() -> None:
    old = (planned(one={"ppm": 3, "knn": 2}, two={"ppm": 1}), study("begin", "one"), opened(ppm=(3, 3)))
    new = planned("b", one={"ppm": 3, "lsa": 4}, three={"ppm": 2})
    found = {one.name: {m.label: m.jobs for m in one.methods} for one in told(*old, new).studies()}
    assert found == {"one": {"ppm": 3, "lsa": 4}, "three": {"ppm": 2}}


def test_studies_come_in_the_order_of_the_plan() -> None:
    old = (planned(one={"ppm": 3}, two={"ppm": 1}), study("begin", "one"))
    assert [one.name for one in told(*old, planned("b", two={"ppm": 1}, one={"ppm": 3})).studies()] == ["two", "one"]


def test_a_finished_study_stays_when_a_later_run_has_nothing_to_do_for_it() -> None:
    first = (planned(one={"ppm": 5}), study("begin", "one"), opened(ppm=(2, 2)), started("1"), ended("1"),
             started("2"), ended("2"), study("finish", "one", failure=None))  # fmt: skip
    (one, two) = told(*first, planned("b", two={"ppm": 1})).studies()
    assert (one.name, one.finished, one.methods[0].jobs, one.methods[0].done) == ("one", True, 2, 2)
    assert (two.finished, two.over) == (False, False)


def test_a_failed_study_says_why_until_it_begins_again() -> None:
    failed = (study("begin", "one"), study("finish", "one", failure="too few topics"))
    (one,) = told(*failed).studies()
    assert (one.finished, one.failure, one.over) == (False, "too few topics", True)
    (one,) = told(*failed, study("begin", "one", "b")).studies()
    assert one.failure is None


def before(source: str, jobs: dict[str, int], answered: dict[str, int]) -> tuple[str, str, dict[str, Any]]:
    return source, "planned", {"studies": {"one": jobs}, "answered": {"one": answered}}


def test_what_was_answered_before_is_done_from_the_beginning_and_counted_exactly_when_jobs_are_listed() -> None:
    start = (before("a", {"ppm": 10}, {"ppm": 7}), study("begin", "one"))
    assert (only(told(*start)).done, only(told(*start)).waiting) == (7, 3)
    listed = (*start, opened(ppm=(6, 2)), opened(ppm=(4, 2)), ended("1"))
    assert (only(told(*listed)).done, only(told(*listed)).waiting) == (7, 3)


def test_what_another_run_answers_before_jobs_are_listed_counts_once() -> None:
    both = (planned(one={"ppm": 6}), study("begin", "one"), opened(ppm=(6, 6)), started("1"))
    late = (before("b", {"ppm": 6}, {"ppm": 0}), ended("1"), study("begin", "one", "b"))
    assert only(told(*both, *late)).done == 1
    assert only(told(*both, *late, opened("b", ppm=(6, 5)))).done == 1


def test_a_study_that_is_kept_counts_as_done() -> None:
    kept = (before("a", {"ppm": 10}, {"ppm": 10}), study("begin", "one"), study("finish", "one", failure=None))
    assert (only(told(*kept)).jobs, only(told(*kept)).done) == (10, 10)


def test_what_an_earlier_run_did_counts_only_as_far_as_it_still_holds() -> None:
    first = (planned(one={"ppm": 2}), study("begin", "one"), opened(ppm=(2, 2)), ended("1"), ended("2", "no luck"))
    method = only(told(*first, before("b", {"ppm": 5}, {"ppm": 1})))
    assert (method.jobs, method.done, method.failed, method.waiting) == (5, 1, 0, 4)


def test_a_study_is_answered_when_its_jobs_have_ended_and_it_has_no_result_yet() -> None:
    start = (planned(one={"ppm": 2}), study("begin", "one"), opened(ppm=(2, 2)), ended("1"))
    ends = (*start, ended("2", "no luck"))
    tales = (start, ends, (*ends, study("finish", "one", failure=None)))
    assert [one.answered for tale in tales for one in told(*tale).studies()] == [False, True, False]


def test_unknown_events_are_passed_over() -> None:
    assert told(("a", "thunder", {})).studies() == ()


@given(st.lists(st.tuples(st.integers(0, 5), st.booleans(), st.booleans()), max_size=40))
def test_numbers_always_add_up(steps: list[tuple[int, bool, bool]]) -> None:
    ledger = told(opened(ppm=(6, 6)))
    for key, starts, fails in steps:
        step = started(str(key)) if starts else ended(str(key), "no luck" if fails else None)
        ledger.tell(step[0], {"at": 0.0, "event": step[1], **step[2]})
        method = only(ledger)
        assert method.done + method.failed + method.running + method.waiting == method.jobs == 6
        assert sum(method.reasons.values()) == method.failed


def standing(label: str, jobs: int, done: int = 0, failed: int = 0) -> Standing:
    return Standing(label, jobs, done, failed, 0, 0, None, 0.0, {})


def test_time_left_is_what_is_left_times_what_it_takes() -> None:
    going = StudyStanding("one", False, None, (standing("ppm", 10, 3, 1), standing("knn", 4)))
    over = StudyStanding("two", False, "too few", (standing("ppm", 100),))
    assert time_left((going, over), {"ppm": 2.0, "knn": 8.0}, 4) == (6 * 2 + 4 * 8) / 4
    assert time_left((going,), {"ppm": 2.0}, 1) == 6 * 2 + 4 * 2
    assert time_left((going,), {}, 1) is None
    assert time_left((over,), {}, 1) == 0


def test_workers_elsewhere_are_as_many_as_were_at_work_at_once() -> None:
    """Twenty jobs are given out at once; six of ten seconds each have ended after twenty: three at a time."""
    ledger = told(opened(ppm=(20, 20)), *(started(str(key)) for key in range(20)))
    assert ledger.workers("b", "dask", 2) == 2
    assert ledger.workers("a", "dask", 2) == 1
    for key in range(6):
        source, event, facts = ended(str(key), seconds=10.0)
        ledger.tell(source, {"at": 10.0 * (1 + key // 3), "event": event, **facts})
    assert ledger.workers("a", "dask", 2) == 3
    assert ledger.workers("a", "local", 2) == 2
