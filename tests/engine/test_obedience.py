from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from pathlib import Path

import psutil
import pytest
from patience import until

from stylobench.engine.obedience import be_first_to_go, end_when_asked, end_with, uninterrupted

FORK = multiprocessing.get_context("fork")


def started(work: Callable[[Callable[[str], None]], None]) -> BaseProcess:
    """A process that has said that it is ready, which it must say where it can be asked to end."""
    ours, theirs = FORK.Pipe()

    def begin() -> None:
        end_when_asked()
        work(theirs.send)

    process = FORK.Process(target=begin)
    process.start()
    assert ours.poll(60)
    assert ours.recv() == "ready"
    return process


def test_a_process_that_is_asked_to_end_clears_up_first_even_if_asked_twice(tmp_path: Path) -> None:
    begun, cleared = tmp_path / "begun", tmp_path / "cleared"

    def work(say: Callable[[str], None]) -> None:
        try:
            say("ready")
            time.sleep(60)
        finally:
            begun.touch()
            time.sleep(0.3)
            cleared.touch()

    process = started(work)
    process.terminate()
    until(begun.exists)
    process.terminate()
    process.join(20)
    assert process.exitcode == 128 + signal.SIGTERM
    assert cleared.exists()


def test_a_process_ends_with_its_parent(tmp_path: Path) -> None:
    ours, theirs = FORK.Pipe()

    def grandchild() -> None:
        end_when_asked()
        end_with(multiprocessing.parent_process())
        try:
            theirs.send(os.getpid())
            time.sleep(60)
        finally:
            (tmp_path / "cleared").touch()

    def child() -> None:
        FORK.Process(target=grandchild).start()
        time.sleep(60)

    parent = FORK.Process(target=child)
    parent.start()
    assert ours.poll(60)
    process = psutil.Process(ours.recv())
    parent.kill()
    parent.join()
    assert not psutil.wait_procs([process], 20)[1]
    assert (tmp_path / "cleared").exists()


def test_a_process_whose_parent_is_gone_already_does_not_begin() -> None:
    class Gone(BaseProcess):
        pid = 1

    def work(say: Callable[[str], None]) -> None:
        say("ready")
        end_with(Gone.__new__(Gone))

    process = started(work)
    process.join(20)
    assert process.exitcode == 128 + signal.SIGTERM


def test_workers_are_the_first_that_the_system_kills() -> None:
    ours, theirs = FORK.Pipe()

    def work() -> None:
        be_first_to_go()
        theirs.send(Path("/proc/self/oom_score_adj").read_text())

    process = FORK.Process(target=work)
    process.start()
    assert ours.poll(60)
    assert int(ours.recv()) == 500
    process.join()


def test_an_interrupt_waits_for_the_end_of_a_fork() -> None:
    reached = False
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012
        with uninterrupted():
            os.kill(os.getpid(), signal.SIGINT)
            reached = True
        raise AssertionError("the interrupt was lost")
    assert reached


def test_an_interrupt_waits_also_where_there_are_other_threads() -> None:
    end = threading.Event()
    other = threading.Thread(target=end.wait)
    other.start()
    try:
        test_an_interrupt_waits_for_the_end_of_a_fork()
    finally:
        end.set()
        other.join()
