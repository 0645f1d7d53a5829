from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from engine.naps import Nap, conduct, naps, several
from engine.unplaced import unplaced

from stylobench.engine.force import Force
from stylobench.engine.journal import Journal
from stylobench.engine.state import State, earlier_seconds, state_of
from stylobench.errors import ArchiveError

NAPS = Path(__file__).with_name("naps.py")


def running(home: Path, seconds: float) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, str(NAPS), str(home), str(seconds)], stderr=subprocess.DEVNULL)


def waited(home: Path, until: Callable[[State], bool]) -> State:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if (home / "journal").is_dir() and until(state := state_of(home)):
            return state
        time.sleep(0.05)
    raise AssertionError("it never came to that")


def totals(state: State) -> tuple[int, int, int, int]:
    counts = [sum(getattr(one, name) for one in state.methods) for name in ("jobs", "done", "failed", "running")]
    return counts[0], counts[1], counts[2], counts[3]


def altered(journal: Journal, **facts: Any) -> None:
    """The journal as another process would have written it."""
    first, *rest = journal.path.read_text().splitlines()
    journal.path.write_text("\n".join([json.dumps(json.loads(first) | facts), *rest, ""]))


def test_a_folder_without_a_run_says_so(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(ArchiveError, match=r"holds no run: there is no plan\.toml and no journal"):
            state_of(folder)


def test_a_plan_that_was_not_started(tmp_path: Path) -> None:
    (tmp_path / "plan.toml").touch()
    state = state_of(tmp_path)
    assert (state.planned, state.last, state.studies, state.left) == (True, None, (), 0)


def test_a_finished_run(tmp_path: Path) -> None:
    conduct(tmp_path, several(0.001), Force(workers=1))
    state = state_of(tmp_path)
    assert totals(state) == (51, 48, 3, 0)
    assert [(study.name, study.finished) for study in state.studies] == [("one", True), ("two", True)]
    assert state.last is not None
    assert (state.last.how, state.last.pid, state.last.workers, state.left) == ("finished", os.getpid(), 1, 0)
    unlucky = next(one for one in state.methods if one.label == "unlucky")
    assert {unplaced(reason): count for reason, count in unlucky.reasons.items()} == {"ValueError: no\x1b[31m luck": 3}
    assert earlier_seconds(tmp_path)["ppm"] >= 0.001


def test_a_killed_run_has_crashed_and_what_it_answered_is_counted_when_it_goes_on(tmp_path: Path) -> None:
    child = running(tmp_path, 0.1)
    state = waited(tmp_path, lambda state: totals(state)[1] >= 3 and totals(state)[3] > 0)
    assert state.last is not None
    assert (state.last.how, state.last.pid, state.last.study) == ("running", child.pid, "one")
    assert state.left is not None
    assert 0.5 < state.left < 20
    child.kill()
    child.wait()
    crashed = state_of(tmp_path)
    assert crashed.last is not None
    assert (crashed.last.how, totals(crashed)[3]) == ("crashed", 0)
    kept = len(list((tmp_path / "answers").glob("*.nap")))
    assert 3 <= totals(crashed)[1] <= kept
    conduct(tmp_path, several(0.1), Force(workers=2))
    after = state_of(tmp_path)
    assert totals(after) == (51, 48, 3, 0)
    assert [process.how for process in after.processes] == ["crashed", "finished"]
    assert sum(one.took > 0 for one in after.methods) == 5


def test_two_runs_at_once(tmp_path: Path) -> None:
    first, second = Journal(tmp_path, Force(workers=2)), Journal(tmp_path, Force(workers=3))
    jobs = naps("ppm", 10)
    for journal in (first, second):
        journal.planned({"one": {"ppm": 10}})
        journal.begin("one")
        journal.opened(jobs, jobs)
    for journal, number in ((first, 0), (second, 1), (first, 2), (second, 3)):
        journal.started(jobs[number])
    for journal, number in ((second, 1), (first, 0)):
        journal.ended(jobs[number], 3.0, None)
    state = state_of(tmp_path)
    assert [process.how for process in state.processes] == ["running", "running"]
    assert (totals(state), state.left) == ((10, 2, 0, 2), 8 * 3.0 / 3)


def test_a_broken_last_line_and_an_empty_journal_change_nothing(tmp_path: Path) -> None:
    conduct(tmp_path, several(0), Force(workers=0))
    before = state_of(tmp_path)
    (path,) = (tmp_path / "journal").iterdir()
    with path.open("ab") as file:
        file.write(b'{"at": 1, "event": "sta')
    path.with_name("99999999T000000-000000Z-host-1.jsonl").touch()
    assert state_of(tmp_path) == before


def test_a_number_that_was_given_to_another_process_is_not_taken_for_it(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.opened(naps("ppm", 2), naps("ppm", 2))
    journal.started(Nap("ppm", 0))
    assert [one.how for one in state_of(tmp_path).processes] == ["running"]
    altered(journal, born=1_000_000.0)
    state = state_of(tmp_path)
    assert [one.how for one in state.processes] == ["crashed"]
    assert totals(state) == (2, 0, 0, 0)


@pytest.mark.parametrize(("minutes", "how"), [(1, "running"), (20, "silent")])
def test_a_run_on_another_machine_is_believed_for_a_while(tmp_path: Path, minutes: int, how: str) -> None:
    journal = Journal(tmp_path)
    altered(journal, host="elsewhere", pid=1, at=time.time() - 60 * minutes)
    (process,) = state_of(tmp_path).processes
    assert (process.host, process.here, process.how) == ("elsewhere", False, how)


def test_one_that_goes_on_tells_more_than_one_that_has_ended_since(tmp_path: Path) -> None:
    going = Journal(tmp_path)
    Journal(tmp_path).close("failed", "no room")
    last = state_of(tmp_path).last
    assert last is not None
    assert last.how == "running"
    going.close("finished")
    assert [(one.how, one.why) for one in state_of(tmp_path).processes] == [("finished", None), ("failed", "no room")]
