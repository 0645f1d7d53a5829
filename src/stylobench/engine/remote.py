"""What runs inside a worker of a Dask cluster: it fetches what jobs share once, and has processes do the jobs."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from threading import Lock, Thread

from distributed import Worker, get_worker
from distributed.utils import sync
from distributed.utils_comm import gather_from_workers

from stylobench.engine.errands import Errand, Report, unlike
from stylobench.engine.hand import Hand, Watchman
from stylobench.engine.surroundings import made_with

FORGOTTEN = 300.0  # seconds without a job, after which a sender that said nothing is taken to be gone
FETCH = 600.0


class Depot:
    """What jobs of a stage share, as files in the temporary space of the worker; those of a stage before are gone."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.folders: dict[str, tuple[int, Path]] = {}

    def files(self, errand: Errand) -> dict[str, str]:
        """Where everything is; KeyError with the token of what the cluster does not have."""
        with self.lock:
            folder = self._folder(errand.home.session, errand.stage)
            return {token: str(_fetched(folder / token, key)) for token, key in errand.parcels.items()}

    def _folder(self, session: str, stage: int) -> Path:
        held = self.folders.get(session)
        if held is None or held[0] != stage:
            self.forget(session)
            made = Path(tempfile.mkdtemp(prefix="stylobench-", dir=get_worker().local_directory))
            self.folders[session] = (stage, made)
        return self.folders[session][1]

    def forget(self, session: str) -> None:
        """Remove what a sender had here."""
        if session in self.folders:
            shutil.rmtree(self.folders.pop(session)[1], ignore_errors=True)


def _fetched(path: Path, key: str) -> Path:
    if not path.exists():
        held = sync(get_worker().loop, _from_others, get_worker(), key, callback_timeout=FETCH)
        if key not in held:
            raise KeyError(path.name)
        part = path.with_suffix(".part")
        part.write_bytes(held[key])
        part.rename(path)
    return path


async def _from_others(worker: Worker, key: str) -> dict[str, bytes]:
    """From a worker that holds it, not through the scheduler; nothing where none does."""
    found = await gather_from_workers(await worker.scheduler.who_has(keys=[key]), rpc=worker.rpc)
    held: dict[str, bytes] = found[0]
    return held


class Hands:
    """Processes that wait for a job; there are never more at work than the worker has threads."""

    def __init__(self) -> None:
        self.lock, self.idle, self.watchman = Lock(), list[Hand](), Watchman()

    def do(self, errand: Errand, files: dict[str, str]) -> Report:
        """Have a job done; a process that outlives it waits for another."""
        hand = self._taken(errand)
        report = hand.do(errand, files)
        if hand.alive:
            with self.lock:
                self.idle.append(hand)
        return report

    def _taken(self, errand: Errand) -> Hand:
        self.dismiss(lambda hand: not hand.alive or time.monotonic() - hand.idle_since > FORGOTTEN)
        with self.lock:
            ours = [hand for hand in self.idle if hand.session == errand.home.session]
            if ours:
                self.idle.remove(ours[-1])
        return ours[-1] if ours else Hand(errand.home, self.watchman)

    def dismiss(self, unwanted: Callable[[Hand], bool]) -> None:
        """End some of those that wait, without waiting for them."""
        with self.lock:
            gone = [hand for hand in self.idle if unwanted(hand)]
            self.idle = [hand for hand in self.idle if hand not in gone]
        for hand in gone:
            Thread(target=hand.end, daemon=True).start()


@cache
def depot() -> Depot:
    """That of this worker."""
    return Depot()


@cache
def hands() -> Hands:
    """Those of this worker."""
    return Hands()


def do(errand: Errand) -> Report:
    """Do a job here, if this worker would answer as its sender would."""
    if difference := unlike(errand.home.made_with, made_with()):
        return Report(unlike=f"{get_worker().address}: {difference}")
    try:
        files = depot().files(errand)
    except KeyError as missing:
        return Report(lacking=tuple(missing.args))
    return hands().do(errand, files)


def forget(session: str) -> None:
    """A sender has no more jobs."""
    hands().dismiss(lambda hand: hand.session == session)
    depot().forget(session)
