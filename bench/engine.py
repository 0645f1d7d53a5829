"""What the local engine costs, and how much faster two processes are than one. One JSON line per figure.

Overhead: 200 jobs that are busy for 100 ms of processor time each, on two workers, every answer kept, with a journal
and the display of the command line; the time on the clock above that of two bare processes that do the same and keep
nothing, as a share of that. `of_ideal` is above 200 x 100 ms / 2, which no machine reaches that has other guests, and
`processor` the processor time of all processes above 200 x 100 ms likewise. Efficiency: the
leakage protocol of bench/leakage.py with two of its five random samples, everything from planning to the result, with
one worker and with two: time with one over twice the time with two. `by_processor_time` is the same in processor time,
where two take what the process that plans, prepares and sums up needs with two, and half of the jobs. `serial_s` is
what that process needs with one worker, `left_s` with two, `jobs_s` are the jobs. Resuming: 10,000 jobs of no length,
all kept; looked up and read again.
"""

from __future__ import annotations

import json
import multiprocessing
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from leakage import SETTINGS, VERIFIERS, corpus

from stylobench.cli._live import live
from stylobench.engine.archive import Archive
from stylobench.engine.journal import Journal
from stylobench.engine.leakage import Wanted, leakage
from stylobench.engine.run import Force, run
from stylobench.records import Answers, Corpus, Run

JOBS, LENGTH, WORKERS, MANY = 200, 0.1, 2, 10_000


@dataclass(frozen=True)
class Busy:
    """A job that takes its time."""

    number: int
    seconds: float
    label: str = "busy"
    shared: tuple[Any, ...] = ()

    @property
    def key(self) -> str:
        """Its number."""
        return f"{self.number:040d}"

    def answers(self) -> Answers:
        """A hundred rows, after a while."""
        end = time.process_time() + self.seconds
        while time.process_time() < end:
            pass
        return Answers(np.arange(100), ("a", "b"), np.random.default_rng(self.number).random((100, 2)), False)

    def run(
        self, answers: Answers | None, failure: str | None = None, notes: Sequence[str] = (), seconds: float = 0
    ) -> Run:
        """The record of what came out."""
        return Run(self.key, "corpus", "split", self.label, 0, {}, answers, failure, tuple(notes), seconds)


@dataclass(frozen=True)
class Spent:
    """Seconds on the clock, and on the processor by this process and by its children."""

    clock: float
    own: float
    children: float

    @classmethod
    def on(cls, work: Callable[[], Any]) -> Spent:
        """Doing it once."""
        before = cls.now()
        work()
        after = cls.now()
        return cls(after.clock - before.clock, after.own - before.own, after.children - before.children)

    @classmethod
    def now(cls) -> Spent:
        """Since the beginning."""
        used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        return cls(time.perf_counter(), *(one.ru_utime + one.ru_stime for one in used))


def overhead() -> dict[str, Any]:
    """Of a job of 100 ms, beside processes that do the same and keep nothing; also beside an ideal machine."""
    jobs = [Busy(number, LENGTH) for number in range(JOBS)]
    bare = Spent.on(lambda: _bare(jobs))
    with tempfile.TemporaryDirectory() as folder:
        spent = Spent.on(lambda: _watched(jobs, Path(folder)))
    busy = JOBS * LENGTH
    shares = {
        "value": spent.clock / bare.clock - 1,
        "of_ideal": spent.clock * WORKERS / busy - 1,
        "processor": (spent.own + spent.children) / busy - 1,
    }
    return {**{name: round(share, 4) for name, share in shares.items()}, "target": 0.05, "jobs": JOBS}


def _bare(jobs: Sequence[Busy]) -> None:
    context = multiprocessing.get_context("fork")
    shares = [jobs[start::WORKERS] for start in range(WORKERS)]
    started = [context.Process(target=lambda share: [job.answers() for job in share], args=(one,)) for one in shares]
    for process in started:
        process.start()
    for process in started:
        process.join()


def _watched(jobs: Sequence[Busy], folder: Path) -> None:
    """As the command line does it: with a journal, and a display for wherever stderr goes."""
    with Journal(folder, Force(WORKERS)) as journal, live("engine", journal) as log:
        log.begin("engine")
        run(jobs, Archive(folder / "answers"), Force(WORKERS, watch=log))
        log.finish("engine", None)


def resuming() -> dict[str, Any]:
    """Of jobs that were all answered."""
    jobs = [Busy(number, 0.0) for number in range(MANY)]
    with tempfile.TemporaryDirectory() as folder:
        first, again = (Spent.on(lambda: run(jobs, Archive(Path(folder)), Force(WORKERS))) for _ in range(2))
    seconds = {"processor_s": round(again.own, 2), "first_s": round(first.clock, 2)}
    return {"value": round(again.clock, 2), "unit": "s", "jobs": MANY, **seconds}


def efficiency() -> dict[str, Any]:
    """Of two workers in the leakage protocol."""
    world = corpus()
    one, two = (Spent.on(lambda workers=workers: _protocol(world, workers)) for workers in (1, WORKERS))
    seconds = {"one_s": one.clock, "two_s": two.clock, "serial_s": one.own, "left_s": two.own, "jobs_s": one.children}
    shares = {"value": one.clock / (WORKERS * two.clock), "by_processor_time": _expected(one, two)}
    rounded = {name: round(value, 3) for name, value in {**shares, **seconds}.items()}
    return {**rounded, "target": 0.85}


def _expected(one: Spent, two: Spent) -> float:
    """The efficiency if nobody else used the machine and jobs took as long beside each other as alone."""
    return (one.own + one.children) / (WORKERS * (two.own + one.children / WORKERS))


def _protocol(world: Corpus, workers: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        settings, wanted = replace(SETTINGS, random=2), Wanted(encoder="lsa")
        result = leakage(world, VERIFIERS, settings, wanted, folder=Path(folder), force=Force(workers))
    assert not any(one["failures"] for one in result["methods"].values())


def main() -> None:
    """Every figure."""
    figures = {"engine/overhead of a job": overhead, "engine/resuming": resuming, "engine/two workers": efficiency}
    for name, measured in figures.items():
        print(json.dumps({"figure": name, **measured()}), flush=True)


if __name__ == "__main__":
    sys.exit(main())
