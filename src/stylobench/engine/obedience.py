"""What a process that does jobs owes to the one that started it: to end when asked, and not to outlive it."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import current_thread, local, main_thread
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG
EAGERNESS = "500"
ENDING = (signal.SIGINT, signal.SIGTERM)
Deed = Callable[[int, FrameType | None], object]
_held = local()


@dataclass(frozen=True)
class _Heeded:
    deed: Deed

    def __call__(self, number: int, frame: FrameType | None) -> None:
        self.deed(number, frame)


def heed(number: int, deed: Deed) -> Any:
    """What this process does at a signal from now on; what it did before.

    Its forks do not inherit that: they end, as a process does that has not said otherwise. While a fork begins Python
    loses signals and swallows what a deed raises, and who waits for the end of that process would wait for ever.
    """
    return signal.signal(number, _Heeded(deed))


def _hold_back() -> None:
    _held.mask = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)


def _let_go() -> None:
    signal.pthread_sigmask(signal.SIG_SETMASK, _held.mask)


def _let_go_forked() -> None:
    for number in ENDING:
        if isinstance(signal.getsignal(number), _Heeded):
            signal.signal(number, signal.SIG_DFL)
    _let_go()


if sys.platform != "win32":
    os.register_at_fork(before=_hold_back, after_in_parent=_let_go, after_in_child=_let_go_forked)


def end_when_asked() -> None:
    """Unwind at SIGTERM, so that every `finally` is run."""
    heed(signal.SIGTERM, _leave)


def _leave(number: int, frame: FrameType | None) -> NoReturn:
    """Asked a second time, do not start again in the midst of it."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise SystemExit(128 + number)


def end_with(parent: BaseProcess | None) -> None:
    """Have the system ask this process to end when its parent has, however that came about (Linux)."""
    if sys.platform != "linux" or parent is None:
        return
    import ctypes

    ctypes.CDLL(None).prctl(PARENT_DEATH_SIGNAL, signal.SIGTERM)
    if os.getppid() != parent.pid:
        raise SystemExit(128 + signal.SIGTERM)


def be_first_to_go() -> None:
    """Where the system runs out of memory and kills somebody, let it be a worker and not who keeps the answers."""
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(EAGERNESS)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Ctrl-C and SIGTERM wait until a process is started: what is raised in the midst of a fork is swallowed by Python.

    Blocking the signals would not do: another thread, such as one of linear algebra, would be given them.
    """
    if current_thread() is not main_thread():
        yield
        return
    asked: list[int] = []
    before = {number: heed(number, lambda number, _: asked.append(number)) for number in ENDING}
    try:
        yield
    finally:
        for number, deed in before.items():
            signal.signal(number, deed)
    if asked:
        signal.raise_signal(asked[0])
