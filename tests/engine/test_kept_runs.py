from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from engine.counting_jobs import Counting, stored
from hypothesis import given
from hypothesis import strategies as st

from stylobench.edits import Edit, Rewrite
from stylobench.engine.archive import Archive
from stylobench.engine.kept_runs import Held, checked, signed, write_whole, writer
from stylobench.engine.methods import methods
from stylobench.engine.rewriting import RewriteTask, Shelf, Written
from stylobench.engine.run import Force, run
from stylobench.errors import ArchiveError
from stylobench.records import Problem

Damage = Callable[[bytes], bytes]
DAMAGES: dict[str, Damage] = {
    "emptied": lambda data: b"",
    "cut": lambda data: data[: len(data) // 2],
    "one bit": lambda data: bytes([*data[:-30], data[-30] ^ 4, *data[-29:]]),
    "zeros": lambda data: bytes(len(data)),
    "longer": lambda data: data + b"\0",
}
FACTS = {"key": "k", "notes": ["ValueError: é"], "seed": 3, "failure": "it took longer than 2 seconds"}


def fail() -> None:
    raise ValueError("not today")


class Loud:
    """Writes in capitals."""

    def fit(self, texts: Any) -> Loud:
        return self

    def rewrite(self, problem: Problem, rng: Any) -> Rewrite:
        return Rewrite(problem.questioned, (Edit(0, 1, problem.questioned[0].upper(), "loud"),))


def rewriting(count: int) -> list[RewriteTask]:
    [loud] = methods({"loud": Loud()}, "obfuscators")
    return [RewriteTask(loud, "", Problem((), f"text {number}"), 0) for number in range(count)]


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
@pytest.mark.parametrize("kind", ["answers", "rewrites", "failures"])
def test_what_was_damaged_is_made_again_with_the_same_bytes(tmp_path: Path, kind: str, damage: Damage) -> None:
    keeper: Any = Shelf(tmp_path) if kind == "rewrites" else Archive(tmp_path)
    deed = fail if kind == "failures" else None
    jobs: list[Any] = rewriting(3) if kind == "rewrites" else [Counting(number, deed=deed) for number in range(3)]
    force = Force(0, again=False)
    first, before = run(jobs, keeper, force), stored(tmp_path)
    path = sorted(tmp_path.iterdir())[-1]
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(ArchiveError, match=f"{path}.*delete the file and run again"):
        keeper.load(path.stem)
    again = run(jobs, keeper, force)
    assert stored(tmp_path) == before
    assert [(one.key, one.failure) for one in again] == [(one.key, one.failure) for one in first]


@given(st.integers(0, len(signed(FACTS)) - 1), st.integers(1, 255))
def test_a_changed_byte_of_a_failure_is_harmless_or_noticed(place: int, change: int) -> None:
    damaged = bytearray(signed(FACTS))
    damaged[place] ^= change
    with suppress(ValueError, KeyError, TypeError):
        assert checked(bytes(damaged)) == FACTS


SHELF = Shelf(Path("nowhere"))
WRITTEN = SHELF.packed(Written("k", "loud", {"edits": [[0, 1, "T", "loud"]]}))


@given(st.integers(0, len(WRITTEN) - 1), st.integers(1, 255))
def test_no_byte_of_a_rewrite_can_change_unnoticed(place: int, change: int) -> None:
    damaged = bytearray(WRITTEN)
    damaged[place] ^= change
    with pytest.raises(ValueError, match="it is damaged"):
        SHELF.unpacked(bytes(damaged))


def test_a_failure_is_json_that_people_can_read(tmp_path: Path) -> None:
    archive, job = Archive(tmp_path), Counting(1)
    archive.save(job.run(None, "no good", seconds=3.0))
    held = json.loads((tmp_path / f"{job.key}.failed").read_text())
    assert held["run"]["failure"] == "no good"
    assert "seconds" not in held["run"]


def test_an_answer_takes_the_place_of_a_failure_and_not_the_other_way(tmp_path: Path) -> None:
    archive, job = Archive(tmp_path), Counting(1)
    archive.save(job.run(None, "no good"))
    assert archive.held() == Held(frozenset(), frozenset([job.key]))
    archive.save(job.run(job.answers()))
    archive.save(job.run(None, "no good"))
    assert archive.held() == Held(frozenset([job.key]), frozenset())
    assert [path.suffix for path in tmp_path.iterdir()] == [".npz"]


def test_a_name_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        write_whole(tmp_path / "none" / "file", b"")
    assert caught.value.filename == str(tmp_path / "none" / "file")


def test_a_part_that_somebody_removed_is_written_once_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace, removed = Path.replace, list[Path]()

    def too_late(part: Path, path: Path) -> Path:
        if not removed:
            removed.append(part)
            part.unlink()
        return replace(part, path)

    monkeypatch.setattr(Path, "replace", too_late)
    write_whole(tmp_path / "file", b"whole")
    assert len(removed) == 1
    assert stored(tmp_path) == {"file": b"whole"}


def test_a_failure_that_another_run_answers_meanwhile_is_an_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive, job = Archive(tmp_path), Counting(1)
    archive.save(job.run(None, "no good"))
    answered, looks = archive.answered, list[bool]()

    def answered_then_saved(key: str) -> bool:
        looks.append(found := answered(key))
        if len(looks) == 1:
            Archive(tmp_path).save(job.run(job.answers()))
        return found

    monkeypatch.setattr(archive, "answered", answered_then_saved)
    assert archive.load(job.key).failure is None
    assert looks == [False, True]


def test_what_another_run_has_mended_meanwhile_is_not_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive, job = Archive(tmp_path), Counting(1)
    path = tmp_path / f"{job.key}.npz"
    path.write_bytes(b"damaged")
    unpacked = archive.unpacked

    def unpacked_then_saved(data: bytes) -> Any:
        Archive(tmp_path).save(job.run(job.answers()))
        return unpacked(data)

    monkeypatch.setattr(archive, "unpacked", unpacked_then_saved)
    assert archive.sound(job.key) is None
    assert Archive(tmp_path).load(job.key).failure is None


def test_what_is_damaged_is_forgotten(tmp_path: Path) -> None:
    (tmp_path / "k.npz").write_bytes(b"damaged")
    assert Archive(tmp_path).sound("k") is None
    assert Archive(tmp_path).sound("not there") is None
    assert list(tmp_path.iterdir()) == []


def ended_process() -> int:
    with subprocess.Popen(["true"]) as process:
        process.wait()
    return process.pid


def part(folder: Path, who: str, age: float = 0.0) -> Path:
    path = folder / f".{'0' * 40}.npz.{who}.part"
    path.write_bytes(b"half")
    os.utime(path, (time.time() - age,) * 2)
    return path


def test_what_the_dead_left_half_written_goes_and_what_is_being_written_stays(tmp_path: Path) -> None:
    day = 24 * 3600
    dead = part(tmp_path, writer(ended_process()))
    old = part(tmp_path, "elsewhere-12", 2 * day)
    living = part(tmp_path, writer(os.getppid()))
    recent = part(tmp_path, "elsewhere-13", day / 2)
    host, _, number = writer(ended_process()).rsplit("-", 2)
    in_another_container = part(tmp_path, f"{host}-1-{number}")
    run([Counting(1)], Archive(tmp_path), Force(0))
    assert not dead.exists()
    assert not old.exists()
    assert living.exists()
    assert recent.exists()
    assert in_another_container.exists()


def test_names_that_say_nothing_of_a_writer_are_no_trouble(tmp_path: Path) -> None:
    odd = [tmp_path / name for name in ("..part", ".a.part", ".a.b-c.part")]
    for path in odd:
        path.touch()
    Archive(tmp_path).tidy()
    assert all(path.exists() for path in odd)
