"""Jobs -> runs: what is kept and sound is used again, the rest is done by an engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from stylobench.engine.force import DASK, LOCAL, Engine, Force, Keeper, Told
from stylobench.engine.jobs import Doable
from stylobench.engine.kept_runs import Ended
from stylobench.engine.local import apart, here
from stylobench.errors import SpecError

__all__ = ["Force", "Told", "run"]
Run = TypeVar("Run", bound=Ended)


def run(
    jobs: Sequence[Doable[Run]], archive: Keeper[Run], force: Force | None = None, told: Told | None = None
) -> list[Run]:
    """Every job's run, from the archive where it is there already."""
    force = force or Force()
    by_key = {job.key: job for job in jobs}
    held = archive.held()
    known = held.answered if force.again else held.answered | held.failed
    found = {key: archive.sound(key) for key in by_key if key in known}
    waiting = [job for key, job in by_key.items() if found.get(key) is None]
    force.watch.opened(list(by_key.values()), waiting)
    _do(waiting, archive, force, (told, len(by_key)))
    found |= {job.key: archive.load(job.key) for job in waiting}
    return [found[job.key] for job in jobs]  # type: ignore[misc]


def _do(jobs: Sequence[Doable[Run]], archive: Keeper[Run], force: Force, whom: tuple[Told | None, int]) -> None:
    told, total = whom
    tell = told or (lambda done, total: None)
    done = total - len(jobs)
    tell(done, total)
    if not jobs:
        return
    archive.tidy()
    for one in engine_of(force)(jobs, archive, force):
        force.watch.ended(one.job, one.seconds, one.failure)
        done += 1
        tell(done, total)


def engine_of(force: Force) -> Engine:
    """What does the jobs."""
    if force.engine == DASK:
        from stylobench.engine.dask_engine import on_cluster

        return on_cluster
    if force.engine != LOCAL:
        raise SpecError(f"no engine named {force.engine!r}; there are: {LOCAL}, {DASK}")
    return apart if force.count() else here
