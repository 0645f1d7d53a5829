"""One stage of jobs on a cluster: a window of them is out at a time, and what is lost with a worker is sent again."""

from __future__ import annotations

import pickle
import warnings
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

from distributed import Future, KilledWorker

from stylobench.engine.cluster import LOOK, PATIENCE, Cluster, unlike_worker
from stylobench.engine.errands import Errand, Report
from stylobench.engine.force import Done, Force, Keeper
from stylobench.engine.jobs import Doable
from stylobench.engine.kept_runs import Ended
from stylobench.engine.parcels import Parcels
from stylobench.engine.reasons import in_all
from stylobench.engine.remote import do
from stylobench.engine.travel import packed
from stylobench.errors import ClusterError

Run = TypeVar("Run", bound=Ended)
PER_THREAD, BESIDES = 4, 16


@dataclass(frozen=True)
class _Out:
    """A job that is out."""

    job: Doable[Any]
    future: Future
    parcels: dict[str, str]


class Dispatch(Generic[Run]):
    """Jobs go out, runs come back and are kept; a job whose process was lost is tried again when all others are done,
    alone.
    """

    def __init__(self, cluster: Cluster, archive: Keeper[Run], force: Force) -> None:
        self.cluster, self.archive, self.force = cluster, archive, force
        cluster.stages += 1
        self.stage, self.sent = cluster.stages, 0
        self.parcels = Parcels(cluster)
        self.out: dict[str, _Out] = {}
        self.begun: set[str] = set()
        self.threads = 0
        self.back: SimpleQueue[str] = SimpleQueue()
        self.waiting: deque[Doable[Run]] = deque()
        self.reasons: dict[str, list[str]] = {}
        self.later: list[Doable[Run]] = []

    def done(self, jobs: Sequence[Doable[Run]]) -> Iterator[Done]:
        """Every job as it ends."""
        self.threads = self.cluster.threads()
        yield from self._round(jobs, PER_THREAD * self.threads + BESIDES)
        while self.later:
            again, self.later = self.later, []
            yield from self._round(again, 1)

    def _round(self, jobs: Sequence[Doable[Run]], window: int) -> Iterator[Done]:
        self.waiting.extend(jobs)
        while self.waiting or self.out:
            while self.waiting and len(self.out) < window:
                yield from self._send(self.waiting.popleft())
            self._tell_begun(islice(self.out, self.threads))
            reports = self._reports()
            self._tell_begun(reports)
            for key, report in reports.items():
                yield from self._settled(self.out.pop(key), report)

    def _tell_begun(self, keys: Iterable[str]) -> None:
        """Workers take jobs in about the order in which they were sent, one in each thread."""
        for key in keys:
            if key not in self.begun:
                self.begun.add(key)
                self.force.watch.started(self.out[key].job)

    def _send(self, job: Doable[Run]) -> Iterator[Done]:
        if self.archive.answered(job.key):
            yield Done(job, 0.0, None)
            return
        try:
            parcels = self.parcels.of(job)
            data = packed(job, self.parcels.tokens)
        except (ClusterError, OSError):
            raise
        except Exception as error:  # packing runs code of the method
            yield self._failed(job, f"it cannot travel to a worker: {type(error).__name__}: {error}", 0.0)
            return
        self._submit(job, data, parcels)

    def _submit(self, job: Doable[Run], data: bytes, parcels: dict[str, str]) -> None:
        force, self.sent = self.force, self.sent + 1
        key = f"stylobench-{self.cluster.home.session}-{self.stage}-{self.sent}"
        errand = Errand(self.cluster.home, self.stage, data, parcels, force.seconds, force.memory)
        with self.cluster.answering(), warnings.catch_warnings():
            # Dask would have a large split travel by itself; it goes to one worker only
            warnings.filterwarnings("ignore", "Sending large graph", UserWarning)
            future = self.cluster.client.submit(do, errand, key=key, pure=False)
        self.out[key] = _Out(job, future, parcels)
        future.add_done_callback(lambda ended: self.back.put(ended.key))

    def _reports(self) -> dict[str, Report | None]:
        """What came back, None where that was lost; waits a moment if there is nothing."""
        if not self.out:
            return {}
        try:
            keys = [self.back.get(timeout=LOOK)]
        except Empty:
            self.threads = self.cluster.threads()
            return {}
        while not self.back.empty():
            keys.append(self.back.get())
        ended = {key: self.out[key].future for key in keys if key in self.out}
        return {**self._gathered(ended), **{key: self._faulty(one) for key, one in ended.items() if _bad(one)}}

    def _gathered(self, ended: dict[str, Future]) -> dict[str, Report | None]:
        good = {key: future for key, future in ended.items() if not _bad(future)}
        if self.cluster.direct:
            try:
                return self._fetched(good, direct=True)
            except (OSError, TimeoutError):
                self.cluster.direct = False
        try:
            found = self._fetched(good, direct=False)
        except (OSError, TimeoutError):
            # the worker that had them is gone: they are made anew, or lost with the scheduler
            self._demand_scheduler()
            found = dict.fromkeys(good)
        return found

    def _fetched(self, good: dict[str, Future], direct: bool) -> dict[str, Report | None]:
        client = self.cluster.client
        found: dict[str, Report | None] = client.sync(
            client._gather, good, errors="skip", direct=direct, callback_timeout=PATIENCE
        )
        return found

    def _faulty(self, future: Future) -> Report | None:
        """Why Dask has no report."""
        self._demand_scheduler()
        if future.status != "error":
            return None
        error = future.exception()
        if isinstance(error, KilledWorker):
            return Report(failure=in_all(["the Dask worker that ran it died"] * (error.allowed_failures + 1)))
        if isinstance(error, ModuleNotFoundError | OSError):
            raise ClusterError(f"a worker of the cluster cannot do jobs: {type(error).__name__}: {error}")
        raise error

    def _demand_scheduler(self) -> None:
        if not self.cluster.connected:
            raise self.cluster.gone()

    def _settled(self, out: _Out, report: Report | None) -> Iterator[Done]:
        out.future.release()
        if report is None or report.lacking:
            for token in report.lacking if report else ():
                self.parcels.replace_lost(token, out.parcels[token])
            self.waiting.appendleft(out.job)
        elif report.unlike:
            raise unlike_worker(report.unlike)
        elif report.run is not None:
            found: Run = pickle.loads(report.run)
            self.archive.save(found)
            yield Done(out.job, found.seconds, found.failure)
        else:
            yield from self._without_answer(out.job, report)

    def _without_answer(self, job: Doable[Run], report: Report) -> Iterator[Done]:
        reasons = self.reasons.setdefault(job.key, [])
        reasons.append(str(report.failure))
        if report.lost and len(reasons) <= self.force.retries:
            self.force.watch.retried(job, reasons[-1])
            self.later.append(job)
        else:
            yield self._failed(job, in_all(reasons), report.seconds)

    def _failed(self, job: Doable[Run], reason: str, seconds: float) -> Done:
        self.archive.save(job.run(None, reason))
        return Done(job, seconds, reason)

    def close(self) -> None:
        """Call back whatever is still out."""
        if self.cluster.connected and self.out:
            self.cluster.client.cancel([out.future for out in self.out.values()], force=True)
        self.parcels.close()


def _bad(future: Future) -> bool:
    return future.status in ("error", "cancelled", "lost")
