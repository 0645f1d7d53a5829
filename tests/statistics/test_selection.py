"""Choosing a method by its bound: Figure 3 of the paper, hand-made curves, ties."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import ndtri

from stylobench.errors import StylobenchError, UndefinedMetric
from stylobench.statistics.selection import Flip, best_chances, flips, lead

DELTAS = np.array([0.5, 0.3, 0.2, 0.1, 0.05, 0.01])
Z = -ndtri(DELTAS)


def test_figure_3_flips_at_one_sd() -> None:
    [flip] = flips(DELTAS, {"m1": 0.88 - 0.02 * Z, "m2": 0.90 - 0.04 * Z})
    assert (flip.above, flip.below) == ("m2", "m1")
    assert flip.delta == pytest.approx(0.1587, abs=5e-5)


def test_order_of_deltas_and_methods_is_of_no_account() -> None:
    bounds = {"m1": 0.88 - 0.02 * Z, "m2": 0.90 - 0.04 * Z}
    turned = {"m2": bounds["m2"][::-1], "m1": bounds["m1"][::-1]}
    assert flips(DELTAS[::-1], turned) == flips(DELTAS, bounds)


def test_a_loss_is_turned() -> None:
    [flip] = flips(DELTAS, {"m1": 0.12 + 0.02 * Z, "m2": 0.10 + 0.04 * Z}, loss=True)
    assert (flip.above, flip.below) == ("m2", "m1")
    assert flip.delta == pytest.approx(0.1587, abs=5e-5)


def test_curves_that_touch_do_not_cross() -> None:
    assert flips([0.5, 0.2, 0.1], {"a": [0.9, 0.8, 0.8], "b": [0.8, 0.8, 0.7]}) == []
    assert flips([0.5, 0.2, 0.1], {"a": [0.9, 0.8, 0.7], "b": [0.9, 0.8, 0.7]}) == []


def test_crossing_at_a_point_of_the_grid() -> None:
    [flip] = flips([0.5, 0.2, 0.1], {"a": [0.9, 0.8, 0.6], "b": [0.8, 0.8, 0.7]})
    assert flip == Flip("a", "b", pytest.approx(0.2))


def test_two_crossings_come_largest_delta_first() -> None:
    found = flips([0.4, 0.2, 0.1], {"a": [0.9, 0.7, 0.7], "b": [0.8, 0.8, 0.6]})
    assert [(one.above, one.below) for one in found] == [("a", "b"), ("b", "a")]
    assert found[0].delta > found[1].delta


def test_undefined_bounds_are_skipped() -> None:
    [flip] = flips([0.5, 0.3, 0.2], {"a": [0.9, np.nan, 0.7], "b": [0.8, 0.8, 0.8]})
    assert 0.2 < flip.delta < 0.5


@pytest.mark.parametrize("delta", [0.0, 0.6, -0.1])
def test_delta_outside_its_range(delta: float) -> None:
    with pytest.raises(StylobenchError, match=r"above 0 and not above 0\.5"):
        flips([delta], {"a": [0.5], "b": [0.4]})


CURVE = np.geomspace(0.001, 0.5, 28)


def jitter(seed: int, reach: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.random.default_rng(seed).uniform(-reach, reach, len(CURVE))


def test_curves_that_jitter_do_not_flip() -> None:
    level = 0.8 + 0.05 * ndtri(CURVE)
    for seed in range(20):
        assert flips(CURVE, {"a": level, "b": level + jitter(seed, 0.0009)}) == []


def test_a_flip_among_jitter_is_one_flip_near_where_it_is() -> None:
    z = -ndtri(CURVE)
    for seed in range(20):
        [flip] = flips(CURVE, {"m1": 0.88 - 0.02 * z, "m2": 0.90 - 0.04 * z + jitter(seed, 0.0009)})
        assert (flip.above, flip.below) == ("m2", "m1")
        assert -ndtri(flip.delta) == pytest.approx(1, abs=0.06)


def test_a_lead_within_the_tolerance_is_no_lead() -> None:
    deltas, bounds = [0.5, 0.2, 0.1], {"a": [0.8005, 0.70, 0.60], "b": [0.80, 0.75, 0.70]}
    assert flips(deltas, bounds) == []
    assert len(flips(deltas, bounds, tolerance=0.0001)) == 1


def test_tails_of_few_draws_do_not_flip() -> None:
    z = -ndtri(CURVE)
    for crossing, count in ((0.002, 0), (0.0049, 0), (0.01, 1)):
        steeper = 0.8 - 0.02 * ndtri(crossing) - 0.04 * z
        assert len(flips(CURVE, {"a": 0.8 - 0.02 * z, "b": steeper})) == count


@given(st.lists(st.floats(0.01, 0.3), min_size=2, max_size=2, unique=True), st.floats(0.1, 1.9))
def test_normal_laws_cross_exactly(sds: list[float], z: float) -> None:
    first, second = sorted(sds)
    if second - first < 1e-3:
        return
    [flip] = flips(DELTAS, {"calm": 0.8 - first * Z, "wild": 0.8 + (second - first) * z - second * Z}, tolerance=0)
    assert flip.above == "wild"
    assert -ndtri(flip.delta) == pytest.approx(z, abs=1e-6)


def test_chances_sum_to_one_and_split_ties() -> None:
    found = best_chances({"a": [0.9, 0.8, 0.1, 0.5], "b": [0.8, 0.8, 0.2, 0.5], "c": [0.1, 0.8, 0.3, 0.5]})
    assert found == pytest.approx({"a": (1 + 2 / 3) / 4, "b": (2 / 3) / 4, "c": (1 + 2 / 3) / 4})


def test_chances_of_a_loss_and_of_undefined_draws() -> None:
    assert best_chances({"a": [0.1, 0.9, np.nan], "b": [0.2, 1.0, 0.0]}, loss=True) == {"a": 1.0, "b": 0.0}
    with pytest.raises(UndefinedMetric):
        best_chances({"a": [np.nan], "b": [0.5]})


def test_lead_is_paired() -> None:
    mixes = np.random.default_rng(0).normal(0.8, 0.1, 20_000)
    found = lead(mixes + 0.02, mixes)
    assert found == pytest.approx((0.02, 0.02, 0.02))
    apart = lead(mixes, mixes[::-1])
    assert (apart.low, apart.high) == pytest.approx((-1.96 * 0.1414, 1.96 * 0.1414), abs=0.01)
    assert lead([0.1, 0.1], [0.3, 0.3], loss=True).mean == pytest.approx(0.2)


def test_lead_without_draws() -> None:
    with pytest.raises(UndefinedMetric):
        lead([np.nan], [0.5])
