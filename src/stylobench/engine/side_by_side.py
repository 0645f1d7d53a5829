"""Work that is no job, such as statistics, done for several items at once by processes that share memory."""

from __future__ import annotations

import math
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import TypeVar

from threadpoolctl import threadpool_limits

from stylobench.engine.obedience import end_with, uninterrupted

Item = TypeVar("Item")
Made = TypeVar("Made")
Share = tuple[BaseProcess, Connection]
WIDTH, MOST = 4, 4096  # bytes of a number, and how many of them any pipe can hold


def side_by_side(work: Callable[[Item], Made], items: Sequence[Item], workers: int) -> list[Made]:
    """What comes of every item, in order, the same for any number of workers; long ones should come first.

    Whoever is free takes the next, this process too. What another one could not do is done here again, where it can be
    raised.
    """
    count = max(1, min(workers, len(items))) if "fork" in multiprocessing.get_all_start_methods() else 1
    # on one thread, because sums depend on how many there are
    with threadpool_limits(1):
        made = _shared_out(work, items, count) if count > 1 else {}
        return [made[place] if place in made else work(item) for place, item in enumerate(items)]


def _shared_out(work: Callable[[Item], Made], items: Sequence[Item], count: int) -> dict[int, Made]:
    """What this process and others have made, by place."""
    with _places(len(items)) as places:
        shares = [_started(work, items, places) for _ in range(1, count)]
        try:
            made = {place: work(items[place]) for place in _taken(places, len(items))}
            for share in shares:
                made |= _received(share)
        finally:
            for process, line in shares:
                line.close()
                process.kill()
                process.join()
    return made


@contextmanager
def _places(items: int) -> Iterator[int]:
    """A pipe of first places, from which each is read by one process only, whatever becomes of it."""
    places, end = os.pipe()
    os.write(end, b"".join(place.to_bytes(WIDTH, "little") for place in range(0, items, _step(items))))
    os.close(end)
    try:
        yield places
    finally:
        os.close(places)


def _step(items: int) -> int:
    return math.ceil(items / MOST)


def _taken(places: int, items: int) -> Iterator[int]:
    while found := os.read(places, WIDTH):
        first = int.from_bytes(found, "little")
        yield from range(first, min(first + _step(items), items))


def _started(work: Callable[[Item], Made], items: Sequence[Item], places: int) -> Share:
    ours, theirs = multiprocessing.Pipe(duplex=False)
    context = multiprocessing.get_context("fork")
    process = context.Process(target=_child, args=(work, items, places, theirs), daemon=True)
    with uninterrupted():
        process.start()
    theirs.close()
    return process, ours


def _child(work: Callable[[Item], Made], items: Sequence[Item], places: int, line: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with(multiprocessing.parent_process())
    try:
        made = {place: work(items[place]) for place in _taken(places, len(items))}
    except Exception:
        return
    line.send(made)


def _received(share: Share) -> dict[int, Made]:
    """What a process has made, nothing where it died or failed."""
    try:
        made: dict[int, Made] = share[1].recv()
    except (EOFError, OSError):
        return {}
    return made
