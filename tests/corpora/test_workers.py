"""Tests of worker processes: answers, errors, deaths and leaving early."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import time

import pytest

from stylobench.corpora.workers import Killed, answers
from stylobench.errors import CorpusError


def square(number):
    print("what a job prints is no answer")
    return number * number


def refuse(number):
    if number == 3:
        raise CorpusError("three is too many")
    return number


def die(number):
    if number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def pid_and_modules(_):
    return os.getpid(), sorted(sys.modules)


def dawdle(seconds):
    time.sleep(seconds)
    return os.getpid()


def alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("workers", [1, 2, 9])
def test_every_item_is_answered_once(workers):
    assert sorted(answers(square, range(7), workers)) == [0, 1, 4, 9, 16, 25, 36]


def test_no_items():
    assert list(answers(square, [], 2)) == []


def test_an_error_in_a_worker_is_raised_here():
    with pytest.raises(CorpusError, match="three is too many"):
        list(answers(refuse, range(6), 2))


def test_a_job_that_cannot_be_sent_is_an_error_not_a_wait():
    with pytest.raises((AttributeError, pickle.PicklingError), match="pickle"):
        list(answers(lambda number: number, range(6), 2))


def test_a_dead_worker_is_noticed():
    with pytest.raises(Killed):
        list(answers(die, range(6), 2))


def test_workers_import_little_and_are_gone_afterwards():
    ((pid, modules),) = answers(pid_and_modules, [0], 1)
    assert not {"joblib", "sklearn", "numba", "typer"} & set(modules)
    assert not alive(pid)


def test_leaving_early_does_not_wait_for_what_is_under_way():
    coming = answers(dawdle, [0, 60, 60], 2)
    first = next(coming)
    start = time.monotonic()
    coming.close()
    assert time.monotonic() - start < 10
    assert not alive(first)
