"""A watch that counts the jobs it is told of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from stylobench.engine.force import Unwatched
from stylobench.engine.jobs import Doable


class Counting(Unwatched):
    """Jobs by label, those done now, and what was prepared, in order."""

    def __init__(self) -> None:
        self.jobs, self.waiting, self.prepared = Counter[str](), Counter[str](), list[str]()

    def preparing(self, label: str) -> None:
        self.prepared.append(label)

    def opened(self, jobs: Sequence[Doable[Any]], waiting: Sequence[Doable[Any]]) -> None:
        self.jobs.update(job.label for job in jobs)
        self.waiting.update(job.label for job in waiting)
