"""Jobs that take a while and do nothing: python naps.py HOME runs some, journalled and shown, as a command would."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from stylobench.engine.force import Force
from stylobench.engine.jobs import Doable
from stylobench.engine.journal import Journal
from stylobench.engine.kept_runs import KeptRuns
from stylobench.engine.run import run


@dataclass(frozen=True)
class Slept:
    key: str
    label: str
    failure: str | None
    seconds: float = 0.0


@dataclass(frozen=True)
class Nap:
    """A job of a method called `label` that takes `seconds`, and then fails if it has a `nightmare`."""

    label: str
    number: int
    seconds: float = 0.0
    nightmare: str | None = None

    @property
    def key(self) -> str:
        return f"{self.label}-{self.number}"

    @property
    def shared(self) -> tuple[Any, ...]:
        return ()

    def answers(self) -> str:
        time.sleep(self.seconds)
        if self.nightmare:
            raise ValueError(self.nightmare)
        return "slept"

    def run(
        self, answers: str | None, failure: str | None = None, notes: Sequence[str] = (), seconds: float = 0
    ) -> Slept:
        return Slept(self.key, self.label, failure, seconds)


class Beds(KeptRuns[Slept]):
    suffix = ".nap"
    what = "nap"

    def packed(self, run: Slept) -> bytes:
        return json.dumps(self.failed_facts(run)).encode()

    def unpacked(self, data: bytes) -> Slept:
        return Slept(**json.loads(data))

    def failed_facts(self, run: Slept) -> dict[str, Any]:
        return asdict(replace(run, seconds=0.0))

    def failed_run(self, facts: dict[str, Any]) -> Slept:
        return Slept(**facts)


def naps(label: str, number: int, seconds: float = 0.0, nightmare: str | None = None) -> list[Doable[Slept]]:
    return [Nap(label, place, seconds, nightmare) for place in range(number)]


def conduct(home: Path, studies: dict[str, list[Doable[Slept]]], force: Force) -> None:
    """Every study, journalled and shown."""
    from stylobench.cli._live import live

    with Journal(home, force) as journal, live("naps", journal) as log:
        log.planned(
            {
                study: {job.label: sum(one.label == job.label for one in jobs) for job in jobs}
                for study, jobs in studies.items()
            }
        )
        for study, jobs in studies.items():
            log.begin(study)
            run(jobs, Beds(home / "answers"), replace(force, watch=log))
            log.finish(study)


def several(seconds: float) -> dict[str, list[Doable[Slept]]]:
    """Two studies."""
    first = [*naps("ppm", 20, seconds), *naps("knn", 10, seconds / 2), *naps("unlucky", 3, 0, "no\x1b[31m luck")]
    return {"one": first, "two": [*naps("maxent", 10, seconds), *naps("bank(family=characters)", 8, seconds / 3)]}


if __name__ == "__main__":
    conduct(Path(sys.argv[1]), several(float(sys.argv[2])), Force(workers=2))
