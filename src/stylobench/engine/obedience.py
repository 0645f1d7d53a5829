"""What a process that does jobs owes to the one that started it: to end when asked, and not to outlive it."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import current_thread, main_thread
from types import FrameType
from typing import NoReturn

PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG
EAGERNESS = "500"


def end_when_asked() -> None:
    """Unwind at SIGTERM, so that every `finally` is run."""
    signal.signal(signal.SIGTERM, _leave)


def _leave(number: int, frame: FrameType | None) -> NoReturn:
    """Asked a second time, do not start again in the midst of it."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise SystemExit(128 + number)


def end_with(parent: BaseProcess | None) -> None:
    """Have the system ask this process to end when its parent has, however that came about (Linux)."""
    if sys.platform != "linux" or parent is None:
        return
    ctypes.CDLL(None).prctl(PARENT_DEATH_SIGNAL, signal.SIGTERM)
    if os.getppid() != parent.pid:
        raise SystemExit(128 + signal.SIGTERM)


def be_first_to_go() -> None:
    """Where the system runs out of memory and kills somebody, let it be a worker and not who keeps the answers."""
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(EAGERNESS)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Ctrl-C waits until a process is started: what is raised in the midst of a fork is swallowed by Python.

    Blocking the signal would not do: another thread, such as one of linear algebra, would be given it.
    """
    if current_thread() is not main_thread():
        yield
        return
    asked: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: asked.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if asked:
        signal.raise_signal(signal.SIGINT)
