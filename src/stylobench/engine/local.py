"""A pool of processes that survives its jobs: a method that dies, hangs or eats memory costs its own answer only."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Generic, TypeVar

from stylobench.engine import kin, reasons
from stylobench.engine.force import Done, Force, Keeper
from stylobench.engine.jobs import Doable, answer
from stylobench.engine.kept_runs import Ended
from stylobench.engine.memory import LOOK, Guard
from stylobench.engine.obedience import be_first_to_go, end_when_asked, end_with, uninterrupted

GRACE = 2.0
Told = tuple[float, str | None] | OSError
Run = TypeVar("Run", bound=Ended)


def here(jobs: Sequence[Doable[Run]], archive: Keeper[Run], force: Force) -> Iterator[Done]:
    """One job after the other in this process; one that had no memory left is tried again when all others are done."""
    waiting, tries = deque(jobs), Counter[str]()
    while waiting:
        job = waiting.popleft()
        if archive.answered(job.key):
            yield Done(job, 0.0, None)
            continue
        force.watch.started(job)
        found = answer(job)
        if found.failure == reasons.OUT_OF_MEMORY:
            tries[job.key] += 1
            if tries[job.key] <= force.retries:
                force.watch.retried(job, found.failure)
                waiting.append(job)
                continue
            found = job.run(None, reasons.in_all([found.failure] * tries[job.key]), seconds=found.seconds)
        archive.save(found)
        yield Done(job, found.seconds, found.failure)


def apart(jobs: Sequence[Doable[Run]], archive: Keeper[Run], force: Force) -> Iterator[Done]:
    """In processes that share what this one has in memory."""
    pool = _Pool(jobs, archive, force)
    try:
        yield from pool.done()
    finally:
        pool.stop()


@dataclass(eq=False)
class _Worker:
    process: BaseProcess
    line: Connection
    number: int = -1
    since: float = 0.0

    @property
    def id(self) -> int:
        assert self.process.pid is not None
        return self.process.pid


class _Pool(Generic[Run]):
    """Workers that take one job at a time; one that dies is replaced.

    What a worker died of, or was ended for its memory, is tried again when all others are done, without company.
    """

    def __init__(self, jobs: Sequence[Doable[Run]], archive: Keeper[Run], force: Force) -> None:
        self.jobs, self.archive, self.force, self.guard = jobs, archive, force, Guard(force.memory)
        self.waiting, self.again = deque(range(len(jobs))), deque[int]()
        self.reasons: dict[int, list[str]] = defaultdict(list)
        self.staff: list[_Worker] = []
        self.idle: list[_Worker] = []
        self.begun: list[int] = []
        self.busy: dict[Connection, _Worker] = {}
        methods = multiprocessing.get_all_start_methods()
        self.context = multiprocessing.get_context("fork" if "fork" in methods else "spawn")

    def done(self) -> Iterator[Done]:
        """Every job, as it ends."""
        while self.waiting or self.again or self.busy:
            found = self._hand_out()
            self._tell_begun()
            if self.busy:
                found += self._collect()
                # Telling takes time, in which nobody should be idle; what ended is told before what began.
                found += self._hand_out()
            yield from found

    def stop(self) -> None:
        """End every worker."""
        self._end(list(self.staff))

    def _hand_out(self) -> list[Done]:
        """Give jobs to whoever is free; those that another run has answered by now are done."""
        found = []
        while (number := self._next()) is not None:
            job = self.jobs[number]
            if self.archive.answered(job.key):
                found.append(Done(job, 0.0, None))
            else:
                self._give(number)
        return found

    def _next(self) -> int | None:
        if self.waiting:
            room = len(self.busy) < self.force.count() and self.guard.wide(self.jobs[self.waiting[0]].label)
            return self.waiting.popleft() if room or not self.busy else None
        if self.busy or not self.again:
            return None
        self._end(self.idle)
        self.idle.clear()
        return self.again.popleft()

    def _give(self, number: int) -> None:
        worker = self.idle.pop() if self.idle else self._hired()
        self.guard.began(worker.id, self.jobs[number].label)
        worker.number, worker.since = number, time.monotonic()
        self.busy[worker.line] = worker
        self.begun.append(number)
        # One that died while it was idle is found out when its answer is awaited.
        with suppress(BrokenPipeError):
            worker.line.send(number)

    def _tell_begun(self) -> None:
        for number in self.begun:
            self.force.watch.started(self.jobs[number])
        self.begun.clear()

    def _hired(self) -> _Worker:
        ours, theirs = self.context.Pipe()
        arguments = (self.jobs, self.archive, theirs, ours)
        process = self.context.Process(target=_work, args=arguments, daemon=True)  # type: ignore[attr-defined]
        with uninterrupted():
            process.start()
            theirs.close()
            self.staff.append(_Worker(process, ours))
        return self.staff[-1]

    def _collect(self) -> list[Done]:
        """Wait a moment for jobs that end, and end those that took too much; those that are done with."""
        ended = [self._freed(self.busy[line]) for line in wait(list(self.busy), self._patience())]  # type: ignore[index]
        found = [self._settled(worker) for worker in ended] + self._found_dead()
        found += self._ended_late_ones() + self._ended_large_ones()
        return [one for one in found if one is not None]

    def _patience(self) -> float:
        if self.force.seconds is None:
            return LOOK
        earliest = min(worker.since for worker in self.busy.values())
        return min(LOOK, max(0.0, earliest + self.force.seconds - time.monotonic()))

    def _freed(self, worker: _Worker) -> _Worker:
        self.guard.ended(worker.id)
        return self.busy.pop(worker.line)

    def _settled(self, worker: _Worker) -> Done | None:
        try:
            told: Told = worker.line.recv()
        except (EOFError, ConnectionResetError):
            return self._died(worker)
        self.idle.append(worker)
        if isinstance(told, OSError):
            raise told
        if told[1] == reasons.OUT_OF_MEMORY:
            return self._tried(worker, told[1])
        return Done(self.jobs[worker.number], *told)

    def _died(self, worker: _Worker) -> Done | None:
        worker.process.join()
        exitcode = worker.process.exitcode
        self._end([worker])
        return self._tried(worker, reasons.died(exitcode))

    def _found_dead(self) -> list[Done | None]:
        """Those whose line does not tell, because what they had started holds it open."""
        gone = [worker for worker in self.busy.values() if not worker.process.is_alive() and not worker.line.poll()]
        return [self._died(self._freed(worker)) for worker in gone]

    def _ended_late_ones(self) -> list[Done | None]:
        limit, now = self.force.seconds, time.monotonic()
        if limit is None:
            return []
        late = [self._freed(worker) for worker in list(self.busy.values()) if now - worker.since >= limit]
        self._end(late)
        return [self._failed(worker, reasons.late(limit)) for worker in late]

    def _ended_large_ones(self) -> list[Done | None]:
        large = self.guard.too_large()
        ended = [self._freed(worker) for worker in list(self.busy.values()) if worker.id in large]
        self._end(ended)
        return [self._tried(worker, large[worker.id]) for worker in ended]

    def _tried(self, worker: _Worker, reason: str) -> Done | None:
        """It will be tried again, or has failed."""
        if len(self.reasons[worker.number]) >= self.force.retries:
            return self._failed(worker, reason)
        self.reasons[worker.number].append(reason)
        self.again.append(worker.number)
        self.force.watch.retried(self.jobs[worker.number], reason)
        return None

    def _failed(self, worker: _Worker, reason: str) -> Done:
        job, why = self.jobs[worker.number], reasons.in_all([*self.reasons[worker.number], reason])
        self.archive.save(job.run(None, why))
        return Done(job, time.monotonic() - worker.since, None if self.archive.answered(job.key) else why)

    def _end(self, workers: Sequence[_Worker]) -> None:
        """Ask workers to end, so that they clear up after themselves; kill those that have not within the grace."""
        kin.end([worker.id for worker in workers], GRACE)
        for worker in workers:
            worker.process.join()
            worker.line.close()
            self.staff.remove(worker)
            self.archive.sweep(worker.id)


def _work(jobs: Sequence[Doable[Run]], archive: Keeper[Run], line: Connection, other_end: Connection) -> None:
    """Answer jobs by number until the line closes; only a fault in storing an answer is sent back."""
    other_end.close()
    with _employed(), suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            line.send(_kept(jobs[line.recv()], archive))


@contextmanager
def _employed() -> Iterator[None]:
    """What this process has started goes with it: its parent sees to that, or itself where that is gone."""
    parent = multiprocessing.parent_process()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # its parent need not wait for it at the end, and yet methods may have processes of their own
    multiprocessing.current_process().daemon = False
    kin.lead()
    end_when_asked()
    end_with(parent)
    be_first_to_go()
    try:
        yield
    finally:
        if parent is not None and os.getppid() != parent.pid:
            kin.end_each(kin.descendants(os.getpid()), GRACE)


def _kept(job: Doable[Run], archive: Keeper[Run]) -> Told:
    found = answer(job)
    try:
        if found.failure != reasons.OUT_OF_MEMORY:
            archive.save(found)
    except OSError as error:
        return error
    return found.seconds, found.failure
