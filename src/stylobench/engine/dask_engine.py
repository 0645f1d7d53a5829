"""Jobs on a Dask cluster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from stylobench.engine.force import Done, Force, Keeper
from stylobench.engine.jobs import Doable
from stylobench.engine.kept_runs import Ended

Run = TypeVar("Run", bound=Ended)


def on_cluster(jobs: Sequence[Doable[Run]], archive: Keeper[Run], force: Force) -> Iterator[Done]:
    """On the workers of a cluster."""
    raise NotImplementedError
