"""Families of processes, with real programs that sleep."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from threading import Thread

import psutil
from patience import until

from stylobench.engine import kin

NESTED = "import subprocess, sys; subprocess.Popen(['sleep', '777']); print('ready', flush=True); sys.stdin.read()"
DEAF = "import signal; signal.signal(15, signal.SIG_IGN); print('ready', flush=True); signal.pause()"
ADOPTS = """
import os, subprocess, time
from stylobench.engine import kin
kin.lead()
subprocess.run(["sh", "-c", "setsid sleep 777 &"], check=True)
while not kin.children(os.getpid()):
    time.sleep(.01)
print(os.getpgrp() == os.getpid(), len(kin.descendants(os.getpid())), flush=True)
kin.end_each(kin.descendants(os.getpid()), 5)
"""


def started(program: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", program]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, process_group=0)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def test_a_process_ends_with_what_it_has_started() -> None:
    with started(NESTED) as process:
        [child] = kin.descendants(process.pid)
        kin.end([process.pid], 5)
        assert process.wait() == -15
    assert not psutil.wait_procs([child], 5)[1]


def test_one_that_will_not_go_is_killed_after_the_grace() -> None:
    began = time.monotonic()
    with started(DEAF) as process:
        kin.end([process.pid], 0.3)
        assert process.wait() == -9
    assert time.monotonic() - began >= 0.3


def test_the_group_of_a_dead_one_is_killed() -> None:
    with started(NESTED) as process:
        [child] = kin.descendants(process.pid)
        process.kill()
        process.wait()
        assert child.is_running()
        kin.kill_group(process.pid)
    assert not psutil.wait_procs([child], 5)[1]


def test_those_that_are_gone_are_no_trouble() -> None:
    with subprocess.Popen(["true"], process_group=0) as process:
        process.wait()
    kin.end([process.pid], 0.1)
    assert kin.children(process.pid) == []


def test_a_head_keeps_what_its_children_leave_behind() -> None:
    found = subprocess.run([sys.executable, "-c", ADOPTS], capture_output=True, text=True, check=True)
    assert found.stdout.split() == ["True", "1"]


def test_children_of_threads_count() -> None:
    begun = list[subprocess.Popen[bytes]]()

    def begin() -> None:
        begun.append(subprocess.Popen(["sleep", "777"]))
        time.sleep(0.5)

    thread = Thread(target=begin)
    thread.start()
    until(lambda: begun)
    assert begun[0].pid in kin.children(os.getpid())
    begun[0].kill()
    begun[0].wait()
    thread.join()
