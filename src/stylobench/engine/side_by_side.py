"""Work that is no job, such as statistics, done for several items at once by processes that share memory."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from threadpoolctl import threadpool_limits

Item = TypeVar("Item")
Made = TypeVar("Made")
Share = tuple[BaseProcess, Connection]


def side_by_side(work: Callable[[Item], Made], items: Sequence[Item], workers: int) -> list[Made]:
    """What comes of every item, in order, the same for any number of workers.

    This process takes a share, too. What another one could not do is done here again, where it can be raised.
    """
    count = max(1, min(workers, len(items))) if "fork" in multiprocessing.get_all_start_methods() else 1
    shares = [_started(work, items[place::count]) for place in range(1, count)]
    try:
        found = [_done(work, items[::count]), *(_received(share) for share in shares)]
    finally:
        for process, line in shares:
            line.close()
            process.kill()
            process.join()
    made = [one if one is not None else _done(work, items[place::count]) for place, one in enumerate(found)]
    return [made[place % count][place // count] for place in range(len(items))]


def _done(work: Callable[[Item], Made], items: Sequence[Item]) -> list[Made]:
    # on one thread, because sums depend on how many there are
    with threadpool_limits(1):
        return [work(item) for item in items]


def _started(work: Callable[[Item], Made], items: Sequence[Item]) -> Share:
    ours, theirs = multiprocessing.Pipe(duplex=False)
    context = multiprocessing.get_context("fork")
    process = context.Process(target=_child, args=(work, items, theirs), daemon=True)
    process.start()
    theirs.close()
    return process, ours


def _child(work: Callable[[Item], Made], items: Sequence[Item], line: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        found = _done(work, items)
    except Exception:
        return
    line.send(found)


def _received(share: Share) -> Any:
    """What a process has made, None where it died or failed."""
    try:
        return share[1].recv()
    except (EOFError, OSError):
        return None
