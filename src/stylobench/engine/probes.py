"""Timing a pilot: what a job costs whatever its size, by item, and what is computed once for all jobs."""

from __future__ import annotations

import hashlib
import resource
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from stylobench.engine.jobs import Doable, Job
from stylobench.engine.pilots import FirstRewrite, regrouped, renewed, smaller
from stylobench.engine.surroundings import versions
from stylobench.engine.trial_jobs import Shown
from stylobench.records import Answers, Run

LIMIT, PATIENCE, TRIES = 15.0, 0.6, 7
ASKING = 0.5
WORKING = 0.1
LEAST_SLOPE = 0.1
TIMES, FIGURES = ("seconds",), 7


@dataclass(frozen=True)
class Pace:
    """Seconds: of a job of no items, per item of a job; once for all jobs per different item, and per different text.

    `why` tells why nothing of that is known.
    """

    fixed: float
    item: float = 0.0
    once_item: float = 0.0
    once_text: float = 0.0
    why: str | None = None

    def job(self, items: float, asked: float = 1.0) -> float:
        """A job of so many items that learns once and asks so many times, which is half of what any job costs."""
        return self.fixed * (1 + ASKING * (asked - 1)) + self.item * items

    def once(self, items: int, texts: int) -> float:
        """What is computed for all jobs together."""
        return self.once_item * items + self.once_text * texts


@dataclass(frozen=True)
class Probe:
    """A pilot as a job that answers how long the pilot takes."""

    pilot: Doable[Any]
    items: int

    @property
    def key(self) -> str:
        """That of the pilot, told apart from it."""
        return hashlib.sha256(f"probe {type(self.pilot).__name__} {self.pilot.key}".encode()).hexdigest()[:40]

    @property
    def label(self) -> str:
        """The method."""
        return self.pilot.label

    @property
    def shared(self) -> tuple[Any, ...]:
        """Nothing: every pilot has texts of its own."""
        return ()

    def answers(self) -> Answers:
        """Items and texts; seconds with nothing counted yet, with everything counted, and on other items of the same
        texts; items and seconds of a thinner pilot. NaN where there is no such figure.

        The first try, which pays for imports and compiling, counts only where it is so slow that it must do.
        """
        texts, first = _texts(self.pilot) or self.items, renewed(self.pilot)
        fresh, warm = _seconds(first), _seconds(first)
        if fresh + warm > PATIENCE:
            return _told(self.items, texts, fresh, warm, _seconds_regrouped(first))
        again = renewed(self.pilot)
        fresh, warm = _seconds(again), min(warm, _seconds(again))
        return _told(self.items, texts, fresh, warm, _seconds_regrouped(again), *self._thinner())

    def _thinner(self) -> tuple[float, ...]:
        thin = smaller(self.pilot)
        if thin is None or thin[1] >= self.items:
            return ()
        _seconds(thin[0])
        return thin[1], min(_seconds(thin[0]), _seconds(thin[0]))

    def run(
        self, answers: Answers | None, failure: str | None = None, notes: Sequence[str] = (), seconds: float = 0
    ) -> Run:
        """The record of what came out."""
        return Run(self.key, "", "pilot", self.label, 0, versions(), answers, failure, tuple(notes), seconds)


def _told(*figures: float) -> Answers:
    column = np.full((FIGURES, 1), np.nan)
    column[: len(figures), 0] = figures
    return Answers(np.arange(FIGURES), TIMES, column, probable=False)


def _texts(pilot: Doable[Any]) -> int:
    if isinstance(pilot, FirstRewrite):
        return len(set(pilot.texts))
    return len(pilot.bench.texts) if isinstance(pilot, Job | Shown) else 0


def _seconds(job: Doable[Any]) -> float:
    """Processor time, which others on the machine do not lengthen; time on the clock where it waits for a program."""
    clock, processor = time.perf_counter(), _processor()
    job.answers()
    waited, worked = time.perf_counter() - clock, _processor() - processor
    return worked if worked > WORKING * waited else waited


def _seconds_regrouped(job: Doable[Any]) -> float:
    other = regrouped(job)
    return np.nan if other is None else _seconds(other)


def _processor() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def pace_of(probed: Run, limit: float = LIMIT) -> Pace:
    """A straight line through the pilot and the thinner one; through the pilot and nothing where there is none."""
    if probed.answers is None:
        late = (probed.failure or "").startswith("it took longer")
        return Pace(0.0, why=f"a small trial of it takes more than {limit:g} s" if late else probed.failure)
    items, texts, fresh, warm, other, fewer, thin = (float(value) for value in probed.answers.scores[:, 0])
    slope = warm / items
    if np.isfinite(thin):
        slope = float(np.clip((warm - thin) / (items - fewer), LEAST_SLOPE * slope, slope))
    by_item = max(0.0, other - warm) if np.isfinite(other) else 0.0
    by_text = max(0.0, fresh - warm - by_item)
    return Pace(warm - slope * items, slope, by_item / items, by_text / texts)
