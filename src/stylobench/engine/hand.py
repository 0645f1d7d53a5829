"""The near end of a process that does jobs for a worker of a cluster: starts it, hands jobs over, ends it in time."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import time
from collections.abc import Mapping
from multiprocessing import Pipe
from threading import Lock
from typing import Any

from stylobench.engine import kin
from stylobench.engine.errands import Errand, Home, Report
from stylobench.engine.handiwork import READY, START
from stylobench.engine.memory import LOOK, RESERVE, SMALL, held, room, whole
from stylobench.engine.reasons import OUT_OF_MEMORY, crowded, died, large, late

GRACE = 2.0
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


class Watchman:
    """Judges the memory of all hands of a worker; one at a time is ended where too little is left for all."""

    def __init__(self) -> None:
        self.lock, self.looked = Lock(), 0.0
        self.before: dict[int, int] = {}
        self.took: dict[int, int] = {}
        self.doomed: dict[int, str] = {}

    def began(self, process: int) -> None:
        """It begins a job."""
        with self.lock:
            self.before[process], self.took[process] = held(process), 0

    def ended(self, process: int) -> None:
        """Its job has ended."""
        with self.lock:
            del self.before[process], self.took[process]
            self.doomed.pop(process, None)

    def verdict(self, process: int, limit: int | None) -> str | None:
        """Why it has to end, if it has to."""
        with self.lock:
            if time.monotonic() - self.looked >= LOOK:
                self._look()
            if limit is not None and self.took[process] > limit:
                return large(limit)
            return self.doomed.get(process)

    def _look(self) -> None:
        self.took = {one: max(0, held(one) - before) for one, before in self.before.items()}
        largest = max(self.took, key=self.took.__getitem__)
        if room() < RESERVE * whole() and self.took[largest] > SMALL * whole():
            self.doomed[largest] = crowded(self.took[largest])
        self.looked = time.monotonic()


class Hand:
    """A process for the jobs of one sender."""

    def __init__(self, home: Home, watchman: Watchman) -> None:
        self.session, self.watchman, self.idle_since = home.session, watchman, time.monotonic()
        self.started = False
        self.line, theirs = Pipe()
        leash, self.leash = os.pipe()
        self.process = subprocess.Popen(
            [sys.executable, "-c", START, str(theirs.fileno()), str(leash)],
            pass_fds=(theirs.fileno(), leash),
            env={**os.environ, **ONE_THREAD},
            stdin=subprocess.DEVNULL,
            process_group=0,
        )
        theirs.close()
        os.close(leash)
        self.line.send(([*sys.path, *(entry for entry in home.path if entry not in sys.path)], home.folder))

    def do(self, errand: Errand, files: Mapping[str, str]) -> Report:
        """What came of the job; the clock runs from when the hand has read it."""
        began = time.monotonic()
        try:
            if not self.started:
                self.started = self.line.recv_bytes() == READY
            self.line.send((errand.stage, errand.job, dict(files)))
            self.line.recv_bytes()
            began = time.monotonic()
            return self._answer(errand, began)
        except (EOFError, OSError):
            report = Report(failure=died(self.process.wait()), lost=True, seconds=time.monotonic() - began)
            kin.kill_group(self.process.pid)
            self._close()
            return report

    def _answer(self, errand: Errand, began: float) -> Report:
        self.watchman.began(self.process.pid)
        try:
            while not self.line.poll(_patience(errand, began)):
                if errand.seconds is not None and time.monotonic() - began >= errand.seconds:
                    return self._stopped(late(errand.seconds), False, began)
                if self.process.poll() is not None and not self.line.poll():
                    raise EOFError  # what the method has started holds the line open
                if reason := self.watchman.verdict(self.process.pid, errand.memory):
                    return self._stopped(reason, True, began)
            return _told(self.line.recv_bytes())
        finally:
            self.watchman.ended(self.process.pid)
            self.idle_since = time.monotonic()

    def _stopped(self, reason: str, lost: bool, began: float) -> Report:
        self.end()
        return Report(failure=reason, lost=lost, seconds=time.monotonic() - began)

    @property
    def alive(self) -> bool:
        """Whether it can do another job."""
        return not self.line.closed and self.process.poll() is None

    def end(self) -> None:
        """Ask it to end, so that it clears up after itself; kill it when it has not within the grace."""
        kin.end([self.process.pid], GRACE)
        self.process.wait()
        self._close()

    def _close(self) -> None:
        self.line.close()
        os.close(self.leash)


def _patience(errand: Errand, began: float) -> float:
    left = LOOK if errand.seconds is None else began + errand.seconds - time.monotonic()
    return max(0.0, min(LOOK, left))


def _told(data: bytes) -> Report:
    found: Any = pickle.loads(data)
    if isinstance(found, str):
        return Report(failure=found)
    if found.failure == OUT_OF_MEMORY:
        return Report(failure=found.failure, lost=True, seconds=found.seconds)
    return Report(run=data, seconds=found.seconds)
