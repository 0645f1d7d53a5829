"""Intervals of a share: published values, SciPy, and the ends."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from stylobench.errors import UndefinedMetric
from stylobench.statistics.proportions import clopper_pearson, wilson


@settings(deadline=None)
@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_agrees_with_scipy(case: tuple[int, int]) -> None:
    right, n = case
    both = stats.binomtest(right, n)
    assert wilson(right, n) == pytest.approx(tuple(both.proportion_ci(method="wilson")), abs=1e-9)
    assert clopper_pearson(right, n) == pytest.approx(tuple(both.proportion_ci(method="exact")), abs=1e-9)


def test_known_values() -> None:
    # Newcombe 1998: 81 of 263
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert clopper_pearson(81, 263) == pytest.approx((0.2527, 0.3676), abs=5e-5)


def test_the_ends_are_exact() -> None:
    assert wilson(0, 7).low == clopper_pearson(0, 7).low == 0
    assert wilson(7, 7).high == clopper_pearson(7, 7).high == 1


def test_another_level() -> None:
    assert clopper_pearson(0, 10, 0.99).high == pytest.approx(1 - 0.005**0.1)


def test_shares_of_nothing() -> None:
    with pytest.raises(UndefinedMetric, match="0 documents"):
        wilson(0, 0)
    with pytest.raises(ValueError, match="3 of 2"):
        clopper_pearson(3, 2)
