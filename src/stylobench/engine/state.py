"""How far a folder is: what its journals tell, while a run goes on and after it, however it ended."""

from __future__ import annotations

import heapq
import socket
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from stylobench.engine.chronicle import Line
from stylobench.engine.journal import born, journals, read_journal
from stylobench.engine.ledger import Ledger, Standing, StudyStanding, time_left
from stylobench.errors import ArchiveError

PLAN = "plan.toml"
RUNNING, SILENT, CRASHED = "running", "silent", "crashed"
PATIENCE = 15 * 60
CLOCK_DRIFT = 5


@dataclass(frozen=True)
class Process:
    """One run of the command.

    `how` it stands: running, finished, interrupted, failed (`why`), crashed (its process is gone without a word), or
    silent (on another machine, where no process can be looked for, and not heard of for a quarter of an hour).
    """

    host: str
    pid: int
    began: float
    heard: float
    how: str
    why: str | None
    engine: str
    workers: int
    study: str | None

    @property
    def here(self) -> bool:
        """Whether it is one of this machine."""
        return self.host == socket.gethostname()


@dataclass(frozen=True)
class State:
    """How far a folder is. `left` are the seconds of work that are left, None where nothing is known of them."""

    home: Path
    planned: bool
    processes: tuple[Process, ...]
    studies: tuple[StudyStanding, ...]
    left: float | None

    @property
    def last(self) -> Process | None:
        """The run of the command that tells most: one that goes on, else the one that was heard of last."""
        return max(self.processes, key=lambda one: (one.how == RUNNING, one.heard), default=None)

    @property
    def methods(self) -> tuple[Standing, ...]:
        """Every method of every study."""
        return tuple(method for study in self.studies for method in study.methods)


def state_of(home: Path) -> State:
    """What is known of a folder; an error where it holds no run."""
    paths = journals(home)
    planned = (home / PLAN).is_file()
    if not paths and not planned:
        raise ArchiveError(f"{home} holds no run: there is no {PLAN} and no journal; name the folder given with -o")
    ledger, heads, tails = _replayed(paths)
    processes = {source: _process(head, tails[source], ledger, source) for source, head in heads.items()}
    for source, process in processes.items():
        if process.how != RUNNING:
            ledger.gone(source)
    studies = ledger.studies()
    left = time_left(studies, ledger.seconds(), _workers(tuple(processes.values())))
    return State(home, planned, tuple(processes.values()), studies, left)


def earlier_seconds(home: Path) -> dict[str, float]:
    """The median seconds per job of every method, over all that was run in a folder."""
    return _replayed(journals(home))[0].seconds()


def _replayed(paths: list[Path]) -> tuple[Ledger, dict[str, Line], dict[str, Line]]:
    """All journals told in order of time, and the first and the last line of each."""
    ledger, heads, tails = Ledger(), dict[str, Line](), dict[str, Line]()
    for _, source, line in heapq.merge(*map(_timed, paths), key=lambda one: one[0]):
        if line["event"] == "run":
            heads[source] = line
        tails[source] = line
        ledger.tell(source, line)
    return ledger, heads, tails


def _timed(path: Path) -> Iterator[tuple[float, str, Line]]:
    return ((line["at"], path.name, line) for line in read_journal(path))


def _process(head: Line, tail: Line, ledger: Ledger, source: str) -> Process:
    closed = tail["event"] == "close"
    how = tail["how"] if closed else _unclosed(head, tail)
    workers = ledger.workers(source, head["engine"], head["workers"])
    means = (head["engine"], workers, ledger.current.get(source))
    return Process(head["host"], head["pid"], head["at"], tail["at"], how, tail["why"] if closed else None, *means)


def _unclosed(head: Line, tail: Line) -> str:
    if head["host"] != socket.gethostname():
        return RUNNING if time.time() - tail["at"] < PATIENCE else SILENT
    since = born(head["pid"])
    return RUNNING if since is not None and abs(since - head["born"]) < CLOCK_DRIFT else CRASHED


def _workers(processes: tuple[Process, ...]) -> int:
    """Those that are at work, or were at the last time."""
    going = [one.workers for one in processes if one.how == RUNNING]
    return max(going or [one.workers for one in processes[-1:]], default=1)
