"""What is missing from the result of a study because jobs failed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stylobench.engine.finished import REWRITES
from stylobench.engine.tested_file import ANSWERS

if TYPE_CHECKING:
    from stylobench.engine.force import Watch
    from stylobench.engine.jobs import Doable


class Seen:
    """Notes the jobs of a study, key -> label, and passes everything on."""

    def __init__(self, watch: Watch) -> None:
        self.labels: dict[str, str] = {}
        self._watch = watch

    def opened(self, jobs: Sequence[Doable[Any]], waiting: Sequence[Doable[Any]]) -> None:
        """A stage of jobs begins."""
        self.labels |= {job.key: job.label for job in jobs}
        self._watch.opened(jobs, waiting)

    def preparing(self, label: str) -> None:
        """Passed on."""
        self._watch.preparing(label)

    def started(self, job: Doable[Any]) -> None:
        """Passed on."""
        self._watch.started(job)

    def retried(self, job: Doable[Any], reason: str) -> None:
        """Passed on."""
        self._watch.retried(job, reason)

    def ended(self, job: Doable[Any], seconds: float, failure: str | None) -> None:
        """Passed on."""
        self._watch.ended(job, seconds, failure)


def gaps(seen: Mapping[str, str], home: Path) -> tuple[dict[str, Any], ...]:
    """Of every method with failed jobs: how many of how many failed, and why, the most frequent reason first.

    Methods stand in the order of their first jobs, which is that of the plan.
    """
    from stylobench.engine.archive import Archive
    from stylobench.engine.rewriting import Shelf

    reasons: dict[str, Counter[str]] = {}
    for kept in (Archive(home / ANSWERS), Shelf(home / REWRITES)):
        for key in sorted(kept.held().failed & seen.keys()):
            reasons.setdefault(seen[key], Counter())[kept.load(key).failure or ""] += 1
    jobs = Counter(seen.values())
    return tuple(
        {
            "method": label,
            "jobs": jobs[label],
            "failed": reasons[label].total(),
            "reasons": dict(sorted(reasons[label].items(), key=lambda item: (-item[1], item[0]))),
        }
        for label in jobs
        if label in reasons
    )
