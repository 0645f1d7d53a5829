"""How sure an impact is: ends that are mapped, blocks by hand, and a test that keeps its size."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobench.metrics.impact import impact, mean_impact
from stylobench.records import Floats
from stylobench.seeds import generator
from stylobench.statistics.impact import (
    DIFFERENCES,
    POOLED,
    Interval,
    block_sums,
    blocks,
    change_interval,
    impact_interval,
    mean_impact_interval,
    swap_test,
    telling,
)
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


def test_an_interval_stays_within_what_can_be_and_no_less() -> None:
    drawn = np.append(-1.5, np.linspace(-2.5, -0.5, 99))
    low, high = change_interval(drawn, Units.problems(20), 20, POOLED)
    assert low is not None
    assert high is not None
    assert low < -2 < high < 0
    assert change_interval(drawn, Units.problems(20), 20, DIFFERENCES) == (-2, high)
    assert change_interval(-drawn, Units.problems(20), 20, POOLED)[1] == 1


def within(reach: float) -> Callable[[Floats], Interval]:
    """An interval of that reach around any mean of recall changes."""
    return lambda drawn: (max(float(drawn[0]) - reach, -1.0), min(float(drawn[0]) + reach, 1.0))


shares = st.integers(0, 200).map(lambda count: count / 200)


@given(shares, shares, st.floats(0, 1))
def test_of_one_method_it_is_the_interval_of_its_impact(before: float, after: float, reach: float) -> None:
    ends = within(reach)
    expected = impact_interval(before, ends(np.array([after - before])))
    found = mean_impact_interval(np.array([[before]]), np.array([[after]]), ends)
    assert found == pytest.approx(expected, rel=1e-6, abs=1e-6)


@given(st.lists(st.tuples(shares, shares), min_size=1, max_size=6), st.floats(0, 0.5))
def test_the_average_lies_in_its_interval(recalls: list[tuple[float, float]], reach: float) -> None:
    before, after = np.array(recalls).T[:, :, None]
    low, high = mean_impact_interval(before, after, lambda drawn: (float(drawn[0]) - reach, float(drawn[0]) + reach))
    assert low is not None
    assert high is not None
    value = float(mean_impact(before, after)[0])
    assert low - 1e-6 * (1 + abs(low)) <= value <= high + 1e-6 * (1 + abs(high))


def test_an_average_by_hand() -> None:
    # recalls .8 and .9, both lose .1: as losses (.125 + .111) / 2, mean slope 1.1806; a reach of .05 is .059
    found = mean_impact_interval(np.array([[0.8], [0.9]]), np.array([[0.7], [0.8]]), within(0.05))
    assert found == pytest.approx((0.1180556 - 0.0590278, 0.1180556 + 0.0590278), abs=1e-6)
    unknown = mean_impact_interval(np.array([[0.8]]), np.array([[0.7]]), lambda _: (None, None))
    assert unknown == (None, None)
    still = mean_impact_interval(np.array([[0.8], [0.3]]), np.array([[0.8], [0.3]]), lambda _: (0.0, 0.0))
    assert still == (0, 0)
    assert not np.signbit(still).any()


def misses(true: float, churn: float, worlds: int = 400, size: int = 50) -> tuple[float, float]:
    """Shares of worlds in which the interval of 8 methods lies wholly below, and wholly above, the true impact."""
    rng, recalls = generator(0, "average", str(true)), np.linspace(0.6, 0.95, 8)[:, None]
    weights = np.vstack([np.ones(size), rng.multinomial(size, np.full(size, 1 / size), 199)]) / size
    below = above = 0
    for _ in range(worlds):
        knew, luck = rng.random((8, size)) < recalls, rng.random((8, size))
        after = np.where(knew, luck >= true + churn / recalls, luck < churn / (1 - recalls))
        sides = [np.clip(side @ weights.T, 0, 1) for side in (knew.astype(float), after.astype(float))]
        low, high = mean_impact_interval(*sides, lambda drawn: change_interval(drawn, Units.problems(size), size))
        assert low is not None
        assert high is not None
        below, above = below + (high < true), above + (low > true)
    return below / worlds, above / worlds


@pytest.mark.parametrize(("true", "churn"), [(0.0, 0.04), (0.3, 0.0)])
def test_more_methods_are_not_surer_of_a_bias(true: float, churn: float) -> None:
    # nominally .025 either way; draws of the average impact itself lie below a true 0 in .33
    below, above = misses(true, churn)
    assert below <= 0.065
    assert above <= 0.05


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


def test_the_last_bit_of_a_sum_is_no_gain() -> None:
    # 49 times 1/49 falls short of 1 by a bit; 40 times 2/80 goes beyond it
    for size in (40, 49):
        before = np.full((size, 3), 1 / size)
        first, second = before.copy(), before.copy()
        first[:10] = 0
        assert swap_test(before, first, second, generator(0, "bits")) == pytest.approx(2 / 2**10)


def test_a_difference_that_is_there_is_found() -> None:
    before = np.full((30, 2), 1 / 30)
    first, second = before.copy(), before.copy()
    first[:15] = 0
    assert swap_test(before, first, second, generator(0, "power")) < 0.001
    assert swap_test(before, first, first, generator(0, "power")) == 1
