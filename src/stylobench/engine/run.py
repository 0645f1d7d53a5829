"""A pool of processes that survives its jobs: a method that dies or hangs costs its own answer only."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import Generic, NoReturn, Protocol, TypeVar

from stylobench.corpora.workers import cores
from stylobench.engine.jobs import Doable, answer

Told = Callable[[int, int], None]
GRACE = 2.0
Run = TypeVar("Run")


class Keeper(Protocol[Run]):
    """Where runs are kept by key."""

    def answered(self, key: str) -> bool: ...
    def save(self, run: Run) -> None: ...
    def load(self, key: str) -> Run: ...
    def sweep(self, process: int | None) -> None: ...


@dataclass(frozen=True)
class Force:
    """How jobs are run: processes (all processors when None; 0: here, one after the other), seconds a job may take."""

    workers: int | None = None
    seconds: float | None = None

    def count(self) -> int:
        """The number of processes."""
        return cores() if self.workers is None else self.workers


def run(
    jobs: Sequence[Doable[Run]], archive: Keeper[Run], force: Force | None = None, told: Told | None = None
) -> list[Run]:
    """Every job's run, from the archive where it is there already."""
    keys = [job.key for job in jobs]
    waiting = [job for job, key in zip(jobs, keys, strict=True) if not archive.answered(key)]
    done = len(jobs) - len(waiting)
    tell = told or (lambda done, total: None)
    tell(done, len(jobs))
    force = force or Force()
    for finished in _apart(waiting, archive, force) if force.count() else _here(waiting, archive):
        done += finished
        tell(done, len(jobs))
    return [archive.load(key) for key in keys]


def _here(jobs: Sequence[Doable[Run]], archive: Keeper[Run]) -> Iterator[int]:
    for job in jobs:
        archive.save(answer(job))
        yield 1


def _apart(jobs: Sequence[Doable[Run]], archive: Keeper[Run], force: Force) -> Iterator[int]:
    pool = _Pool(jobs, archive, force.seconds)
    try:
        for number in range(len(jobs)):
            if len(pool.busy) >= force.count():
                yield pool.collect()
            pool.give(number)
        while pool.busy:
            yield pool.collect()
    finally:
        pool.stop()


@dataclass(frozen=True)
class _Worker:
    process: BaseProcess
    line: Connection


class _Pool(Generic[Run]):
    """Workers that take one job at a time; one that dies is replaced, and its job has failed."""

    def __init__(self, jobs: Sequence[Doable[Run]], archive: Keeper[Run], seconds: float | None) -> None:
        self.jobs, self.archive, self.seconds = jobs, archive, seconds
        self.idle: list[_Worker] = []
        self.busy: dict[Connection, tuple[_Worker, int]] = {}
        self.since: dict[int, float] = {}
        methods = multiprocessing.get_all_start_methods()
        self.context = multiprocessing.get_context("fork" if "fork" in methods else "spawn")

    def give(self, number: int) -> None:
        """Hand a job to an idle worker, or to a new one."""
        worker = self.idle.pop() if self.idle else self._hired()
        worker.line.send(number)
        self.busy[worker.line] = (worker, number)
        self.since[number] = time.monotonic()

    def _hired(self) -> _Worker:
        ours, theirs = self.context.Pipe()
        arguments = (self.jobs, self.archive, theirs, ours)
        process = self.context.Process(target=_work, args=arguments, daemon=True)  # type: ignore[attr-defined]
        process.start()
        theirs.close()
        return _Worker(process, ours)

    def collect(self) -> int:
        """Wait until at least one job has ended or has taken too long; how many have."""
        ended = [self.busy.pop(line) for line in wait(list(self.busy), self._patience())]  # type: ignore[call-overload]
        for worker, number in ended:
            self._settle(worker, number)
        return len(ended) + self._end_late_ones()

    def _patience(self) -> float | None:
        if self.seconds is None:
            return None
        earliest = min(self.since[number] for _, number in self.busy.values())
        return max(0.0, earliest + self.seconds - time.monotonic())

    def _end_late_ones(self) -> int:
        if self.seconds is None:
            return 0
        late = [line for line, (_, n) in self.busy.items() if time.monotonic() - self.since[n] >= self.seconds]
        ended = [self.busy.pop(line) for line in late]
        self._end([worker for worker, _ in ended])
        for _, number in ended:
            self.archive.save(self.jobs[number].run(None, f"it took longer than {self.seconds:g} seconds"))
        return len(late)

    def _settle(self, worker: _Worker, number: int) -> None:
        try:
            fault: OSError | None = worker.line.recv()
        except (EOFError, ConnectionResetError):
            worker.process.join()
            reason = _death(worker.process.exitcode)
            self._end([worker])
            self.archive.save(self.jobs[number].run(None, reason))
            return
        self.idle.append(worker)
        if fault is not None:
            raise fault

    def stop(self) -> None:
        """End every worker."""
        self._end([*self.idle, *(worker for worker, _ in self.busy.values())])

    def _end(self, workers: Sequence[_Worker]) -> None:
        """Ask workers to end, so that they clear up after themselves; kill those that have not within the grace."""
        for worker in workers:
            worker.process.terminate()
        deadline = time.monotonic() + GRACE
        for worker in workers:
            worker.process.join(max(0.0, deadline - time.monotonic()))
            worker.process.kill()
            worker.process.join()
            self.archive.sweep(worker.process.pid)


def _death(exitcode: int | None) -> str:
    if exitcode is not None and exitcode < 0:
        return f"its process was killed by {signal.Signals(-exitcode).name}"
    return f"its process ended with exit code {exitcode} and no answer"


def _leave(number: int, frame: FrameType | None) -> NoReturn:
    """Unwind, so that every `finally` is run; asked a second time, do not start again in the midst of it."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise SystemExit(128 + number)


def _work(jobs: Sequence[Doable[Run]], archive: Keeper[Run], line: Connection, other_end: Connection) -> None:
    """Answer jobs by number until the line closes; only a fault in storing an answer is sent back."""
    signal.signal(signal.SIGTERM, _leave)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    other_end.close()
    while True:
        try:
            job = jobs[line.recv()]
        except EOFError:
            return
        try:
            archive.save(answer(job))
            line.send(None)
        except OSError as error:
            line.send(error)
