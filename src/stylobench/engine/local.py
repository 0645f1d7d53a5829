"""A pool of processes that survives its jobs: a method that dies or hangs costs its own answer only."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import Generic, NoReturn, TypeVar

from stylobench.engine.force import Done, Force, Keeper
from stylobench.engine.jobs import Doable, answer
from stylobench.engine.kept_runs import Ended

GRACE = 2.0
Told = tuple[float, str | None] | OSError
Run = TypeVar("Run", bound=Ended)


def here(jobs: Sequence[Doable[Run]], archive: Keeper[Run], force: Force) -> Iterator[Done]:
    """One job after the other in this process."""
    for job in jobs:
        force.watch.started(job)
        found = answer(job)
        archive.save(found)
        yield Done(job, found.seconds, found.failure)


def apart(jobs: Sequence[Doable[Run]], archive: Keeper[Run], force: Force) -> Iterator[Done]:
    """In processes that share what this one has in memory."""
    pool = _Pool(jobs, archive, force)
    try:
        for number in range(len(jobs)):
            while len(pool.busy) >= force.count():
                yield from pool.collect()
            pool.give(number)
        while pool.busy:
            yield from pool.collect()
    finally:
        pool.stop()


@dataclass(frozen=True)
class _Worker:
    process: BaseProcess
    line: Connection


class _Pool(Generic[Run]):
    """Workers that take one job at a time; one that dies is replaced, and its job has failed."""

    def __init__(self, jobs: Sequence[Doable[Run]], archive: Keeper[Run], force: Force) -> None:
        self.jobs, self.archive, self.seconds, self.watch = jobs, archive, force.seconds, force.watch
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
        self.watch.started(self.jobs[number])

    def _hired(self) -> _Worker:
        ours, theirs = self.context.Pipe()
        arguments = (self.jobs, self.archive, theirs, ours)
        process = self.context.Process(target=_work, args=arguments, daemon=True)  # type: ignore[attr-defined]
        process.start()
        theirs.close()
        return _Worker(process, ours)

    def collect(self) -> list[Done]:
        """Wait until at least one job has ended or has taken too long; those that have."""
        ended = [self.busy.pop(line) for line in wait(list(self.busy), self._patience())]  # type: ignore[call-overload]
        return [*(self._settled(worker, number) for worker, number in ended), *self._ended_late_ones()]

    def _patience(self) -> float | None:
        if self.seconds is None:
            return None
        earliest = min(self.since[number] for _, number in self.busy.values())
        return max(0.0, earliest + self.seconds - time.monotonic())

    def _ended_late_ones(self) -> list[Done]:
        if self.seconds is None:
            return []
        late = [line for line, (_, n) in self.busy.items() if time.monotonic() - self.since[n] >= self.seconds]
        ended = [self.busy.pop(line) for line in late]
        self._end([worker for worker, _ in ended])
        return [self._failed(number, f"it took longer than {self.seconds:g} seconds") for _, number in ended]

    def _failed(self, number: int, reason: str) -> Done:
        job = self.jobs[number]
        self.archive.save(job.run(None, reason))
        return Done(job, time.monotonic() - self.since[number], reason)

    def _settled(self, worker: _Worker, number: int) -> Done:
        try:
            told: Told = worker.line.recv()
        except (EOFError, ConnectionResetError):
            worker.process.join()
            reason = _death(worker.process.exitcode)
            self._end([worker])
            return self._failed(number, reason)
        self.idle.append(worker)
        if isinstance(told, OSError):
            raise told
        return Done(self.jobs[number], *told)

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
            found = answer(job)
            archive.save(found)
            line.send((found.seconds, found.failure))
        except OSError as error:
            line.send(error)
