from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from stylobench.engine import memory
from stylobench.engine.memory import LEAST, Guard, held, room, size_of, whole
from stylobench.errors import SpecError

MB = 1_000_000


@pytest.mark.parametrize(
    ("text", "size"),
    [("2GB", 2_000_000_000), ("2g", 2_000_000_000), (".5 GB", 500_000_000), ("1GiB", 2**30), ("1000 kb", 1_000_000)],
)
def test_sizes_as_people_write_them(text: str, size: int) -> None:
    assert size_of(text) == size


@pytest.mark.parametrize("text", ["", "GB", "-1GB", "0", "2 XB", "2,5GB", "nan", "1e9", "0.1", "2", "300000000", "2B"])
def test_what_is_no_size_says_what_would_be(text: str) -> None:
    with pytest.raises(SpecError, match=r"is no size of memory; write a number with its unit, such as 2GB or 500MB"):
        size_of(text)


@pytest.mark.parametrize("text", ["0GB", "999 kB", ".9MB"])
def test_what_is_too_little_for_anything_is_refused(text: str) -> None:
    with pytest.raises(SpecError, match=r"of memory is too little for anything; give 1MB or more"):
        size_of(text)


def test_there_is_no_more_room_than_the_machine_has() -> None:
    assert 0 < room() <= whole() <= psutil.virtual_memory().total


def group(folder: Path, **files: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text)


def test_a_control_group_of_either_version_makes_room_smaller(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    member = tmp_path / "member"
    monkeypatch.setattr(memory, "CGROUPS", tmp_path)
    monkeypatch.setattr(memory, "MEMBERSHIP", member)
    member.write_text("0::/outer/inner\n")
    group(tmp_path / "outer", memory__max="9000000\n", memory__current="8000000\n", memory__stat="inactive_file 500\n")
    group(tmp_path / "outer" / "inner", memory__max="max\n", memory__current="1000\n")
    assert (room(), whole()) == (1_000_500, 9_000_000)
    member.write_text("7:cpu,memory:/box\n0::/\n")
    files = {"memory__limit_in_bytes": "5000000", "memory__usage_in_bytes": "4000000"}
    group(tmp_path / "memory" / "box", **files, memory__stat="cache 1\ntotal_inactive_file 30\n")
    group(tmp_path / "memory", memory__limit_in_bytes="9223372036854771712", memory__usage_in_bytes="7")
    assert (room(), whole()) == (1_000_030, 5_000_000)


def test_what_a_forked_process_has_from_its_parent_does_not_count_as_growth() -> None:
    inherited = bytearray(200 * MB)
    for place in range(0, len(inherited), 4096):
        inherited[place] = 1
    ours, theirs = multiprocessing.Pipe()

    def child() -> None:
        theirs.recv()
        for place in range(0, len(inherited), 4096):
            inherited[place] = 2
        theirs.send("written over")
        theirs.recv()
        more = b"x" * (100 * MB)
        theirs.send("taken")
        theirs.recv()
        assert more

    process = multiprocessing.get_context("fork").Process(target=child)
    process.start()
    assert process.pid is not None
    before = held(process.pid)
    ours.send(None)
    assert ours.recv() == "written over"
    assert held(process.pid) - before < 30 * MB
    ours.send(None)
    assert ours.recv() == "taken"
    assert 90 * MB < held(process.pid) - before < 130 * MB
    ours.send(None)
    process.join()
    assert held(process.pid) == 0


def test_what_a_process_started_counts_with_it() -> None:
    before = held(os.getpid())
    program = "held = b'x' * 100_000_000; print(flush=True); input()"
    with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        child.stdout.readline()
        assert held(os.getpid()) - before > 90 * MB
        child.kill()


Machine = Callable[[int], None]


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A control group of 1,000 MB, of which so many bytes are left."""
    monkeypatch.setattr(memory, "CGROUPS", tmp_path)
    monkeypatch.setattr(memory, "MEMBERSHIP", tmp_path / "member")
    (tmp_path / "member").write_text("0::/box\n")

    def left(room: int) -> None:
        group(tmp_path / "box", memory__max=str(1000 * MB), memory__current=str(1000 * MB - room))

    return left


def test_another_job_starts_only_where_there_is_room_for_all(machine: Machine) -> None:
    machine(50 * MB + 2 * LEAST)
    one = Guard(None)
    assert one.wide("a")
    one.began(os.getpid(), "a")
    assert one.wide("a")
    one.room -= 1
    assert not one.wide("a")
    one.took[os.getpid()] = 1
    assert one.wide("a")


def test_a_kind_of_job_that_was_seen_to_take_much_needs_much(machine: Machine) -> None:
    machine(900 * MB)
    one = Guard(None)
    one.most["heavy"] = 860 * MB
    assert one.wide("light")
    assert not one.wide("heavy")
    one.began(os.getpid(), "heavy")
    assert not one.wide("light")
    one.ended(os.getpid())
    assert one.wide("light")


def looked_at(limit: int | None, took: dict[int, int]) -> dict[int, str]:
    """What a guard says when its processes took so much."""
    one = Guard(limit)
    for process, size in took.items():
        one.before[process] = ("a", held(process) - size)
    one.looked -= 1
    return one.too_large()


def test_those_above_the_limit_have_to_end(machine: Machine) -> None:
    machine(900 * MB)
    took = {os.getpid(): 400 * MB, os.getppid(): 100 * MB}
    assert looked_at(300 * MB, took) == {os.getpid(): "it took more than 300 MB of memory"}
    assert looked_at(None, took) == {}


def test_the_largest_has_to_end_where_little_is_left(machine: Machine) -> None:
    machine(49 * MB)
    [(process, reason)] = looked_at(None, {os.getpid(): 200 * MB, os.getppid(): 3_220 * MB}).items()
    assert process == os.getppid()
    assert reason == "the machine ran out of memory (it held 3.2 GB)"
    assert looked_at(None, {os.getpid(): 4 * MB, os.getppid(): 3 * MB}) == {}


def test_it_does_not_look_all_the_time() -> None:
    one = Guard(1)
    one.before[os.getpid()] = ("a", 0)
    assert one.too_large() == {}
