"""Whoever wants to know of every study and every job: as calls, as lines, and two of them at once."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from stylobench.engine.jobs import Doable

Line = dict[str, Any]
Counts = Mapping[str, Mapping[str, int]]


class Chronicle(Protocol):
    """A watch over jobs that is told of studies, too."""

    def planned(self, studies: Counts, answered: Counts | None = None) -> None:
        """What is to be done: study -> method -> number of jobs, and how many of these were answered before."""

    def begin(self, study: str) -> None:
        """What is told from now on belongs to this study."""

    def preparing(self, label: str) -> None:
        """Work for a method that is no job has begun."""

    def opened(self, jobs: Sequence[Doable[Any]], waiting: Sequence[Doable[Any]]) -> None:
        """A stage of jobs begins; those that are not waiting were answered before."""

    def started(self, job: Doable[Any]) -> None:
        """A worker has the job."""

    def retried(self, job: Doable[Any], reason: str) -> None:
        """The job failed and is tried once more."""

    def ended(self, job: Doable[Any], seconds: float, failure: str | None) -> None:
        """The job was kept, answered or failed."""

    def finish(self, study: str, failure: str | None = None) -> None:
        """The study has a result, or a reason why it has none."""


class Lined:
    """Makes a line of plain data of everything that it is told."""

    def line(self, facts: Line) -> None:
        """Take a line: when, what kind of event, and what belongs to it."""
        raise NotImplementedError

    def planned(self, studies: Counts, answered: Counts | None = None) -> None:
        """What is to be done: study -> method -> number of jobs, and how many of these were answered before."""
        before = {} if answered is None else {"answered": _plain(answered)}
        self._tell("planned", studies=_plain(studies), **before)

    def begin(self, study: str) -> None:
        """What is told from now on belongs to this study."""
        self._tell("begin", study=study)

    def preparing(self, label: str) -> None:
        """Work for a method that is no job has begun."""
        self._tell("preparing", label=label)

    def opened(self, jobs: Sequence[Doable[Any]], waiting: Sequence[Doable[Any]]) -> None:
        """A stage of jobs begins; those that are not waiting were answered before."""
        left = Counter(job.label for job in waiting)
        counts = {label: [number, left[label]] for label, number in Counter(job.label for job in jobs).items()}
        self._tell("opened", stage=counts)

    def started(self, job: Doable[Any]) -> None:
        """A worker has the job."""
        self._tell("started", label=job.label, key=job.key)

    def retried(self, job: Doable[Any], reason: str) -> None:
        """The job failed and is tried once more."""
        self._tell("retried", label=job.label, key=job.key, reason=reason)

    def ended(self, job: Doable[Any], seconds: float, failure: str | None) -> None:
        """The job was kept, answered or failed."""
        self._tell("ended", label=job.label, key=job.key, seconds=round(seconds, 6), failure=failure)

    def finish(self, study: str, failure: str | None = None) -> None:
        """The study has a result, or a reason why it has none."""
        self._tell("finish", study=study, failure=failure)

    def _tell(self, event: str, **facts: Any) -> None:
        self.line({"at": round(time.time(), 6), "event": event, **facts})


def _plain(counts: Counts) -> dict[str, dict[str, int]]:
    return {study: dict(jobs) for study, jobs in counts.items()}


class Both:
    """Two that want to know."""

    def __init__(self, first: Chronicle, second: Chronicle) -> None:
        self._each = (first, second)

    def planned(self, studies: Counts, answered: Counts | None = None) -> None:
        """Tell both."""
        for one in self._each:
            one.planned(studies, answered)

    def begin(self, study: str) -> None:
        """Tell both."""
        for one in self._each:
            one.begin(study)

    def preparing(self, label: str) -> None:
        """Tell both."""
        for one in self._each:
            one.preparing(label)

    def opened(self, jobs: Sequence[Doable[Any]], waiting: Sequence[Doable[Any]]) -> None:
        """Tell both."""
        for one in self._each:
            one.opened(jobs, waiting)

    def started(self, job: Doable[Any]) -> None:
        """Tell both."""
        for one in self._each:
            one.started(job)

    def retried(self, job: Doable[Any], reason: str) -> None:
        """Tell both."""
        for one in self._each:
            one.retried(job, reason)

    def ended(self, job: Doable[Any], seconds: float, failure: str | None) -> None:
        """Tell both."""
        for one in self._each:
            one.ended(job, seconds, failure)

    def finish(self, study: str, failure: str | None = None) -> None:
        """Tell both."""
        for one in self._each:
            one.finish(study, failure)
