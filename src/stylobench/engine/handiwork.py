"""A process beside a worker of a cluster that does one job at a time, and ends when that worker does."""

from __future__ import annotations

import fcntl
import io
import os
import pickle
import signal
from collections.abc import Mapping
from multiprocessing.connection import Connection
from typing import Any

from stylobench.engine.jobs import Doable, answer
from stylobench.engine.kin import lead
from stylobench.engine.methods import Method, demand_same_code
from stylobench.engine.obedience import end_when_asked
from stylobench.engine.travel import unpacked

START = (
    "import sys; from multiprocessing.connection import Connection; line = Connection(int(sys.argv[1])); "
    "sys.path[:], folder = line.recv(); from stylobench.engine.handiwork import serve; "
    "serve(line, int(sys.argv[2]), folder)"
)
READY = b""
MISSING = "on the worker: install it there, or start from a folder that all machines share"


def serve(line: Connection, leash: int, folder: str) -> None:
    """Do jobs until the line closes: a word when one begins, its run when it has ended."""
    end_when_asked()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    lead()
    _end_with(leash)
    if os.path.isdir(folder):
        os.chdir(folder)
    desk = _Desk()
    line.send_bytes(READY)
    while True:
        try:
            job, failure = desk.read(*line.recv())
        except (EOFError, ConnectionResetError):
            return
        line.send_bytes(READY)
        line.send_bytes(pickle.dumps(failure if job is None else answer(job)))


def _end_with(leash: int) -> None:
    """The kernel ends the group of this process when the other end of a pipe closes, whatever they are busy with."""
    fcntl.fcntl(leash, fcntl.F_SETOWN, -os.getpgrp())
    fcntl.fcntl(leash, fcntl.F_SETFL, fcntl.fcntl(leash, fcntl.F_GETFL) | os.O_ASYNC)


class _Desk:
    """What the jobs of one stage share; that of an earlier stage is put away."""

    def __init__(self) -> None:
        self.stage = -1
        self.things: dict[str, Any] = {}

    def read(self, stage: int, job: bytes, files: Mapping[str, str]) -> tuple[Doable[Any] | None, str]:
        """The job, or why it cannot be read here."""
        if stage != self.stage:
            self.stage, self.things = stage, {}
        try:
            for token in files.keys() - self.things.keys():
                with open(files[token], "rb") as file:
                    thing = unpacked(file, {})
                if isinstance(thing, Method):
                    demand_same_code(thing)
                self.things[token] = thing
            return unpacked(io.BytesIO(job), self.things), ""
        except ModuleNotFoundError as error:
            return None, f"{type(error).__name__}: {error} {MISSING}"
        except Exception as error:  # reading runs code of the method
            return None, f"{type(error).__name__}: {error} (when a worker read the job)"
