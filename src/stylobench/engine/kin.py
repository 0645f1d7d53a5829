"""A process and all that it has started: they are asked to end together, and killed when they have not."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress

import psutil

SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER
LOOK = 0.005


def lead() -> None:
    """Become the head of a family of its own.

    What is typed into a terminal does not reach it; on Linux what its children leave behind stays in the family.
    """
    if sys.platform != "win32":
        os.setpgid(0, 0)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(SUBREAPER, 1)


def children(process: int) -> list[int]:
    """The processes that a process, or one of its threads, has started."""
    if sys.platform != "linux":
        with suppress(psutil.Error):
            return [child.pid for child in psutil.Process(process).children()]
        return []
    found = list[int]()
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{process}/task"):
            with suppress(OSError), open(f"/proc/{process}/task/{thread}/children", encoding="ascii") as file:
                found += map(int, file.read().split())
    return found


def descendants(process: int) -> list[psutil.Process]:
    """Children and theirs."""
    found = list[psutil.Process]()
    for child in children(process):
        with suppress(psutil.Error):
            found += [psutil.Process(child), *descendants(child)]
    return found


def end(heads: Sequence[int], grace: float) -> None:
    """End the families of children of this process, which are yet to be waited for."""
    end_each([one for head in heads for one in (*_itself(head), *descendants(head))], grace)
    for head in heads:
        kill_group(head)


def end_each(processes: Sequence[psutil.Process], grace: float) -> None:
    """Ask processes to end, so that they clear up after themselves; kill those that have not within the grace."""
    for one in processes:
        with suppress(psutil.Error):
            one.terminate()
    deadline = time.monotonic() + grace
    while _living(processes) and time.monotonic() < deadline:
        time.sleep(LOOK)
    for one in _living(processes):
        with suppress(psutil.Error):
            one.kill()


def kill_group(head: int) -> None:
    """Kill what is left of the group of a process, which may be gone itself."""
    if sys.platform != "win32":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(head, signal.SIGKILL)


def _itself(process: int) -> list[psutil.Process]:
    with suppress(psutil.Error):
        return [psutil.Process(process)]
    return []


def _living(processes: Iterable[psutil.Process]) -> list[psutil.Process]:
    return [one for one in processes if _lives(one)]


def _lives(process: psutil.Process) -> bool:
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.Error:
        return False
