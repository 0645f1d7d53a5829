from __future__ import annotations

import multiprocessing
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import psutil
import pytest
from engine.counting_jobs import Counting, die, in_a_pool, leave_a_sleeper, once, stored
from engine.unplaced import unplaced
from patience import until

from stylobench.engine.archive import Archive
from stylobench.engine.force import Unwatched
from stylobench.engine.run import Force, run

COUNT = 12
Deeds = dict[int, Callable[[], None]]


class Diary(Unwatched):
    """Writes everything down."""

    def __init__(self) -> None:
        self.lines: list[tuple[Any, ...]] = []

    def opened(self, jobs: Any, waiting: Any) -> None:
        self.lines.append(("opened", len(jobs), len(waiting)))

    def started(self, job: Any) -> None:
        self.lines.append(("started", job.number))

    def retried(self, job: Any, reason: str) -> None:
        self.lines.append(("retried", job.number, reason))

    def ended(self, job: Any, seconds: float, failure: str | None) -> None:
        self.lines.append(("ended", job.number, failure))


def jobs(deeds: Deeds | None = None, seconds: float = 0.0, count: int = COUNT) -> list[Counting]:
    return [Counting(number, seconds, (deeds or {}).get(number)) for number in range(count)]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("undisturbed")
    run(jobs(), Archive(folder), Force(0))
    return stored(folder)


def take(size: int, seconds: float = 60) -> Callable[[], None]:
    def deed() -> None:
        held = b"x" * size
        time.sleep(seconds)
        assert held

    return deed


def test_one_that_dies_once_is_answered_at_the_second_try(tmp_path: Path, undisturbed: dict[str, bytes]) -> None:
    watch = Diary()
    deeds = {3: once(tmp_path / "mark", die)}
    run(jobs(deeds), Archive(tmp_path / "answers"), Force(2, watch=watch))
    assert stored(tmp_path / "answers") == undisturbed
    assert ("retried", 3, "its process was killed by SIGKILL") in watch.lines
    assert watch.lines[-1] == ("ended", 3, None)


def test_tries_come_after_all_others_and_one_at_a_time(tmp_path: Path) -> None:
    watch, company = Diary(), tmp_path / "company"
    before = set(psutil.Process().children())

    def count_and_die() -> None:
        with company.open("a") as file:
            file.write(f"{len(set(psutil.Process(os.getppid()).children()) - before)}\n")
        die()

    deeds = dict.fromkeys(range(3), count_and_die)
    run(jobs(deeds), Archive(tmp_path / "answers"), Force(2, retries=2, watch=watch))
    started = [line[1] for line in watch.lines if line[0] == "started"]
    assert sorted(started[:COUNT]) == list(range(COUNT))
    assert sorted(started[COUNT:]) == [0, 0, 1, 1, 2, 2]
    assert company.read_text().split()[3:] == ["1"] * 6
    failures = {line[2] for line in watch.lines if line[0] == "ended" and line[1] < 3}
    assert failures == {"its process was killed by SIGKILL, tried 3 times"}


@pytest.mark.parametrize(("retries", "times"), [(0, ""), (1, ", tried twice"), (3, ", tried 4 times")])
def test_a_death_says_how_often(tmp_path: Path, retries: int, times: str) -> None:
    [one] = run(jobs({0: die}, count=1), Archive(tmp_path), Force(1, retries=retries))
    assert one.failure == f"its process was killed by SIGKILL{times}"


def test_what_raises_or_hangs_is_not_tried_again(tmp_path: Path) -> None:
    def raises() -> None:
        raise ValueError("no")

    watch = Diary()
    deeds = {0: raises, 1: lambda: time.sleep(60)}
    found = run(jobs(deeds, count=2), Archive(tmp_path), Force(2, seconds=0.5, retries=5, watch=watch))
    assert unplaced(found[0].failure) == "ValueError: no"
    assert found[1].failure == "it took longer than 0.5 seconds"
    assert [line for line in watch.lines if line[0] == "retried"] == []


def test_a_second_try_that_hangs_says_both(tmp_path: Path) -> None:
    mark = tmp_path / "mark"

    def deed() -> None:
        once(mark, die)()
        time.sleep(60)

    [one] = run(jobs({0: deed}, count=1), Archive(tmp_path / "answers"), Force(1, seconds=1))
    assert one.failure == "its process was killed by SIGKILL; then it took longer than 1 seconds"


def test_one_that_takes_too_much_memory_is_ended_and_others_are_not(tmp_path: Path) -> None:
    inherited = b"x" * 300_000_000
    began = time.monotonic()
    deeds = {0: take(400_000_000), 1: take(20_000_000, 0.6)}
    found = run(jobs(deeds, count=4), Archive(tmp_path), Force(2, memory=200_000_000, retries=0))
    assert [one.failure for one in found] == ["it took more than 200 MB of memory", None, None, None]
    assert time.monotonic() - began < 30
    assert inherited


def test_one_that_had_too_little_memory_in_company_gets_it_alone(tmp_path: Path, undisturbed: dict[str, bytes]) -> None:
    deeds = {0: once(tmp_path / "mark", take(400_000_000))}
    run(jobs(deeds), Archive(tmp_path / "answers"), Force(2, memory=200_000_000))
    assert stored(tmp_path / "answers") == undisturbed


def test_memory_of_programs_that_a_job_starts_counts(tmp_path: Path) -> None:
    def deed() -> None:
        subprocess.run([sys.executable, "-c", "import time; held = b'x' * 400_000_000; time.sleep(5)"], check=True)

    [one] = run(jobs({0: deed}, count=1), Archive(tmp_path), Force(1, memory=200_000_000, retries=0))
    assert one.failure == "it took more than 200 MB of memory"


def test_what_failed_is_tried_again_unless_it_is_to_be_kept(tmp_path: Path) -> None:
    archive, mark = Archive(tmp_path / "answers"), tmp_path / "mark"
    first = jobs({0: once(mark, die)}, count=2)
    run(first, archive, Force(1, retries=0))
    assert run(first, archive, Force(1, again=False))[0].failure == "its process was killed by SIGKILL"
    assert run(first, archive, Force(1))[0].failure is None


@pytest.mark.parametrize("workers", [0, 2])
def test_what_another_run_answered_meanwhile_is_not_done_again(
    tmp_path: Path, undisturbed: dict[str, bytes], workers: int
) -> None:
    marks = tmp_path / "marks"
    marks.mkdir()

    def other_run() -> None:
        run(jobs()[4:], Archive(tmp_path / "answers"), Force(0))

    deeds: Deeds = {n: (marks / str(n)).touch for n in range(4, COUNT)}
    told: list[tuple[int, int]] = []
    force = Force(workers and 1)
    run(jobs({0: other_run, **deeds}), Archive(tmp_path / "answers"), force, lambda *where: told.append(where))
    assert list(marks.iterdir()) == []
    assert told[-1] == (COUNT, COUNT)
    assert stored(tmp_path / "answers") == undisturbed


def test_a_method_may_have_processes_of_its_own(tmp_path: Path) -> None:
    [one] = run(jobs({0: in_a_pool}, count=1), Archive(tmp_path), Force(1))
    assert one.failure is None


def ended(mark: Path) -> bool:
    """Whether the program that was written down is gone."""
    return not psutil.pid_exists(found := int(mark.read_text())) or gone([psutil.Process(found)])


@pytest.mark.parametrize("before", [(), ("setsid",)])
def test_what_a_job_has_started_ends_with_it(tmp_path: Path, before: tuple[str, ...]) -> None:
    mark = tmp_path / "mark"
    deeds: Deeds = {0: lambda: leave_a_sleeper(mark, *before)}
    [one] = run(jobs(deeds, count=1), Archive(tmp_path / "answers"), Force(1, seconds=0.5))
    assert one.failure == "it took longer than 0.5 seconds"
    assert ended(mark)


def test_what_a_job_that_was_answered_has_left_ends_with_the_stage(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    deed = f"sleep 777 & echo $! > {mark}"
    run(jobs({0: lambda: os.system(deed)}, count=1), Archive(tmp_path / "answers"), Force(1))  # type: ignore[dict-item, return-value]
    assert ended(mark)


def test_one_that_dies_while_its_own_processes_hold_the_line_is_noticed(tmp_path: Path) -> None:
    mark = tmp_path / "mark"

    def deed() -> None:
        child = multiprocessing.get_context("fork").Process(target=time.sleep, args=(777,))
        child.start()
        mark.write_text(str(child.pid))
        die()

    [one] = run(jobs({0: deed}, count=1), Archive(tmp_path / "answers"), Force(1, retries=0))
    assert one.failure == "its process was killed by SIGKILL"
    assert ended(mark)


@pytest.mark.parametrize("workers", [0, 1])
def test_one_that_had_no_memory_left_is_tried_again_later(
    tmp_path: Path, undisturbed: dict[str, bytes], workers: int
) -> None:
    def too_much() -> None:
        raise MemoryError

    watch = Diary()
    found = run(
        jobs({0: once(tmp_path / "mark", too_much), 1: too_much}),
        Archive(tmp_path / "answers"),
        Force(workers, watch=watch),
    )
    assert [one.failure for one in found[:3]] == [None, "ran out of memory, tried twice", None]
    assert [line[1] for line in watch.lines if line[0] == "ended"][-2:] == [0, 1]
    assert [line for line in watch.lines if line[0] == "retried"] == [
        ("retried", number, "ran out of memory") for number in (0, 1)
    ]


def running(folder: Path, count: int, seconds: float) -> BaseProcess:
    """Another run, in a session of its own, that has begun."""
    ours, theirs = multiprocessing.Pipe()

    def work() -> None:
        os.setsid()
        theirs.send("begun")
        run(jobs(seconds=seconds, count=count), Archive(folder), Force(2))

    process = multiprocessing.get_context("fork").Process(target=work)
    process.start()
    assert ours.poll(60)
    assert ours.recv() == "begun"
    return process


def exit_code(process: BaseProcess) -> int | None:
    process.join(60)
    return process.exitcode


def test_two_runs_in_one_folder_at_once(tmp_path: Path) -> None:
    both = [running(tmp_path / "both", 60, 0.005) for _ in range(2)]
    assert [exit_code(one) for one in both] == [0, 0]
    run(jobs(count=60), Archive(tmp_path / "alone"), Force(0))
    assert stored(tmp_path / "both") == stored(tmp_path / "alone")


def gone(processes: list[psutil.Process], seconds: float = 10) -> bool:
    return not psutil.wait_procs(processes, seconds)[1]


def test_a_run_killed_at_any_moment_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    folder, count, chance = tmp_path / "killed", 40, random.Random()
    for kill in (os.kill, os.killpg, os.kill):
        process = running(folder, count, 0.05)
        time.sleep(chance.uniform(0, 0.4))
        assert process.pid is not None
        workers = psutil.Process(process.pid).children(recursive=True)
        kill(process.pid, signal.SIGKILL)
        assert exit_code(process) == -signal.SIGKILL
        assert gone(workers)
    assert exit_code(running(folder, count, 0.0)) == 0
    run(jobs(count=count), Archive(tmp_path / "alone"), Force(0))
    assert stored(folder) == stored(tmp_path / "alone")


def test_workers_in_the_midst_of_a_job_end_with_their_parent(tmp_path: Path) -> None:
    process = running(tmp_path, 4, 600)
    until(lambda: len(psutil.Process(process.pid).children()) == 2)
    workers = psutil.Process(process.pid).children()
    process.kill()
    process.join()
    assert gone(workers)


def test_what_a_job_has_started_ends_when_the_run_is_killed(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    deeds: Deeds = {0: lambda: leave_a_sleeper(mark)}
    process = multiprocessing.get_context("fork").Process(
        target=lambda: run(jobs(deeds, count=1), Archive(tmp_path / "answers"), Force(1))
    )
    process.start()
    until(lambda: mark.exists() and mark.read_text())
    process.kill()
    process.join()
    assert ended(mark)


def test_an_idle_worker_that_was_killed_costs_nothing(tmp_path: Path, undisturbed: dict[str, bytes]) -> None:
    def kill_a_child(done: int, total: int) -> None:
        idle = [one for one in psutil.Process().children() if one.status() == psutil.STATUS_SLEEPING]
        if done == 3 and idle:
            idle[0].kill()
            time.sleep(0.05)

    run(jobs(), Archive(tmp_path), Force(2), kill_a_child)
    assert stored(tmp_path) == undisturbed


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "disk"
    folder.mkdir()
    if (
        shutil.which("mount") is None
        or subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)], capture_output=True, check=False
        ).returncode
    ):
        pytest.skip("a small disk can be mounted by the system's administrator only")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.parametrize("workers", [0, 2])
def test_a_full_disk_stops_the_run_which_goes_on_when_there_is_room(
    small_disk: Path, undisturbed: dict[str, bytes], workers: int
) -> None:
    answers, ballast = small_disk / "answers", small_disk / "ballast"
    ballast.write_bytes(b"x" * 40_000)
    with pytest.raises(OSError, match=r"No space left on device.*answers/0+\d+\.npz"):
        run(jobs(), Archive(answers), Force(workers))
    kept = stored(answers)
    assert 0 < len(kept) < COUNT
    assert kept.items() <= undisturbed.items()
    ballast.unlink()
    subprocess.run(["mount", "-o", "remount,size=1m", str(small_disk)], check=True)
    run(jobs(), Archive(answers), Force(workers))
    assert stored(answers) == undisturbed


def test_files_that_may_not_grow_stop_the_run_and_leave_nothing_half_written(
    tmp_path: Path, undisturbed: dict[str, bytes]
) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
    try:
        with pytest.raises(OSError, match="File too large"):
            run(jobs(), Archive(tmp_path), Force(2))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert list(tmp_path.iterdir()) == []
    assert multiprocessing.active_children() == []
    run(jobs(), Archive(tmp_path), Force(2))
    assert stored(tmp_path) == undisturbed


def test_jobs_are_told_of_in_order(tmp_path: Path) -> None:
    watch = Diary()
    run(jobs(count=2), Archive(tmp_path), Force(1, watch=watch))
    assert watch.lines[0] == ("opened", 2, 2)
    assert sorted(watch.lines[1:]) == [("ended", 0, None), ("ended", 1, None), ("started", 0), ("started", 1)]
