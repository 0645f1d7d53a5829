"""The Dask engine with two worker processes against the local engine with two, on a stage like that of leakage.

World: 20 topics, 60 documents of about 3,000 characters each; 12 splits of pairs by topic, three verifiers. What is
prepared before jobs are dealt out is the same for both and not counted, nor is the start of the cluster and of the
processes that do the jobs (`start_s`). Then the scheduler alone, as a program of its own: its processor time for an
empty task, for a worker that joins, and for a worker that only says that it is there. One JSON line per figure.
"""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import psutil
from distributed import Client, Worker

import stylobench
from stylobench.engine.archive import Archive
from stylobench.engine.cluster import close_all, cluster_of
from stylobench.engine.methods import methods
from stylobench.engine.remote import depot
from stylobench.engine.run import Force, run
from stylobench.engine.trial_jobs import TrialBench, TrialJob, prepare
from stylobench.features.texts import Texts
from stylobench.records import Trials, TrialSplit
from stylobench.seeds import generator

TOPICS, DOCUMENTS, WORDS, SPLITS, PAIRS = 20, 60, 460, 12, 3000
VERIFIERS = ["char_ngrams", "ppm", "topic_fit"]
TASKS, JOINING, IDLE = 2000, 50, 10.0
TARGET = 1.3


def stage(folder: Path) -> list[TrialJob]:
    """Jobs over one bench that has been prepared."""
    world = stylobench.world(topics=TOPICS, authors=20, documents=TOPICS * DOCUMENTS, words=WORDS)
    authors = np.unique(world.column("author"), return_inverse=True)[1]
    bench = TrialBench(world.digest, Texts(world.column("text"), folder, world.digest), authors)
    found = methods(VERIFIERS, "verifiers")
    jobs = [TrialJob(bench, _split(number, authors), method, 0) for method in found for number in range(SPLITS)]
    prepare(jobs)
    return jobs


def _split(number: int, authors: np.ndarray) -> TrialSplit:
    rng = generator(number, "bench")
    first, second = rng.integers(len(authors), size=(2, PAIRS))
    same = np.arange(PAIRS) % 2 == 0
    for place in np.flatnonzero(same):
        second[place] = rng.choice(np.flatnonzero(authors == authors[first[place]]))
    every = Trials.of_pairs(first, second, authors[first] == authors[second])
    cut = PAIRS * 3 // 4
    return TrialSplit(str(number), every.take(np.arange(cut)), every.take(np.arange(cut, PAIRS)), str(number))


def clock(jobs: Sequence[TrialJob], force: Force) -> tuple[float, float, dict[str, bytes]]:
    """Seconds on the clock, processor seconds of this process, and what was stored."""
    with tempfile.TemporaryDirectory() as folder:
        began, used = time.perf_counter(), time.process_time()
        run(jobs, Archive(Path(folder)), force)
        spent = time.perf_counter() - began, time.process_time() - used
        return *spent, {path.name: path.read_bytes() for path in Path(folder).iterdir()}


def held_bytes() -> int:
    """What the worker fetched for the stage."""
    folders = [folder for _, folder in depot().folders.values()]
    return sum(path.stat().st_size for folder in folders for path in folder.iterdir())


def engines() -> None:
    """Both engines in turns, so that a busy machine is busy for both."""
    with tempfile.TemporaryDirectory() as folder:
        jobs = stage(Path(folder))
        local, dask = Force(2), Force(2, engine="dask")
        began = time.perf_counter()
        cluster = cluster_of(dask)
        clock(jobs[:4], dask)
        start = time.perf_counter() - began
        clock(jobs, local)
        turns = [(clock(jobs, local), clock(jobs, dask)) for _ in range(3)]
        assert all(one[2] == other[2] for one, other in turns), "stored bytes differ"
        mine, theirs = (min(turn[side][0] for turn in turns) for side in (0, 1))
        moved = cluster.client.run(held_bytes)
    told("dask/local", theirs / mine, target=TARGET, local_s=round(mine, 2), dask_s=round(theirs, 2),
         jobs=len(jobs), start_s=round(start, 1), bytes_per_worker=max(moved.values()),
         client_and_scheduler_ms_per_job=round(1000 * turns[0][1][1] / len(jobs), 2))  # fmt: skip


def scheduler() -> None:
    """What the scheduler spends, as a program of its own."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port)]
    process = subprocess.Popen([*command, "--no-dashboard"], stderr=subprocess.DEVNULL)
    try:
        asyncio.run(_measured(f"tcp://127.0.0.1:{port}", process.pid))
    finally:
        process.kill()
        process.wait()


async def _measured(address: str, process: int) -> None:
    async with Client(address, asynchronous=True, timeout=60) as client:
        before = _processor(process)
        workers = [await Worker(address, nthreads=1, memory_limit=0, dashboard=False) for _ in range(JOINING)]
        joined = _processor(process)
        await asyncio.sleep(IDLE)
        idle = _processor(process)
        began = time.perf_counter()
        await client.gather([client.submit(abs, number, pure=False) for number in range(TASKS)])
        ended, clock = _processor(process), time.perf_counter() - began
        await asyncio.gather(*(worker.close(nanny=False) for worker in workers))
    told("scheduler ms per worker that joins", 1000 * (joined - before) / JOINING, workers=JOINING)
    told("scheduler ms per idle worker and second", 1000 * (idle - joined) / JOINING / IDLE)
    told("scheduler ms per empty task", 1000 * (ended - idle) / TASKS, tasks=TASKS, tasks_per_s=round(TASKS / clock))


def _processor(process: int) -> float:
    times = psutil.Process(process).cpu_times()
    return float(times.user + times.system)


def told(figure: str, value: float, **facts: Any) -> None:
    """A line."""
    print(json.dumps({"figure": figure, "value": round(value, 3), **facts}), flush=True)


def main() -> None:
    """All figures."""
    logging.getLogger("distributed").setLevel(logging.ERROR)
    engines()
    close_all()
    scheduler()


if __name__ == "__main__":
    sys.exit(main())
