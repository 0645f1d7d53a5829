from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from engine.unplaced import unplaced

from stylobench.engine.estimate import (
    HIGH,
    LOW,
    OVERHEAD,
    RESULT,
    Estimate,
    Guess,
    estimated,
    guess_of,
    still_to_do,
    timed,
    worth_timing,
)
from stylobench.engine.force import Force
from stylobench.engine.pilots import SharedLoad
from stylobench.engine.prepared import Load
from stylobench.engine.probes import Pace
from stylobench.records import Answers, Run


def work() -> None:
    end = time.process_time() + 0.02
    while time.process_time() < end:
        pass


def refuse() -> None:
    raise ValueError("too few documents")


def die() -> None:
    os._exit(3)


def hang() -> None:
    time.sleep(60)


@dataclass(frozen=True)
class Pilot:
    """A job that does what it is told to."""

    label: str
    deed: Callable[[], None]
    shared: tuple[Any, ...] = ()

    @property
    def key(self) -> str:
        return self.label

    def answers(self) -> Answers:
        self.deed()
        return Answers(np.arange(1), ("a",), np.ones((1, 1)), True)

    def run(
        self, answers: Answers | None, failure: str | None = None, notes: Sequence[str] = (), seconds: float = 0
    ) -> Run:
        return Run(self.key, "", "", self.label, 0, {}, answers, failure, tuple(notes), seconds)


def load(label: str, deed: Callable[[], None] = work, jobs: int = 10) -> Load:
    return Load(label, jobs, jobs * 4, Pilot(label, deed), 1)


def test_jobs_by_their_items_and_what_is_computed_once() -> None:
    many = SharedLoad("m", 10, 1000, Pilot("m", work), 60, 500, 200)
    guess = guess_of(many, Pace(0.5, 0.01, 0.002, 0.02))
    # 100 items a job: .5 + 1 second; once: 1 second for 500 items, 4 for 200 texts
    assert guess.each == pytest.approx(1.5 + OVERHEAD)
    assert guess.once == pytest.approx(5.0)
    assert guess.total == pytest.approx(15 + 10 * OVERHEAD + 5)


def test_a_job_that_asks_several_times_learns_once() -> None:
    often = SharedLoad("m", 10, 1000, Pilot("m", work), 60, asked=5)
    # half of the .5 second is for learning, the other half for asking: .25 + 5 * .25; and 100 items of 10 ms
    assert guess_of(often, Pace(0.5, 0.01)).each == pytest.approx(1.5 + 1 + OVERHEAD)


def test_what_was_answered_before_is_not_counted() -> None:
    many = SharedLoad("m", 10, 1000, Pilot("m", work), 60, 500, 200)
    (rest,) = still_to_do({"s": [many]}, {"s": {"m": 7, "gone": 3}, "other": {"m": 10}})["s"]
    assert isinstance(rest, SharedLoad)
    assert (rest.jobs, rest.items, rest.distinct, rest.texts) == (3, 300, 150, 60)
    assert guess_of(rest, Pace(1.0)).jobwise == pytest.approx(3 * (1 + OVERHEAD))
    assert still_to_do({"s": [many]}, {})["s"] == [many]


def test_a_method_that_has_nothing_left_to_do_is_not_timed() -> None:
    left = still_to_do({"s": [load("refuses", refuse)]}, {"s": {"refuses": 12}})
    assert estimated(left, Force(workers=1)).studies["s"] == (Guess("refuses", 0, None, 0.0),)


def test_what_was_answered_of_a_method_that_comes_twice_is_shared_out() -> None:
    left = still_to_do({"s": [load("m", jobs=30), load("m", jobs=10), load("n")]}, {"s": {"m": 20}})
    assert [one.jobs for one in left["s"]] == [15, 5, 10]


def test_pilots_are_worth_it_where_they_are_a_tenth_of_the_work() -> None:
    # 7 tries of 60 items, once for both studies
    enough = Load("m", 10, 2100, Pilot("m", work), 60)
    assert worth_timing({"a": [enough], "b": [enough]})
    assert not worth_timing({"a": [enough]})
    assert not worth_timing({"a": [enough], "b": [Load("n", 10, 2100, Pilot("n", work), 60)]})


def test_jobs_are_dealt_out_and_what_is_computed_once_is_not() -> None:
    found = Estimate({"a": (Guess("m", 10, 1.0, 10.0, 2.0),), "b": (Guess("n", 5, 2.0, 10.0),)}, 4)
    assert (found.jobs, found.processor, found.wall) == (15, 22.0 + 2 * RESULT, 7.0 + 2 * RESULT)
    assert (found.low, found.high) == (LOW * found.wall, HIGH * found.wall)
    assert not found.open


def test_pilots_are_timed_and_scaled() -> None:
    found = estimated({"one": [load("m")], "two": [load("m", jobs=2)]}, Force(workers=2))
    (one,), (two,) = found.studies.values()
    # 20 ms an item, 4 items a job
    assert one.each == pytest.approx(0.08 + OVERHEAD, rel=0.3)
    assert (one.jobs, two.jobs, found.workers) == (10, 2, 2)
    assert two.each == one.each


def test_a_method_on_one_corpus_is_timed_once(tmp_path: Any) -> None:
    marks = tmp_path / "marks"

    def noted() -> None:
        with marks.open("a") as file:
            file.write("x")

    timed([load("m", noted)])
    once = len(marks.read_text())
    timed([load("m", noted), load("m", noted, 3)])
    assert len(marks.read_text()) == 2 * once


def test_pilots_that_fail_die_or_hang_are_told_and_stop_nothing() -> None:
    loads = [load("refuses", refuse), load("dies", die), load("hangs", hang), load("works")]
    paces = {key[0]: pace for key, pace in timed(loads, limit=3).items()}
    assert unplaced(paces["refuses"].why) == "ValueError: too few documents"
    assert "exit code 3" in str(paces["dies"].why)
    assert paces["hangs"].why == "a small trial of it takes more than 3 s"
    assert paces["works"].why is None
    assert paces["works"].job(1) == pytest.approx(0.02, rel=0.3)


def test_a_method_that_cannot_be_timed_leaves_the_estimate_open() -> None:
    found = estimated({"s": [load("refuses", refuse), load("works")]}, Force(workers=1))
    refused, works = found.studies["s"]
    assert found.open
    assert refused.each is None
    assert unplaced(refused.why) == "ValueError: too few documents"
    assert found.jobs == 20
    assert found.wall >= works.total


def test_nothing_to_do_takes_no_time() -> None:
    found = estimated({}, Force(workers=2))
    assert (found.jobs, found.wall, found.open) == (0, 0, False)
