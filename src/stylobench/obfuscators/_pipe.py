"""Programs that answer line by line through a long-lived pipe, started again when they hang, die or lose the thread."""

from __future__ import annotations

import atexit
import os
import select
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import util

from stylobench.errors import ProgramFailed

WINDOW = 64
CHUNK = 65_536
RESTARTS = 5
SHOWN = 60


class Broken(Exception):
    """Why a pipe can no longer be used."""


@dataclass(frozen=True)
class Line:
    """The programs of a pipe, each with its arguments, the byte that ends a request and an answer, and its name."""

    name: str
    stages: tuple[tuple[str, ...], ...]
    end: bytes


class Pipe:
    """Running programs, the output of each being the input of the next."""

    def __init__(self, line: Line) -> None:
        self.end = line.end
        self.processes: list[subprocess.Popen[bytes]] = []
        try:
            self._start(line)
        except OSError as error:
            self.close()
            raise ProgramFailed(f"{line.name} cannot be started: {str(error).lower()}") from None

    def _start(self, line: Line) -> None:
        for stage in line.stages:
            source = self.processes[-1].stdout if self.processes else subprocess.PIPE
            process = subprocess.Popen(
                stage,
                stdin=source,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                start_new_session=True,
            )
            if self.processes and self.processes[-1].stdout:
                self.processes[-1].stdout.close()
            self.processes.append(process)
        first, last = self.processes[0].stdin, self.processes[-1].stdout
        assert first is not None
        assert last is not None
        self.entrance, self.exit = first, last
        os.set_blocking(first.fileno(), False)
        os.set_blocking(last.fileno(), False)

    def answers(self, requests: Sequence[bytes], seconds: float, window: int) -> Iterator[bytes]:
        """One answer per request, in order, with at most `window` under way; a window of 0 shuts the entrance."""
        sent = answered = 0
        unsent, unread = b"", b""
        most = window or len(requests)
        deadline = time.monotonic() + seconds * (1 if window else len(requests))
        while answered < len(requests):
            while sent < min(len(requests), answered + most) and len(unsent) < CHUNK:
                unsent += requests[sent] + self.end
                sent += 1
            unsent, chunk = self._move(unsent, deadline)
            if not window and sent == len(requests) and not unsent:
                self.entrance.close()
            *whole, unread = (unread + chunk).split(self.end)
            if len(whole) > sent - answered:
                raise Broken("answered more than it was asked")
            if whole and window:
                deadline = time.monotonic() + seconds
            answered += len(whole)
            yield from whole
        if unread:
            raise Broken("answered more than it was asked")

    def _move(self, unsent: bytes, deadline: float) -> tuple[bytes, bytes]:
        """Write and read what can be at once; what is still to be written, and what was read."""
        ready = self._ready(bool(unsent), deadline)
        chunk = b""
        if not self.entrance.closed and self.entrance.fileno() in ready:
            try:
                unsent = unsent[os.write(self.entrance.fileno(), unsent[:CHUNK]) :]
            except BlockingIOError:
                pass
            except OSError:
                raise Broken(f"ended{self._how()}") from None
        if self.exit.fileno() in ready:
            with suppress(BlockingIOError):
                chunk = os.read(self.exit.fileno(), CHUNK)
                if not chunk:
                    raise Broken(f"ended{self._how()}")
        return unsent, chunk

    def _ready(self, writing: bool, deadline: float) -> set[int]:
        poll = select.poll()
        poll.register(self.exit, select.POLLIN)
        if writing and not self.entrance.closed:
            poll.register(self.entrance, select.POLLOUT)
        found = poll.poll(max(0.0, deadline - time.monotonic()) * 1000)
        if not found:
            raise Broken("did not answer in time")
        return {number for number, _ in found}

    def _how(self) -> str:
        for process in self.processes:
            with suppress(subprocess.TimeoutExpired):
                process.wait(0.2)
            if process.returncode:
                return f" with exit code {process.returncode}"
        return " before it had answered"

    def close(self) -> None:
        """End the programs and all they have started, and wait for them."""
        for process in self.processes:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
        for process in self.processes:
            process.wait()
        self._shut()

    def forget(self) -> None:
        """In a forked process: the pipe is the parent's, and only its ends are let go."""
        for process in self.processes:
            process.returncode = 0
        self._shut()

    def _shut(self) -> None:
        for process in self.processes:
            for file in (process.stdin, process.stdout):
                if file is not None:
                    file.close()


_open: dict[Line, Pipe] = {}
_lock = threading.RLock()


def ask(
    line: Line, requests: Sequence[bytes], seconds: float, fits: Callable[[bytes, bytes], bool] = lambda *_: True
) -> list[bytes]:
    """The answers of the pipe that this process keeps open; two failures at one request are a failure for good."""
    with _lock:
        return _asked(line, requests, seconds, fits)


def ask_once(line: Line, requests: Sequence[bytes], seconds: float) -> list[bytes]:
    """The answers of programs that answer only when they have read all; `seconds` are for each request."""
    for last in (False, True):
        pipe = Pipe(line)
        try:
            return list(pipe.answers(requests, seconds, 0))
        except Broken as fault:
            if last:
                raise ProgramFailed(f"{line.name} {fault}, twice for the same {len(requests):,} sentences") from None
        finally:
            pipe.close()
    raise AssertionError


def _asked(line: Line, requests: Sequence[bytes], seconds: float, fits: Callable[[bytes, bytes], bool]) -> list[bytes]:
    answers: list[bytes] = []
    failures: list[int] = []
    while len(answers) < len(requests):
        left = requests[len(answers) :]
        try:
            # After a failure one at a time, so that the next one is laid at the right door.
            for request, answer in zip(
                left, _pipe(line).answers(left, seconds, 1 if failures else WINDOW), strict=True
            ):
                if not fits(request, answer):
                    raise Broken("answered out of step")
                answers.append(answer)
        except Broken as fault:
            _close(line)
            failures.append(len(answers))
            if failures.count(len(answers)) > 1 or len(failures) > RESTARTS:
                shown = requests[len(answers)][:SHOWN].decode("utf-8", "replace")
                raise ProgramFailed(f"{line.name} {fault}, {len(failures)} times, last at {shown!r}") from None
        except BaseException:
            _close(line)
            raise
    return answers


def _pipe(line: Line) -> Pipe:
    if not _open:
        # Worker processes of multiprocessing leave without atexit.
        util.Finalize(None, close_all, exitpriority=10)
    if line not in _open:
        _open[line] = Pipe(line)
    return _open[line]


def _close(line: Line) -> None:
    pipe = _open.pop(line, None)
    if pipe is not None:
        pipe.close()


def close_all() -> None:
    """End every program that this process has started here."""
    for line in list(_open):
        _close(line)


def _forget_all() -> None:
    global _lock
    _lock = threading.RLock()
    for pipe in _open.values():
        pipe.forget()
    _open.clear()


atexit.register(close_all)
os.register_at_fork(after_in_child=_forget_all)
