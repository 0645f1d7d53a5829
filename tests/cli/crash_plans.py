"""All four crash tests on a tiny world as child processes, ways to disturb them, and what must be the same after."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from stylobench.engine.kept_runs import writer

PLAN = """
title = "Everything, very small"
[corpora]
tiny = "world(authors=4, topics=4, documents=48, words=40, first='2001-01-01', last='2002-12-31')"
[limits]
workers = 2
[studies.novel]
test = "novel-topic"
attributors = ["naive_bayes"]
quick = true
folds = 2
[studies.leak]
test = "leakage"
verifiers = ["char_ngrams"]
topics = 3
folds = 2
random = 2
controls = 1
encoder = "lsa"
[studies.shift]
test = "shift"
attributors = ["naive_bayes"]
draws = 100
[studies.hide]
test = "attack"
verifiers = ["char_ngrams"]
obfuscators = ["random_edits"]
folds = 2
quality = "none"
"""
KINDS = (
    "answers",
    "rewrites",
    "features",
    "result.json",
    "finished.json",
    "tested.json",
    "plan.toml",
    "report.html",
    "overview.json",
    "journal",
)
BESIDE = "half-write beside"
DAMAGES = ("truncate", "empty", "flip", "delete", BESIDE)
PATIENCE, ORPHANS, LOOK = 200.0, 5.0, 0.01


class Lost(AssertionError):
    """Something that must not happen when a run is disturbed."""


class TooLate(Exception):
    """The run ended before it could be disturbed."""


def contents(folder: Path) -> dict[str, bytes]:
    """Everything below a folder that must be the same whenever, wherever and however it was made.

    Features that were spoilt are made again by whoever needs them; of these only what is left half made must be gone.
    """
    every = [path for path in folder.rglob("*") if _compared(path.relative_to(folder))]
    return {str(path.relative_to(folder)): b"" if path.is_dir() else path.read_bytes() for path in every}


def _compared(path: Path) -> bool:
    return path.parts[0] not in ("journal", "features") or any(part.startswith(".") for part in path.parts)


def differences(found: dict[str, bytes], wanted: dict[str, bytes]) -> list[str]:
    """What is missing, too much or other than it should be."""
    missing = [f"no {name}" for name in sorted(wanted.keys() - found.keys())]
    besides = [f"{name} besides" for name in sorted(found.keys() - wanted.keys())]
    others = [f"another {name}" for name in sorted(found.keys() & wanted.keys()) if found[name] != wanted[name]]
    return missing + besides + others


def count(folder: Path) -> int:
    """How many files there are, without those of the journal and those that are being written."""
    walked = os.walk(folder)
    return sum(not name.startswith(".") for at, _, names in walked if "journal" not in at for name in names)


def session(leader: int) -> Iterator[psutil.Process]:
    """The processes that live in a session, also those whose parents are gone."""
    for process in psutil.process_iter():
        try:
            if os.getsid(process.pid) == leader and process.status() != psutil.STATUS_ZOMBIE:
                yield process
        except (psutil.NoSuchProcess, ProcessLookupError, PermissionError):
            continue


class Run:
    """`stylobench run` in a session of its own."""

    def __init__(self, plan: Path, out: Path, *options: str) -> None:
        command = [sys.executable, "-m", "stylobench.cli.main", "run", str(plan), "-o", str(out), *options]
        self.out, self._said = out, tempfile.TemporaryFile()  # noqa: SIM115
        self.process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=self._said, cwd=plan.parent, start_new_session=True
        )

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    def workers(self) -> list[psutil.Process]:
        """The processes besides the first."""
        return [one for one in session(self.process.pid) if one.pid != self.process.pid]

    def said(self) -> str:
        self._said.seek(0)
        return self._said.read().decode()

    def ended(self) -> int:
        """How it ended; nothing of it may live on."""
        try:
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            raise Lost(f"it hangs: {self.said()}") from None
        deadline = time.monotonic() + ORPHANS
        while left := self.workers():
            if time.monotonic() > deadline:
                self.kill()
                raise Lost(f"{len(left)} workers live on {ORPHANS:g} s after the command ended")
            time.sleep(LOOK)
        return code

    def demand(self, *codes: int) -> None:
        """It ends with one of these."""
        if (code := self.ended()) not in codes:
            raise Lost(f"it ended with {code}, not {codes}: {self.said()[-3000:]}")

    def demand_one_line(self, words: str) -> None:
        """It ends with 2 and a line for the user."""
        self.demand(2)
        told = self.said().splitlines()
        if "Traceback" in self.said() or not told[-1].startswith("stylobench: ") or words not in told[-1]:
            raise Lost(f"it does not end with one line about {words!r}: {self.said()[-3000:]}")

    def kill(self) -> None:
        """End all of it at once."""
        for process in session(self.process.pid):
            with suppress(psutil.NoSuchProcess):
                process.kill()
        self.process.wait()


@dataclass(frozen=True)
class Moment:
    """So long after so many files are there."""

    files: int
    seconds: float

    @classmethod
    def drawn(cls, rng: random.Random, there: int, in_all: int) -> Moment:
        """Before the first new file now and then, mostly after some of those that are left."""
        if rng.random() < 0.2:
            return cls(0, rng.uniform(0, 4))
        return cls(there + rng.randint(1, max(1, (in_all - there) * 2 // 3)), rng.uniform(0, 0.1))

    def awaited(self, run: Run) -> bool:
        """Whether the run still goes on by then."""
        limit = time.monotonic() + PATIENCE
        while run.alive and count(run.out) < self.files and time.monotonic() < limit:
            time.sleep(LOOK)
        deadline = time.monotonic() + self.seconds
        while run.alive and time.monotonic() < deadline:
            time.sleep(LOOK)
        return run.alive


def damage(folder: Path, rng: random.Random) -> str:
    """Spoil the last written file of some kind; what was done."""
    kind = rng.choice(KINDS)
    how = rng.choice([how for how in DAMAGES if (kind, how) != ("journal", BESIDE)])  # journals are appended to
    files = _last_written(folder, kind)
    if not files:
        return f"no {kind} to {how}"
    path = files[-1]
    data = bytearray(path.read_bytes())
    if how == "delete":
        path.unlink()
    elif how == BESIDE:
        _half_write(path)
    elif data:
        at = rng.randrange(len(data))
        data[at] ^= 1 << rng.randrange(8)
        path.write_bytes({"truncate": bytes(data[:at]), "empty": b"", "flip": bytes(data)}[how])
    return f"{how} {path.relative_to(folder)}"


def _last_written(folder: Path, kind: str) -> list[Path]:
    """Files of a kind by age; features, which nobody needs once a study is finished, only since the last result."""
    times = {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}
    results = [time for path, time in times.items() if path.name == "finished.json"]
    since = max(results, default=0) if kind == "features" else 0
    every = [path for path, time in times.items() if time > since and kind in path.relative_to(folder).parts]
    return sorted(every, key=lambda path: (times[path], path.name))


def _half_write(path: Path) -> None:
    """What a process that is no more would have left beside a file."""
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        ended.wait()
    if "features" in path.parts:
        half = path.parent.with_name(f".half-{socket.gethostname()}-{ended.pid}-x")
        half.mkdir()
        (half / path.name).write_bytes(path.read_bytes()[:9])
    else:
        path.with_name(f".{path.name}.{writer(ended.pid)}.part").write_bytes(path.read_bytes()[:9])


def kill_all(run: Run, rng: random.Random) -> None:
    """kill -9 of the command and its workers."""
    workers = run.workers()
    os.killpg(run.process.pid, signal.SIGKILL)
    for worker in workers:
        with suppress(psutil.NoSuchProcess):
            worker.kill()
    run.demand(-signal.SIGKILL)


def kill_parent(run: Run, rng: random.Random) -> None:
    """kill -9 of the command only."""
    run.process.kill()
    run.demand(-signal.SIGKILL)


def kill_worker(run: Run, rng: random.Random) -> None:
    """kill -9 of one worker, as soon as there is one; the command goes on."""
    while not (workers := run.workers()):
        if not run.alive:
            raise TooLate
        time.sleep(LOOK)
    with suppress(psutil.NoSuchProcess):
        rng.choice(sorted(workers, key=lambda one: one.pid)).kill()
    run.demand(0)


def terminate(run: Run, rng: random.Random) -> None:
    """SIGTERM to the command, as a batch system sends it."""
    run.process.terminate()
    run.demand(-signal.SIGTERM, 128 + signal.SIGTERM, 130)


def interrupt(run: Run, rng: random.Random) -> None:
    """SIGINT to all, as a terminal sends it."""
    os.killpg(run.process.pid, signal.SIGINT)
    run.demand(-signal.SIGINT, 130)


def pause(run: Run, rng: random.Random) -> None:
    """Stopped for a while; the command goes on."""
    os.killpg(run.process.pid, signal.SIGSTOP)
    time.sleep(rng.uniform(0.2, 2))
    os.killpg(run.process.pid, signal.SIGCONT)
    run.demand(0)


LOCAL: dict[str, Callable[[Run, random.Random], None]] = {
    "kill -9 all": kill_all,
    "kill -9 parent": kill_parent,
    "kill -9 worker": kill_worker,
    "SIGTERM": terminate,
    "SIGINT": interrupt,
    "SIGSTOP": pause,
}
