"""Jobs that only count, for a time that is said, and may do harm on the way."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from stylobench.records import Answers, Run


@dataclass(frozen=True)
class Counting:
    """A job whose answers follow from its number; what it does besides is `deed`."""

    number: int
    seconds: float = 0.0
    deed: Callable[[], None] | None = None
    label: str = "counting"

    @property
    def key(self) -> str:
        return f"{self.number:040d}"

    @property
    def shared(self) -> tuple[Any, ...]:
        return ()

    def answers(self) -> Answers:
        if self.deed is not None:
            self.deed()
        end = time.process_time() + self.seconds
        while time.process_time() < end:
            pass
        rng = np.random.default_rng(self.number)
        return Answers(np.arange(200), ("a", "b"), rng.random((200, 2)), False, ("a",) * 200)

    def run(
        self, answers: Answers | None, failure: str | None = None, notes: Sequence[str] = (), seconds: float = 0
    ) -> Run:
        return Run(self.key, "corpus", "split", self.label, 0, {}, answers, failure, tuple(notes), seconds)


def once(mark: Path, deed: Callable[[], None]) -> Callable[[], None]:
    """A deed that is done the first time only, also by another process."""

    def done() -> None:
        if not mark.exists():
            mark.touch()
            deed()

    return done


def die() -> None:
    """As if the system had killed it."""
    os.kill(os.getpid(), signal.SIGKILL)


def leave_a_sleeper(mark: Path, *before: str) -> None:
    """Start a program that sleeps, write down which, and wait for it."""
    program = subprocess.Popen([*before, "sleep", "777"])
    mark.write_text(str(program.pid))
    program.wait()


def in_a_pool() -> None:
    """Have two processes of its own work."""
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(abs, [-1, 2]) == [1, 2]


def stored(folder: Path) -> dict[str, bytes]:
    """Every file, also what is only half written."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
