"""Processes that each do one job after another, started at little cost and stopped at once.

A worker imports only what its job needs and never the caller's main module; it is not met by an interrupt from the
keyboard, and one that is killed is noticed.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, TypeVar

Item = TypeVar("Item")
Answer = TypeVar("Answer")
START = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
    "from stylobench.corpora.workers import serve; serve()"
)


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Killed(Exception):
    """A worker ended before its job did."""


def answers(job: Callable[[Item], Answer], items: Sequence[Item], workers: int) -> Iterator[Answer]:
    """What the job says of every item, as it comes; an exception in a worker is raised here."""
    waiting, told = SimpleQueue[Item](), SimpleQueue[Any]()
    for item in items:
        waiting.put(item)
    started = [_start() for _ in range(min(workers, len(items)))]
    threads = [Thread(target=_tend, args=(worker, job, waiting, told), daemon=True) for worker in started]
    try:
        for thread in threads:
            thread.start()
        for _ in items:
            answer = told.get()
            if isinstance(answer, BaseException):
                raise answer
            yield answer
    finally:
        _stop(started, threads)


def _start() -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", START]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, process_group=0)


def _stop(started: Sequence[subprocess.Popen[bytes]], threads: Sequence[Thread]) -> None:
    for worker in started:
        worker.kill()
    for thread in threads:
        if thread.ident is not None:
            thread.join()
    for worker in started:
        worker.wait()
        for pipe in (worker.stdin, worker.stdout):
            _close(pipe)


def _close(pipe: Any) -> None:
    # There may be something left that a worker which is gone did not take.
    with suppress(BrokenPipeError):
        pipe.close()


def _tend(worker: Any, job: Callable[[Any], Any], waiting: SimpleQueue[Any], told: SimpleQueue[Any]) -> None:
    """Hand items to one worker until none are left."""
    try:
        _send(worker.stdin, sys.path)
        _send(worker.stdin, job)
        while True:
            _send(worker.stdin, waiting.get_nowait())
            told.put(pickle.load(worker.stdout))
    except Empty:
        return
    except (EOFError, OSError, pickle.UnpicklingError):
        told.put(Killed())
    except Exception as error:
        told.put(error)


def _send(pipe: Any, what: object) -> None:
    pickle.dump(what, pipe)
    pipe.flush()


def serve() -> None:
    """Be a worker: do the job with every item that comes in, until no more come."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What a job prints must not be taken for an answer.
    with os.fdopen(os.dup(1), "wb") as out:
        os.dup2(2, 1)
        job = pickle.load(sys.stdin.buffer)
        while True:
            try:
                item = pickle.load(sys.stdin.buffer)
            except EOFError:
                return
            _send(out, _attempt(job, item))


def _attempt(job: Callable[[Any], Any], item: Any) -> Any:
    try:
        return job(item)
    except Exception as error:
        return error
