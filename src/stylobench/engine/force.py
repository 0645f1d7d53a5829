"""How jobs are run: by which engine, within which limits, and who is told of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from stylobench.corpora.workers import cores
from stylobench.engine.kept_runs import Ended, Held

if TYPE_CHECKING:
    from stylobench.engine.jobs import Doable

Told = Callable[[int, int], None]
Run = TypeVar("Run", bound=Ended)
LOCAL, DASK = "local", "dask"


class Keeper(Protocol[Run]):
    """Where runs are kept by key."""

    def held(self) -> Held: ...
    def answered(self, key: str) -> bool: ...
    def save(self, run: Run) -> None: ...
    def load(self, key: str) -> Run: ...
    def sound(self, key: str) -> Run | None: ...
    def sweep(self, process: int | None) -> None: ...
    def tidy(self) -> None: ...


class Watch(Protocol):
    """Whoever wants to know of every job."""

    def preparing(self, label: str) -> None:
        """Work for a method that is no job begins: what its jobs share."""

    def opened(self, jobs: Sequence[Doable[Any]], waiting: Sequence[Doable[Any]]) -> None:
        """A stage of jobs begins; those that are not waiting were answered before."""

    def started(self, job: Doable[Any]) -> None: ...

    def retried(self, job: Doable[Any], reason: str) -> None: ...

    def ended(self, job: Doable[Any], seconds: float, failure: str | None) -> None: ...


class Unwatched:
    """Nobody wants to know."""

    def preparing(self, label: str) -> None:
        """Nothing is told."""

    def opened(self, jobs: Sequence[Doable[Any]], waiting: Sequence[Doable[Any]]) -> None:
        """Nothing is told."""

    def started(self, job: Doable[Any]) -> None:
        """Nothing is told."""

    def retried(self, job: Doable[Any], reason: str) -> None:
        """Nothing is told."""

    def ended(self, job: Doable[Any], seconds: float, failure: str | None) -> None:
        """Nothing is told."""


@dataclass(frozen=True)
class Force:
    """How jobs are run.

    `workers` are processes (all processors when None; 0: here, one after the other). A job may take `seconds` and
    `memory` (bytes above what its process held before; None: what the machine has left). One whose process died or had
    no memory left is tried `retries` more times; one that failed in an earlier run is tried `again`. The engine is
    `local` or `dask`, there with the address of a `scheduler`.
    """

    workers: int | None = None
    seconds: float | None = None
    memory: int | None = None
    retries: int = 1
    again: bool = True
    engine: str = LOCAL
    scheduler: str | None = None
    watch: Watch = field(default_factory=Unwatched, compare=False)

    def count(self) -> int:
        """The number of processes."""
        return cores() if self.workers is None else self.workers


@dataclass(frozen=True)
class Done:
    """A job that has ended, and was kept."""

    job: Doable[Any]
    seconds: float
    failure: str | None


class Engine(Protocol):
    """Does every job, keeps what comes out, and says so job by job, in any order."""

    def __call__(self, jobs: Sequence[Doable[Run]], archive: Keeper[Run], force: Force) -> Iterator[Done]: ...
