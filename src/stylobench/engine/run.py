"""A pool of one process per job: a method that dies, hangs or eats its memory costs its own answer only."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from stylobench.engine.archive import Archive
from stylobench.engine.jobs import Job, answer
from stylobench.records import Run

Told = Callable[[int, int], None]


def default_workers() -> int:
    """The processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(jobs: Sequence[Job], archive: Archive, workers: int | None = None, told: Told | None = None) -> list[Run]:
    """Every job's run, from the archive where it is there already. Zero workers: here, one after the other."""
    keys = [job.key for job in jobs]
    waiting = [job for job, key in zip(jobs, keys, strict=True) if not archive.answered(key)]
    done = len(jobs) - len(waiting)
    tell = told or (lambda done, total: None)
    tell(done, len(jobs))
    count = default_workers() if workers is None else workers
    for finished in _apart(waiting, archive, count) if count else _here(waiting, archive):
        done += finished
        tell(done, len(jobs))
    return [archive.load(key) for key in keys]


def _here(jobs: Sequence[Job], archive: Archive) -> Iterator[int]:
    for job in jobs:
        archive.save(answer(job))
        yield 1


def _apart(jobs: Sequence[Job], archive: Archive, workers: int) -> Iterator[int]:
    pool = _Pool(archive)
    try:
        for job in jobs:
            while len(pool.running) >= workers:
                yield pool.collect()
            pool.start(job)
        while pool.running:
            yield pool.collect()
    finally:
        pool.stop()


class _Pool:
    """Processes under way, each with the line on which it tells of a fault in storing its answers."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self.running: dict[int, tuple[BaseProcess, Connection, Job]] = {}
        methods = multiprocessing.get_all_start_methods()
        self.context = multiprocessing.get_context("fork" if "fork" in methods else "spawn")

    def start(self, job: Job) -> None:
        """Start a job in a process of its own."""
        receiver, sender = self.context.Pipe(duplex=False)
        process = self.context.Process(target=_work, args=(job, self.archive, sender), daemon=True)  # type: ignore[attr-defined]
        process.start()
        sender.close()
        self.running[process.sentinel] = (process, receiver, job)

    def collect(self) -> int:
        """Wait until at least one process has ended; how many have."""
        ended = wait(list(self.running))
        for sentinel in ended:
            self._settle(*self.running.pop(sentinel))  # type: ignore[arg-type]
        return len(ended)

    def _settle(self, process: BaseProcess, receiver: Connection, job: Job) -> None:
        process.join()
        fault = _received(receiver)
        if isinstance(fault, OSError):
            raise fault
        if fault is None:
            self.archive.save(job.run(None, _death(process.exitcode)))

    def stop(self) -> None:
        """End what is still running."""
        for process, _, _ in self.running.values():
            process.kill()
            process.join()


def _received(receiver: Connection) -> OSError | str | None:
    try:
        message: OSError | str = receiver.recv()
        return message
    except EOFError:
        return None
    finally:
        receiver.close()


def _death(exitcode: int | None) -> str:
    if exitcode is not None and exitcode < 0:
        return f"its process was killed by {signal.Signals(-exitcode).name}"
    return f"its process ended with exit code {exitcode} and no answer"


def _work(job: Job, archive: Archive, sender: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        archive.save(answer(job))
        sender.send("stored")
    except OSError as error:
        sender.send(error)
