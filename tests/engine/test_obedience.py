from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from multiprocessing.process import BaseProcess
from pathlib import Path

import psutil
import pytest
from patience import until

from stylobench.engine.obedience import be_first_to_go, end_when_asked, end_with, heed, uninterrupted

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


FORKS = """
import os, signal, time

def ask():
    os.kill(os.getpid(), signal.SIGTERM)

{early} and os.register_at_fork(after_in_child=ask)
from stylobench.engine.obedience import end_when_asked, heed, uninterrupted
{early} or os.register_at_fork(after_in_child=ask)
{install}
{fork}
if not child:
    time.sleep(60)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.parametrize(
    ("install", "fork"),
    [
        ("end_when_asked()", "child = os.fork()"),
        ("heed(signal.SIGTERM, signal.default_int_handler)", "child = os.fork()"),
        ("", "with uninterrupted(): child = os.fork()"),
    ],
)
@pytest.mark.parametrize("early", [True, False])
def test_a_fork_that_is_asked_to_end_before_it_has_begun_does(early: bool, install: str, fork: str) -> None:
    script = FORKS.format(early=early, install=install, fork=fork)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=50, check=True)
    assert (done.stdout, done.stderr) == (f"{-signal.SIGTERM}\n", "")


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


@pytest.fixture
def _ends_like_ctrl_c() -> Iterator[None]:
    before = heed(signal.SIGTERM, signal.default_int_handler)
    yield
    signal.signal(signal.SIGTERM, before)


@pytest.mark.usefixtures("_ends_like_ctrl_c")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_what_ends_a_process_waits_for_the_end_of_a_fork(number: int) -> None:
    reached = False
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012
        with uninterrupted():
            os.kill(os.getpid(), number)
            reached = True
        raise AssertionError("the interrupt was lost")
    assert reached


def test_an_interrupt_waits_also_where_there_are_other_threads() -> None:
    end = threading.Event()
    other = threading.Thread(target=end.wait)
    other.start()
    try:
        test_what_ends_a_process_waits_for_the_end_of_a_fork(signal.SIGINT)
    finally:
        end.set()
        other.join()
