"""A connection to a Dask cluster, or a cluster of processes on this machine; kept until the command ends."""

from __future__ import annotations

import asyncio
import atexit
import logging
import time
import uuid
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from distributed import Client, LocalCluster

from stylobench.engine import remote
from stylobench.engine.errands import Home, unlike
from stylobench.engine.force import Force
from stylobench.engine.surroundings import made_with
from stylobench.errors import ClusterError

PATIENCE = 10.0
LOOK = 0.5
REACH = 2.0
_OPEN: dict[tuple[str | None, int], Cluster] = {}


class Waiting(UserWarning):
    """A cluster without workers."""


def cluster_of(force: Force) -> Cluster:
    """The cluster that is asked for; one that is open already is used again."""
    place = (force.scheduler, 0 if force.scheduler else max(1, force.count()))
    if place not in _OPEN or not _OPEN[place].connected:
        _OPEN[place] = Cluster(*place)
    return _OPEN[place]


@atexit.register
def close_all() -> None:
    """Leave every cluster, and end those that were started here."""
    while _OPEN:
        _OPEN.popitem()[1].close()


class Cluster:
    """Workers behind a scheduler."""

    def __init__(self, address: str | None, workers: int) -> None:
        self.home, self.stages = Home.here(uuid.uuid4().hex[:12]), 0
        self.local = None if address else _started(workers)
        self.address = address or str(self.local.scheduler_address)  # type: ignore[union-attr]
        self.client = _connected(self.address)
        self.direct = False
        self.demand_likeness()

    @property
    def connected(self) -> bool:
        """Whether there is a line to the scheduler."""
        return bool(self.client.status == "running")

    def threads(self) -> int:
        """How many jobs can be done at once; waits for the first worker."""
        threads = self._threads_now()
        if threads == 0:
            warnings.warn(
                f"the cluster at {self.address} has no worker; waiting for one (start it with: dask worker "
                f"{self.address} --nthreads 1)",
                Waiting,
                stacklevel=2,
            )
        while threads == 0:
            time.sleep(LOOK)
            threads = self._threads_now()
        return threads

    def _threads_now(self) -> int:
        with self.answering():
            return int(sum(self.client.nthreads().values()))

    def demand_likeness(self) -> None:
        """Every worker there is must have the software that this process has."""
        self.threads()
        with self.answering():
            found: Mapping[str, Any] = self.client.run(made_with, on_error="return")
        for worker, theirs in found.items():
            if not isinstance(theirs, OSError):  # it has left
                refuse(worker, theirs)
        self.direct = self.client.sync(reached, self.client, list(found))

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Something is asked of the scheduler: it may be gone."""
        try:
            yield
        except (OSError, TimeoutError) as error:
            raise self.gone() from error

    def gone(self) -> ClusterError:
        """Why nothing goes on."""
        return ClusterError(
            f"the scheduler at {self.address} is gone; what was answered is kept, and the same command goes on from "
            "there once a scheduler runs"
        )

    def close(self) -> None:
        """Leave no process behind that works for this one."""
        with suppress(Exception):  # a cluster that is gone needs no farewell
            if self.connected:
                self.client.run(remote.forget, self.home.session, on_error="ignore")
        with suppress(Exception):
            self.client.close(timeout=LOOK)
        if self.local is not None:
            self.local.close()


def refuse(worker: str, theirs: Any) -> None:
    """A worker that would answer differently."""
    if isinstance(theirs, ModuleNotFoundError):
        raise ClusterError(f"worker {worker} of the cluster cannot run stylobench: {theirs}; install it there")
    if isinstance(theirs, Exception):
        raise ClusterError(f"worker {worker} of the cluster does not say what it runs: {theirs}")
    if difference := unlike(made_with(), theirs):
        raise unlike_worker(f"{worker}: {difference}")


def unlike_worker(told: str) -> ClusterError:
    """A worker with other software."""
    return ClusterError(f"a worker of the cluster would answer differently, {told}; install the same versions")


def _connected(address: str) -> Client:
    # a scheduler that is gone is told in one line, not by Dask with a traceback after it
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    try:
        return Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise ClusterError(
            f"no Dask scheduler answers at {address} ({str(error).splitlines()[0][:100]}); start one with: dask "
            "scheduler, and give its address, such as tcp://host:8786"
        ) from None


async def reached(client: Client, workers: Iterable[str]) -> bool:
    """Whether workers can be asked directly, not only by the scheduler."""
    try:
        async with asyncio.timeout(REACH):
            await asyncio.gather(*(client.rpc(worker).identity() for worker in workers))
    except (OSError, TimeoutError):
        return False
    return True


def _started(workers: int) -> LocalCluster:
    # what workers hold is bytes in passing; the memory of jobs is judged by those who do them
    return LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=True,
        memory_limit=0,
        # any port that is free: other clusters may be on this machine
        dashboard_address="127.0.0.1:0",
        scheduler_kwargs={"dashboard": False},
        silence_logs=logging.ERROR,
    )
