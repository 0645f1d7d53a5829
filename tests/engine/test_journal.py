from __future__ import annotations

import errno
import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from engine.naps import Nap, naps
from patience import until

from stylobench import __version__
from stylobench.engine.force import Force
from stylobench.engine.journal import Journal, born, journals, read_journal

FULL = Path("/dev/full")


def events(journal: Journal) -> list[str]:
    return [line["event"] for line in read_journal(journal.path)]


def test_the_first_line_says_whose_it_is(tmp_path: Path) -> None:
    began = time.time()
    journal = Journal(tmp_path, Force(workers=3, again=False))
    (line,) = read_journal(journal.path)
    assert began - 0.001 <= line.pop("at") <= time.time()
    whose = {"host": socket.gethostname(), "pid": os.getpid(), "born": born(os.getpid())}
    how = {"engine": "local", "workers": 3, "again": False}
    assert line == {"event": "run", "format": 1, "stylobench": __version__, **whose, **how}
    assert journal.path.parent == tmp_path / "journal"
    assert journal.path.name.endswith(f"-{os.getpid()}.jsonl")


def test_every_job_has_its_lines(tmp_path: Path) -> None:
    job, other = Nap("ppm", 0), Nap("knn", 0)
    with Journal(tmp_path) as journal:
        journal.planned({"one": {"ppm": 2}})
        journal.begin("one")
        journal.preparing("ppm")
        journal.opened([job, other, Nap("ppm", 1)], [job])
        journal.started(job)
        journal.retried(job, "its process died")
        journal.ended(job, 1.25, "no\nluck")
        journal.finish("one", "too few")
    lines = [{key: value for key, value in line.items() if key != "at"} for line in read_journal(journal.path)][1:]
    assert lines == [
        {"event": "planned", "studies": {"one": {"ppm": 2}}},
        {"event": "begin", "study": "one"},
        {"event": "preparing", "label": "ppm"},
        {"event": "opened", "stage": {"ppm": [2, 1], "knn": [1, 0]}},
        {"event": "started", "label": "ppm", "key": "ppm-0"},
        {"event": "retried", "label": "ppm", "key": "ppm-0", "reason": "its process died"},
        {"event": "ended", "label": "ppm", "key": "ppm-0", "seconds": 1.25, "failure": "no\nluck"},
        {"event": "finish", "study": "one", "failure": "too few"},
        {"event": "close", "how": "finished", "why": None},
    ]


@pytest.mark.parametrize(
    ("error", "how", "why"),
    [(KeyboardInterrupt(), "interrupted", None), (ValueError("bad\nluck"), "failed", "bad luck"),
     (KeyError(), "failed", "KeyError")],
)  # fmt: skip
def test_it_is_closed_by_what_happens(tmp_path: Path, error: BaseException, how: str, why: str | None) -> None:
    with pytest.raises(type(error)), Journal(tmp_path) as journal:
        raise error
    last = list(read_journal(journal.path))[-1]
    assert (last["event"], last["how"], last["why"]) == ("close", how, why)


def test_closed_is_closed(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.close("interrupted")
        journal.begin("too late")
    assert events(journal) == ["run", "close"]


def test_broken_lines_are_passed_over(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    with journal.path.open("ab") as file:
        file.write(b'{"at": 1, "ev\n\xff\xfe\n[1]\n{"event": "no time"}\n')
        file.write(b'{"at": 2, "event": "begin", "study": "one"}\n{"at": 3, "event": "beg')
    assert events(journal) == ["run", "begin"]


@pytest.mark.parametrize("cut", range(0, 60, 7))
def test_a_journal_cut_anywhere_can_be_read(tmp_path: Path, cut: int) -> None:
    with Journal(tmp_path) as journal:
        journal.begin("one")
    whole = journal.path.read_bytes()
    journal.path.write_bytes(whole[: len(whole) - cut])
    assert events(journal) == ["run", "begin", "close"][: whole[: len(whole) - cut].count(b"}\n") + (cut == 1)]


def test_runs_at_once_have_journals_of_their_own_in_order(tmp_path: Path) -> None:
    made = [Journal(tmp_path) for _ in range(5)]
    assert journals(tmp_path) == [journal.path for journal in made]
    assert journals(tmp_path / "elsewhere") == []


@pytest.mark.skipif(not FULL.exists(), reason="the system has no /dev/full")
def test_a_full_disk_is_told_as_it_is_and_hides_no_other_error(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    full = os.open(FULL, os.O_WRONLY)
    os.dup2(full, journal._file or 0)
    os.close(full)
    with pytest.raises(OSError, match="No space left") as caught:
        journal.begin("one")
    assert (caught.value.errno, caught.value.filename) == (errno.ENOSPC, str(journal.path))
    with pytest.raises(ValueError, match="the first"), journal:
        raise ValueError("the first")


def test_a_process_that_is_gone_was_never_born() -> None:
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    assert abs((born(child.pid) or 0) - time.time()) < 60
    child.kill()
    until(lambda: born(child.pid) is None, 10)
    assert born(child.pid) is None, "a dead process that nobody has waited for is dead"
    child.communicate()
    assert born(child.pid) is None


def test_a_line_costs_next_to_nothing(tmp_path: Path) -> None:
    jobs = naps("ppm", 1000)
    with Journal(tmp_path) as journal:
        began = time.process_time()
        for job in jobs:
            journal.started(job)
            journal.ended(job, 0.1, None)
        taken = time.process_time() - began
    assert taken / 2000 < 0.0002
    assert json.loads(journal.path.read_bytes().splitlines()[-2])["key"] == "ppm-999"
