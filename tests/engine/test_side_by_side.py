"""Work in several processes: the order, the same bits, and what happens to one that dies or fails."""

from __future__ import annotations

import multiprocessing
import os

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stylobench.engine.side_by_side import side_by_side
from stylobench.errors import SpecError


@settings(max_examples=8, deadline=None)
@given(st.lists(st.integers(), max_size=7), st.integers(0, 4))
def test_everything_comes_back_in_order(items: list[int], workers: int) -> None:
    assert side_by_side(lambda item: item * 2, items, workers) == [item * 2 for item in items]


def test_several_processes_do_it() -> None:
    both = multiprocessing.get_context("fork").Barrier(2, timeout=60)

    def work(item: int) -> int:
        both.wait()
        return os.getpid()

    found = side_by_side(work, range(2), 2)
    assert os.getpid() in found
    assert found[0] != found[1]


def test_whoever_is_free_takes_the_next_item() -> None:
    others_done = multiprocessing.get_context("fork").Semaphore(0)

    def work(item: int) -> int:
        for _ in range(4 if item == 0 else 0):
            assert others_done.acquire(timeout=60)
        if item:
            others_done.release()
        return os.getpid()

    found = side_by_side(work, range(5), 2)
    assert found[0] not in found[1:]
    assert len(set(found[1:])) == 1


def test_more_items_than_a_pipe_holds_numbers() -> None:
    assert side_by_side(lambda item: -item, range(20_001), 2) == [-item for item in range(20_001)]


def test_what_a_dead_process_leaves_is_done_here() -> None:
    def work(item: int) -> int:
        if os.getpid() != here:
            os._exit(9)
        return item

    here = os.getpid()
    assert side_by_side(work, [1, 2, 3], 3) == [1, 2, 3]


def test_a_fault_is_raised_as_it_is() -> None:
    def work(item: int) -> int:
        if item == 2:
            raise SpecError("not two")
        return item

    with pytest.raises(SpecError, match="not two"):
        side_by_side(work, [1, 2, 3], 2)


def test_a_large_result_comes_through() -> None:
    found = side_by_side(lambda item: np.full(300_000, item), [1, 2], 2)
    assert [int(one.sum()) for one in found] == [300_000, 600_000]
