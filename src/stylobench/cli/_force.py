"""The options that say how jobs are run, the same for every verb that runs some."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from stylobench.errors import SpecError

if TYPE_CHECKING:
    from stylobench.engine.force import Force, Watch

LOCAL, DASK = "local", "dask"
RETRIES = 1

Workers = Annotated[
    int | None, typer.Option("--workers", metavar="N", min=1, help="Processes; all processors when left out.")
]
Seconds = Annotated[
    float | None,
    typer.Option("--seconds", metavar="N", help="A fit or a rewriting that takes longer has failed."),
]
Memory = Annotated[
    str | None,
    typer.Option("--memory", metavar="SIZE", help="One that takes more, such as 2GB, has failed; unset: all there is."),
]
Retries = Annotated[
    int | None,
    typer.Option("--retries", metavar="N", min=0, help="Tries more for one whose process died; 1 if unset."),
]
KeepFailed = Annotated[
    bool, typer.Option("--keep-failed", help="Do not try again what failed in an earlier run in the same folder.")
]
EngineName = Annotated[
    str, typer.Option("--engine", metavar="NAME", help="Where the work is done: local (this machine) or dask.")
]
Scheduler = Annotated[
    str | None,
    typer.Option("--scheduler", metavar="ADDRESS", help="Scheduler of --engine dask, such as tcp://host:8786."),
]


def force_of(
    workers: int | None = None,
    seconds: float | None = None,
    memory: str | None = None,
    retries: int | None = None,
    keep_failed: bool = False,
    engine: str = LOCAL,
    scheduler: str | None = None,
    watch: Watch | None = None,
) -> Force:
    """What the options ask for; a scheduler without its engine is a mistake."""
    from stylobench.engine.force import Force, Unwatched
    from stylobench.engine.memory import size_of

    if engine not in (LOCAL, DASK):
        raise SpecError(f"no engine named {engine!r}; there are: {LOCAL}, {DASK}")
    if scheduler is not None and engine != DASK:
        raise SpecError("--scheduler belongs to --engine dask, which is not given")
    if seconds is not None and not seconds > 0:
        raise SpecError(f"--seconds {seconds:g} leaves no time for anything; give a number above 0")
    size = None if memory is None else size_of(memory)
    tries = RETRIES if retries is None else retries
    return Force(workers, seconds, size, tries, not keep_failed, engine, scheduler, watch or Unwatched())
