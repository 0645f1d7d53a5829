"""How sure an impact is: ends that are mapped, blocks by hand, and a test that keeps its size."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobench.metrics.impact import impact
from stylobench.records import Floats
from stylobench.seeds import generator
from stylobench.statistics.impact import block_sums, blocks, change_interval, impact_interval, swap_test, telling
from stylobench.statistics.trial_draws import Units


def test_both_ends_of_the_change_are_mapped() -> None:
    # -.4 of .8 is a half lost; +.1 of the .2 that are missing is a half gained
    assert impact_interval(0.8, (-0.4, 0.1)) == pytest.approx((-0.5, 0.5))
    assert impact_interval(0.5, (-0.25, -0.125)) == (0.25, 0.5)
    assert impact_interval(0.8, (-1.0, 1.0)) == pytest.approx((-1, 1))
    assert impact_interval(1.0, (-0.2, 0.1)) == pytest.approx((0, 0.2))
    assert impact_interval(0.0, (-0.2, 0.1)) == pytest.approx((-0.1, 0))
    assert impact_interval(0.5, (None, None)) == (None, None)


@given(st.floats(0, 1), st.floats(-1, 1), st.floats(0, 0.5), st.floats(0, 0.5))
def test_the_impact_lies_in_its_interval(recall: float, change: float, below: float, above: float) -> None:
    after = min(max(recall + change, 0), 1)
    low, high = impact_interval(recall, (after - recall - below, after - recall + above))
    assert low is not None
    assert high is not None
    assert low - 1e-9 <= impact(recall, after) <= high + 1e-9


def test_no_spread_is_not_certainty() -> None:
    # 20 of 20 alike: 1 - .025^(1/20)
    low, high = change_interval(np.zeros(200), Units.problems(20), 20)
    assert (low, high) == pytest.approx((-0.16843, 0.16843), abs=1e-5)
    assert change_interval(np.full(200, -1.0), Units.problems(20), 20)[0] == -1
    assert change_interval(np.zeros(200), Units.problems(2), 2) == (None, None)


def test_no_more_units_tell_than_there_are_problems() -> None:
    texts = Units.texts(np.arange(4), np.arange(5), 4 + np.arange(4))
    assert (texts.count, telling(texts)) == (8, 4)
    assert telling(Units.authors([0, 0, 1], [0, 0, 1])) == 2


def test_problems_that_share_a_text_through_others_are_one_block() -> None:
    # problem 0 asks of text 10 and problem 1 knows it; so on in pairs
    known, questioned = np.array([0, 10, 1, 11, 2, 12, 3, 4, 5]), np.array([10, 20, 11, 21, 12, 22, 13, 14, 15])
    assert blocks(Units.texts(known, np.arange(10), questioned)).tolist() == [0, 0, 1, 1, 2, 2, 3, 4, 5]


def test_where_all_hangs_together_the_questioned_text_is_the_block() -> None:
    # everybody knows text 0
    units = Units.texts(np.zeros(7, np.int64), np.arange(8), np.array([1, 2, 3, 4, 5, 6, 6]))
    assert blocks(units).tolist() == [0, 1, 2, 3, 4, 5, 5]


def test_sums_of_blocks() -> None:
    assert block_sums(np.array([1.0, 2.0, 4.0]), np.array([1, 0, 1])).tolist() == [2, 5]
    assert block_sums(np.array([[1.0, 0.0], [2.0, 1.0]]), np.array([0, 0])).tolist() == [[3, 1]]


def slow_swap_test(before: Floats, first: Floats, second: Floats) -> float:
    """Every way to let blocks change sides, one after the other."""

    def apart(one: Floats, other: Floats) -> float:
        pairs = zip(before.sum(axis=0), one.sum(axis=0), other.sum(axis=0), strict=True)
        return float(np.mean([impact(b, min(o, 1)) - impact(b, min(t, 1)) for b, o, t in pairs]))

    found, beyond = abs(apart(first, second)), 0
    for flags in product((False, True), repeat=len(first)):
        swapped = np.array(flags)[:, None]
        beyond += int(abs(apart(np.where(swapped, second, first), np.where(swapped, first, second))) >= found - 1e-12)
    return beyond / float(2 ** len(first))


def test_the_slow_way_finds_the_same_p() -> None:
    rng = generator(0, "swaps")
    for _ in range(20):
        before, first, second = (rng.integers(0, 3, (6, 2)) / 12 for _ in range(3))
        assert swap_test(before, first, second, rng) == pytest.approx(slow_swap_test(before, first, second))


def test_swaps_by_lot_come_near_to_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = generator(1, "swaps")
    before = np.full((12, 2), 1 / 12)
    first, second = (rng.integers(0, 2, (12, 2)) / 12 for _ in range(2))
    exact = swap_test(before, first, second, rng)
    monkeypatch.setattr("stylobench.statistics.impact.MOST_BLOCKS_FOR_ALL", 2)
    assert swap_test(before, first, second, rng) == pytest.approx(exact, abs=0.02)


def test_two_obfuscators_that_are_alike_are_told_apart_no_more_often_than_promised() -> None:
    """Whoever is lost is lost to both at the same rate; authors have a bent, and methods agree."""
    rng = generator(2, "size")
    rejected = []
    for _ in range(150):
        bent = rng.normal(size=(30, 1))
        knew = rng.random((30, 3)) < 0.8
        lost = [bent + rng.normal(size=(30, 3)) > 0.7 for _ in range(2)]
        first, second = ((knew & ~gone) / 30 for gone in lost)
        rejected.append(swap_test(knew / 30, first, second, rng) <= 0.05)
    # 5% of 150 is 7.5; 16 would be beyond three standard deviations
    assert 1 <= sum(rejected) <= 15


def test_a_difference_that_is_there_is_found() -> None:
    before = np.full((30, 2), 1 / 30)
    first, second = before.copy(), before.copy()
    first[:15] = 0
    assert swap_test(before, first, second, generator(0, "power")) < 0.001
    assert swap_test(before, first, first, generator(0, "power")) == 1
