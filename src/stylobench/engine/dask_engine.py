"""Jobs on a Dask cluster."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Sequence
from typing import TypeVar

from stylobench.engine.force import Done, Force, Keeper
from stylobench.engine.jobs import Doable
from stylobench.engine.kept_runs import Ended
from stylobench.errors import ClusterError, MissingPart

Run = TypeVar("Run", bound=Ended)
COMMAND = "pip install 'stylobench[cluster]'"


def on_cluster(jobs: Sequence[Doable[Run]], archive: Keeper[Run], force: Force) -> Iterator[Done]:
    """On the workers of a cluster; what comes back is kept here."""
    if importlib.util.find_spec("fcntl") is None:
        raise ClusterError("the Dask engine runs on Linux and macOS, not here; use --engine local")
    if importlib.util.find_spec("distributed") is None:
        raise MissingPart("distributed, which runs jobs on a cluster,", COMMAND)
    from stylobench.engine.cluster import cluster_of
    from stylobench.engine.dispatch import Dispatch

    dispatch = Dispatch(cluster_of(force), archive, force)
    try:
        yield from dispatch.done(jobs)
    finally:
        dispatch.close()
