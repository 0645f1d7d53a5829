"""stylobench status, as a user calls it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from engine.naps import Nap, conduct, naps, several
from engine.unplaced import unplaced

from stylobench.cli._status_words import failures, headline
from stylobench.engine.force import Force
from stylobench.engine.journal import Journal
from stylobench.engine.ledger import Standing, StudyStanding
from stylobench.engine.state import Process, State, state_of


def status(*arguments: str) -> subprocess.CompletedProcess[str]:
    call = "import sys; from stylobench.cli.main import run; sys.argv[1:] = ['status', *sys.argv[1:]]; run()"
    return subprocess.run([sys.executable, "-c", call, *arguments], capture_output=True, text=True, check=False)


def state(how: str, home: str = "out", planned: bool = True, **facts: str) -> State:
    at = time.mktime((2020, 5, 17, 12, 4, 0, 0, 0, -1))
    process = Process(facts.get("host", "elsewhere"), 4711, at, at + 300, how, facts.get("why"), "local", 2, "one")
    method = Standing("ppm", 2400, 812, 3, 2, 0, 1.0, 815.0, {"died": 3})
    failure = facts.get("failure")
    studies = (StudyStanding("one", how == "finished" and not failure, failure, (method,)),)
    return State(Path(home), planned, (process,), studies, 360.0)


def test_a_run_is_told_as_headline_table_and_failures(tmp_path: Path) -> None:
    conduct(tmp_path, several(0), Force(workers=0))
    done = status(str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    lines = [line.rstrip() for line in done.stdout.splitlines()]
    assert re.fullmatch(r"finished at \d\d:\d\d after \d+ seconds?: 48 of 51 jobs done, 3 failed", lines[0])
    assert lines[2].split() == ["method", "jobs", "done", "failed", "each", "in", "all"]
    assert lines[3] == "one (finished)"
    assert lines[4].split()[:4] == ["ppm", "20", "20", "–"]
    assert lines[6].split()[:4] == ["unlucky", "3", "–", "3"]
    assert [lines[-2], unplaced(lines[-1])] == ["Failures", "unlucky: ValueError: no\ufffd[31m luck (3 jobs)"]


def test_a_folder_of_one_study_names_no_study(tmp_path: Path) -> None:
    conduct(tmp_path, {".": naps("ppm", 2)}, Force(workers=0))
    lines = status(str(tmp_path)).stdout.splitlines()
    assert lines[3].split()[:3] == ["ppm", "2", "2"]
    assert len(lines) == 4


def test_json_is_one_object(tmp_path: Path) -> None:
    journal = Journal(tmp_path, Force(workers=2))
    journal.planned({"one": {"ppm": 3}})
    journal.begin("one")
    journal.opened(naps("ppm", 3), naps("ppm", 3))
    journal.started(Nap("ppm", 0))
    journal.ended(Nap("ppm", 0), 4.0, None)
    journal.started(Nap("ppm", 1))
    done = status(str(tmp_path), "--json")
    found = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (0, "")
    assert {name: found[name] for name in ("state", "jobs", "done", "failed", "running", "seconds_left")} == {
        "state": "running", "jobs": 3, "done": 1, "failed": 0, "running": 1, "seconds_left": 4.0,
    }  # fmt: skip
    assert found["studies"][0]["methods"][0]["waiting"] == 1
    assert found["processes"][0]["workers"] == 2


def test_a_folder_without_a_run_is_one_line_and_exit_2(tmp_path: Path) -> None:
    done = status(str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"stylobench: {tmp_path} holds no run")
    assert done.stderr.count("\n") == 1


def test_a_plan_that_was_not_started_says_how_to_start_it(tmp_path: Path) -> None:
    (tmp_path / "plan.toml").touch()
    expected = f"`stylobench run {tmp_path / 'plan.toml'} -o {tmp_path}` starts it"
    assert headline(state_of(tmp_path)) == f"nothing has been started here yet; {expected}"


def test_headlines() -> None:
    counts = "812 of 2,400 jobs done, 2 running, 3 failed"
    onward = "about 6 minutes left; `stylobench run out/plan.toml -o out` goes on"
    day = "2020-05-17"
    assert headline(state("running")) == (
        f"running since {day} 12:04 (process 4711 on elsewhere, last heard of at {day} 12:09, now at one): {counts}, "
        "about 6 minutes left"
    )
    assert headline(state("crashed")) == (
        f"crashed at {day} 12:09 or soon after (process 4711 on elsewhere is gone without a word): {counts}, {onward}"
    )
    assert headline(state("finished")) == f"finished at {day} 12:09 after 5 minutes: {counts}"
    assert headline(state("interrupted")) == f"interrupted at {day} 12:09: {counts}, {onward}"
    assert headline(state("failed", why="no room")).startswith(f"stopped at {day} 12:09 by an error (no room): ")
    assert headline(state("silent")).startswith(f"not heard of since {day} 12:09 (process 4711 on elsewhere; look ")


def test_how_to_go_on_is_what_can_be_typed() -> None:
    assert headline(state("crashed", "my runs")).endswith("`stylobench run 'my runs/plan.toml' -o 'my runs'` goes on")
    assert headline(state("crashed", planned=False)).endswith("; the same command goes on")
    assert headline(state("finished", failure="too few")).endswith("goes on")


@pytest.mark.parametrize("number", [2, 5])
def test_the_most_frequent_reasons_are_told(number: int) -> None:
    reasons = {f"reason {place}": place + 1 for place in range(number)}
    method = Standing("ppm", 99, 0, sum(reasons.values()), 0, 0, 1.0, 1.0, reasons)
    lines = failures((StudyStanding("one", False, "too few", (method,)),))
    assert lines[:3] == [
        "one: too few",
        f"ppm: reason {number - 1} ({number} jobs)",
        f"ppm: reason {number - 2} ({number - 1} job{'s' if number > 2 else ''})",
    ]
    assert lines[3:] == (["ppm: reason 2 (3 jobs)", "ppm: 2 other reasons, see --json"] if number == 5 else [])


def test_when_all_jobs_have_ended_the_result_is_being_drawn_up(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.planned({"one": {"ppm": 1}, "two": {"ppm": 1}})
    journal.begin("one")
    journal.opened(naps("ppm", 1), naps("ppm", 1))
    assert "drawing up" not in headline(state_of(tmp_path))
    journal.ended(Nap("ppm", 0), 1.0, None)
    assert headline(state_of(tmp_path)).endswith("1 of 2 jobs done, about 1 second left, drawing up the result")
    journal.finish("one", None)
    assert "drawing up" not in headline(state_of(tmp_path))
    journal.close("finished")
