"""What a real Dask scheduler and real workers cost on this machine, and whether the model of a cluster foretells them.

Scheduler and workers are programs of their own. Processor time of scheduler and client is taken over empty jobs; what a
worker adds to a job is the clock of one worker over them. Then two workers do jobs that only wait, so that nobody takes
a processor from another: predicted and measured seconds, the best of several turns.
"""

from __future__ import annotations

import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import psutil
from cluster_model import Case, Costs, simulated
from distributed import wait

from stylobench.engine.archive import Archive
from stylobench.engine.cluster import close_all, cluster_of
from stylobench.engine.force import Force
from stylobench.engine.run import run
from stylobench.records import Answers, Run

EMPTY, BULK, TURNS = 300, 2000, 3
COMPARED = {0.01: 300, 0.03: 200, 0.1: 100}


@dataclass(frozen=True)
class Nap:
    """A job that waits and then answers for a hundred documents."""

    number: int
    seconds: float
    label: str = "nap"
    shared: tuple[Any, ...] = ()

    @property
    def key(self) -> str:
        """Its number."""
        return f"{self.number:040d}"

    def answers(self) -> Answers:
        """A hundred rows, after a while."""
        time.sleep(self.seconds)
        return Answers(np.arange(100), ("a", "b"), np.random.default_rng(self.number).random((100, 2)), False)

    def run(
        self, answers: Answers | None, failure: str | None = None, notes: Sequence[str] = (), seconds: float = 0
    ) -> Run:
        """The record of what came out."""
        return Run(self.key, "corpus", "split", self.label, 0, {}, answers, failure, tuple(notes), seconds)


@contextmanager
def programs(workers: int) -> Iterator[tuple[str, int]]:
    """A scheduler and workers on this machine: the address, and the scheduler's process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{probe.getsockname()[1]}"
    with ExitStack() as stack:
        scheduler = stack.enter_context(
            _program("dask_scheduler", "--host", "127.0.0.1", "--port", address.rpartition(":")[2], "--no-dashboard")
        )
        for _ in range(workers):
            stack.enter_context(_program("dask_worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard"))
        yield address, scheduler.pid


@contextmanager
def _program(name: str, *options: str) -> Iterator[subprocess.Popen[bytes]]:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", f"distributed.cli.{name}", *options]
        process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            yield process
        finally:
            process.terminate()
            process.wait()


def clock(jobs: int, seconds: float, address: str) -> float:
    """Seconds of a run from the first job to the last answer kept."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        run([Nap(number, seconds) for number in range(jobs)], Archive(Path(folder)), _force(address))
        return time.perf_counter() - began


def _force(address: str) -> Force:
    return Force(engine="dask", scheduler=address)


def _processor(process: int) -> float:
    times = psutil.Process(process).cpu_times()
    return float(times.user + times.system)


def saving() -> float:
    """Processor seconds to keep an answer."""
    with tempfile.TemporaryDirectory() as folder:
        archive, jobs = Archive(Path(folder)), [Nap(number, 0) for number in range(EMPTY)]
        runs = [job.run(job.answers()) for job in jobs]
        began = time.process_time()
        for one in runs:
            archive.save(one)
        return (time.process_time() - began) / EMPTY


def costs_of(address: str, scheduler: int) -> Costs:
    """Of empty jobs on one worker."""
    clock(20, 0, address)
    before, own = _processor(scheduler), time.process_time()
    walls = [clock(EMPTY, 0, address) for _ in range(TURNS)]
    tasks = EMPTY * TURNS
    spent, sent, save = _processor(scheduler) - before, time.process_time() - own, saving()
    each = (spent / tasks, max(0.0, sent / tasks - save), save)
    return Costs(*each, worker=min(walls) / EMPTY, message=_message(address))


def in_bulk(address: str, scheduler: int) -> float:
    """Processor seconds of the scheduler for an empty task among many, whose result nobody fetches."""
    client, before = cluster_of(_force(address)).client, _processor(scheduler)
    with client.as_current():
        wait(client.map(abs, range(BULK), pure=False))
    return (_processor(scheduler) - before) / BULK


def _message(address: str) -> float:
    """Seconds of one way of a message, the median of many."""
    client, ways = cluster_of(_force(address)).client, []
    for number in range(100):
        began = time.perf_counter()
        client.run_on_scheduler(abs, number)
        ways.append((time.perf_counter() - began) / 2)
    return float(np.median(ways))


def comparisons() -> Iterator[dict[str, Any]]:
    """What was measured, and what was predicted from it."""
    with programs(1) as (address, scheduler):
        costs = costs_of(address, scheduler)
        yield {"costs": {name: round(value, 6) for name, value in asdict(costs).items()}}
        yield {"scheduler_in_bulk": round(in_bulk(address, scheduler), 6), "tasks": BULK}
        close_all()
    with programs(2) as (address, _):
        _await(address, 2)
        for seconds, jobs in COMPARED.items():
            measured = min(clock(jobs, seconds, address) for _ in range(TURNS))
            predicted = simulated(Case(2, jobs, seconds, spread=0), costs).wall
            facts = {"jobs": jobs, "seconds": seconds, "predicted_s": round(predicted, 2)}
            yield {**facts, "measured_s": round(measured, 2), "measured/predicted": round(measured / predicted, 2)}
        close_all()


def _await(address: str, workers: int) -> None:
    """Until all workers have joined and started what does their jobs."""
    cluster_of(_force(address)).client.wait_for_workers(workers)
    clock(20 * workers, 0.05, address)
