"""What came of jobs, in a folder: one file by key for each that was answered, <key>.failed for each that failed.

The files hold what is the same on every machine; how long it took is for a journal.
"""

from __future__ import annotations

import hashlib
import json
import os
import socket
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import psutil

from stylobench.errors import ArchiveError

FAILED, PART = ".failed", ".part"
DAY = 24 * 3600


class Ended(Protocol):
    """What came of a job."""

    @property
    def key(self) -> str: ...

    @property
    def failure(self) -> str | None: ...

    @property
    def seconds(self) -> float: ...


Outcome = TypeVar("Outcome", bound=Ended)


@cache
def _place() -> str:
    """Where numbers of processes mean the same: a machine, or one of its containers, which may share their name."""
    try:
        space = os.stat("/proc/self/ns/pid").st_ino
    except OSError:
        space = 0
    return f"{socket.gethostname().replace('.', '-')}-{space}"


def writer(process: int | None = None) -> str:
    """Who writes, on whatever machine, in the name of a file."""
    return f"{_place()}-{os.getpid() if process is None else process}"


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that it is either wholly there or not at all."""
    part = path.with_name(f".{path.name}.{writer()}{PART}")
    try:
        try:
            _put(data, part, path)
        except FileNotFoundError:
            _put(data, part, path)  # somebody took its writer for dead
    except OSError as error:
        error.filename = str(path)
        raise
    finally:
        part.unlink(missing_ok=True)


def _put(data: bytes, part: Path, path: Path) -> None:
    part.write_bytes(data)
    part.replace(path)


@dataclass(frozen=True)
class Held:
    """The keys in a folder."""

    answered: frozenset[str]
    failed: frozenset[str]


class KeptRuns(Generic[Outcome]):
    """Runs by key; any number of processes may write at once, because equal keys have equal contents."""

    suffix: ClassVar[str]
    what: ClassVar[str]

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def packed(self, run: Outcome) -> bytes:
        """An answered run as bytes, which tell when they were damaged."""
        raise NotImplementedError

    def unpacked(self, data: bytes) -> Outcome:
        """The run again; any exception where the bytes are damaged."""
        raise NotImplementedError

    def failed_facts(self, run: Outcome) -> dict[str, Any]:
        """A failed run as plain data."""
        raise NotImplementedError

    def failed_run(self, facts: dict[str, Any]) -> Outcome:
        """The failed run again."""
        raise NotImplementedError

    def held(self) -> Held:
        """Every key, by one look into the folder."""
        names = os.listdir(self.folder) if self.folder.is_dir() else []
        every = [Path(name) for name in names if not name.startswith(".")]
        answered, failed = (
            frozenset(path.stem for path in every if path.suffix == suffix) for suffix in (self.suffix, FAILED)
        )
        return Held(answered, failed - answered)

    def answered(self, key: str) -> bool:
        """Whether the job was done and did not fail."""
        return self._path(key).exists()

    def save(self, run: Outcome) -> None:
        """Keep a run."""
        self.folder.mkdir(parents=True, exist_ok=True)
        failed = self._path(run.key, FAILED)
        if run.failure is None:
            write_whole(self._path(run.key), self.packed(run))
            failed.unlink(missing_ok=True)
        elif not self.answered(run.key):
            write_whole(failed, signed(self.failed_facts(run)))
            if self.answered(run.key):
                failed.unlink(missing_ok=True)

    def load(self, key: str) -> Outcome:
        """A run that was kept."""
        path, data = self._read(key)
        try:
            return self._run(path, data)
        except Exception as error:  # a damaged file can raise anything
            raise self._unreadable(path, error) from None

    def sound(self, key: str) -> Outcome | None:
        """A run that was kept; a damaged one is forgotten, unless another process has replaced it by now."""
        try:
            path, data = self._read(key)
        except ArchiveError:
            return None
        try:
            return self._run(path, data)
        except Exception:  # a damaged file can raise anything
            with suppress(FileNotFoundError):
                if path.read_bytes() == data:
                    path.unlink()
            return None

    def _read(self, key: str) -> tuple[Path, bytes]:
        """Looks twice: a failure goes when another process has an answer."""
        with suppress(FileNotFoundError):
            return self._read_once(key)
        try:
            return self._read_once(key)
        except OSError as error:
            raise self._unreadable(self._path(key), error) from None

    def _read_once(self, key: str) -> tuple[Path, bytes]:
        path = self._path(key) if self.answered(key) else self._path(key, FAILED)
        return path, path.read_bytes()

    def _run(self, path: Path, data: bytes) -> Outcome:
        return self.unpacked(data) if path.suffix == self.suffix else self.failed_run(checked(data))

    def _unreadable(self, path: Path, error: Exception) -> ArchiveError:
        return ArchiveError(f"stored {self.what} {path} cannot be read ({error}); delete the file and run again")

    def tidy(self) -> None:
        """Remove what processes that are no more had only half written."""
        tidy(self.folder)

    def sweep(self, process: int | None) -> None:
        """Remove what a process of this machine that was ended had only half written."""
        for path in self.folder.glob(f".*.{writer(process)}{PART}"):
            path.unlink(missing_ok=True)

    def _path(self, key: str, suffix: str | None = None) -> Path:
        return self.folder / f"{key}{suffix or self.suffix}"


def signed(facts: dict[str, Any]) -> bytes:
    """Plain data as JSON that tells when it was damaged."""
    return json.dumps({"run": facts, "checksum": _checksum(facts)}, indent=1, ensure_ascii=True).encode()


def checked(data: bytes) -> dict[str, Any]:
    """The plain data again; ValueError or KeyError where it was damaged."""
    held: dict[str, Any] = json.loads(data)
    if signed(held["run"]) != data:
        raise ValueError("it is damaged")
    return dict(held["run"])


def _checksum(facts: Any) -> str:
    return hashlib.sha256(json.dumps(facts, ensure_ascii=True, sort_keys=True).encode()).hexdigest()


def tidy(folder: Path) -> None:
    """Remove the files in a folder that processes that are no more had only half written."""
    for path in folder.glob(f".*{PART}"):
        if _abandoned(path):
            path.unlink(missing_ok=True)


def _abandoned(part: Path) -> bool:
    """Whether its writer is no more: a process of this machine that has ended, or one silent for a day."""
    place, _, process = part.stem.rpartition(".")[2].rpartition("-")
    if place == _place() and process.isdigit() and not psutil.pid_exists(int(process)):
        return True
    with suppress(FileNotFoundError):
        return time.time() - part.stat().st_mtime > DAY
    return False
