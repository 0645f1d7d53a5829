"""Weighted summaries: worked by hand, textbook values for equal weights, and what must not matter."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from stylobench.errors import StylobenchError
from stylobench.statistics.weighted import size_correlation, summary

values_and_weights = st.lists(st.tuples(st.floats(0, 1), st.integers(1, 3000)), min_size=2, max_size=25)


def test_by_hand() -> None:
    # shares .5 .25 .25: V2 = .25 + .0625 + .0625 = .375
    found = summary([0.8, 0.6, 0.4], [200, 100, 100])
    assert found.units == 3
    assert found.v2 == pytest.approx(0.375)
    assert found.effective_n == pytest.approx(8 / 3)
    assert found.mean == pytest.approx(0.65)
    assert found.topic_mean == pytest.approx(0.6)
    # (.5*.0225 + .25*.0025 + .25*.0625) / .625 = .0275 / .625 = .044
    assert found.sd == pytest.approx(0.044**0.5)
    assert found.se == pytest.approx((0.044 * 0.375) ** 0.5)
    assert found.se_published == pytest.approx((0.044 / 3) ** 0.5)
    # the plain sd is .2 and t(2) at 95% is 4.302653
    assert found.high - found.mean == pytest.approx(4.302653 * 0.2 * 0.375**0.5, rel=1e-6)
    assert found.mean - found.next_low == pytest.approx(4.302653 * 0.2 * 1.375**0.5, rel=1e-6)
    assert found.topic_high - 0.6 == pytest.approx(4.302653 * 0.2 / 3**0.5, rel=1e-6)


@settings(deadline=None)
@given(st.lists(st.floats(0, 1), min_size=2, max_size=25))
def test_equal_weights_give_the_textbook(values: list[float]) -> None:
    found, k = summary(values, [7] * len(values)), len(values)
    plain = summary(values)
    sem = float(np.std(values, ddof=1) / k**0.5)
    reach = float(stats.t.ppf(0.975, k - 1)) * sem
    assert found.mean == pytest.approx(found.topic_mean)
    assert found.sd == pytest.approx(float(np.std(values, ddof=1)), abs=1e-12)
    assert found.se == pytest.approx(found.se_published) == pytest.approx(sem, abs=1e-12)
    assert found.effective_n == pytest.approx(k)
    assert found.low == pytest.approx(np.mean(values) - reach, abs=1e-9)
    assert found.topic_high == pytest.approx(np.mean(values) + reach, abs=1e-9)
    assert dataclasses.astuple(found) == pytest.approx(dataclasses.astuple(plain))


@settings(deadline=None)
@given(values_and_weights, st.floats(1e-3, 1e3))
def test_the_scale_of_weights_does_not_matter(rows: list[tuple[float, int]], scale: float) -> None:
    values, weights = zip(*rows, strict=True)
    scaled = summary(values, [w * scale for w in weights])
    assert dataclasses.astuple(scaled) == pytest.approx(dataclasses.astuple(summary(values, weights)))


@settings(deadline=None)
@given(values_and_weights, st.randoms(use_true_random=False))
def test_the_order_of_topics_does_not_matter(rows: list[tuple[float, int]], random: object) -> None:
    values, weights = zip(*rows, strict=True)
    mixed = list(rows)
    random.shuffle(mixed)  # type: ignore[attr-defined]
    other = summary(*zip(*mixed, strict=True))
    assert dataclasses.astuple(other) == pytest.approx(dataclasses.astuple(summary(values, weights)))


@settings(deadline=None)
@given(values_and_weights)
def test_intervals_are_nested_and_effective_topics_bounded(rows: list[tuple[float, int]]) -> None:
    values, weights = zip(*rows, strict=True)
    found = summary(values, weights)
    assert found.next_low <= found.low <= found.mean <= found.high <= found.next_high
    assert 1 <= found.effective_n <= found.units * (1 + 1e-12)
    assert found.se >= found.se_published * (1 - 1e-9)


def test_a_vanishing_weight_keeps_the_sd_finite() -> None:
    assert summary([0.2, 0.8], [1e-300, 1.0]).sd == pytest.approx(0.6)


def test_one_topic_is_refused() -> None:
    with pytest.raises(StylobenchError, match=r"1 topic\(s\) cannot tell how topics differ; at least 2"):
        summary([0.5], [10])


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
def test_values_that_are_no_numbers_are_refused(bad: float) -> None:
    with pytest.raises(StylobenchError, match="value 2 of 3"):
        summary([0.5, bad, 0.1], [1, 1, 1])


@pytest.mark.parametrize("bad", [[1, 0, 1], [1, -1, 1], [1, float("nan"), 1]])
def test_weights_that_are_no_sizes_are_refused(bad: list[float]) -> None:
    with pytest.raises(StylobenchError, match="weight above 0"):
        summary([0.5, 0.4, 0.1], bad)


def test_lengths_must_agree() -> None:
    with pytest.raises(ValueError, match="3 values need 3 weights"):
        summary([0.5, 0.4, 0.1], [1, 2])


def test_size_correlation_by_hand() -> None:
    # ranks 1 2 3 4 5 against 2 1 3 5 4: sum of squared differences 4, r = 1 - 6*4/(5*24) = .8
    r, p = size_correlation([0.1, 0.2, 0.3, 0.4, 0.5], [20, 10, 30, 50, 40])
    assert r == pytest.approx(0.8)
    assert p == pytest.approx(16 / 120)  # 16 of the 120 orders have |r| of at least .8


def test_size_correlation_of_constants_is_nan() -> None:
    assert np.isnan(size_correlation([0.5, 0.5, 0.5], [1, 2, 3])).all()
    assert np.isnan(size_correlation([0.5, 0.4, 0.3], [2, 2, 2])).all()
    assert np.isnan(size_correlation([0.5, 0.4], [2, 1])).all()


def test_the_size_correlation_of_few_topics_has_an_exact_p() -> None:
    # Of the 6 orders of three sizes, two (up and down) are as far from no correlation as this one.
    assert size_correlation([0.1, 0.2, 0.3], [1, 2, 3]).p == pytest.approx(2 / 6)
    assert size_correlation([0.1, 0.2, 0.3, 0.4], [1, 2, 3, 4]).p == pytest.approx(2 / 24)
