"""Two methods on the same topics."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from stylobench.errors import StylobenchError
from stylobench.statistics.paired import compare
from stylobench.statistics.weighted import summary


def rng() -> np.random.Generator:
    return np.random.default_rng(0)


def normal(topics: int, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    source = np.random.default_rng(seed)
    a = source.normal(0.7, 0.1, topics)
    return a, a - source.normal(0.04, 0.05, topics)


def test_equal_weights_give_the_textbook_t_test() -> None:
    a, b = normal(10)
    found, expected = compare(a, b, None, rng()), stats.ttest_rel(a, b)
    interval = expected.confidence_interval(0.95)
    assert found.p_t == pytest.approx(expected.pvalue)
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high))
    assert found.units == 10
    assert found.flips == 1024
    assert found.note == ""


@pytest.mark.parametrize("topics", [8, 15, 30])
def test_wilcoxon_agrees_with_scipy(topics: int) -> None:
    a, b = normal(topics)
    assert compare(a, b, None, rng()).p_wilcoxon == pytest.approx(stats.wilcoxon(a, b).pvalue)


def test_wilcoxon_is_exact_with_ties_and_drops_zeros() -> None:
    differences = np.array([1, 1, 2, -1, 3, 3, 0, 2, 4]) / 10
    expected = stats.wilcoxon(differences[differences != 0], method=stats.PermutationMethod())
    found = compare(differences, np.zeros(9), None, rng())
    assert found.p_wilcoxon == pytest.approx(expected.pvalue)


def test_wilcoxon_with_ties_on_many_topics() -> None:
    differences = np.random.default_rng(4).integers(-3, 6, 30) / 100
    telling = differences[differences != 0]
    found = compare(differences, np.zeros(30), None, rng())
    assert found.p_wilcoxon == pytest.approx(stats.wilcoxon(telling).pvalue)


def test_weighted_difference_and_interval_are_those_of_the_differences() -> None:
    a, b = normal(7)
    sizes = [5, 100, 20, 3, 400, 80, 9]
    found, expected = compare(a, b, sizes, rng()), summary(a - b, sizes)
    assert (found.difference, found.low, found.high) == pytest.approx((expected.mean, expected.low, expected.high))


@settings(deadline=None)
@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1), st.integers(1, 99)), min_size=2, max_size=15))
def test_t_rejects_exactly_when_the_interval_excludes_zero(rows: list[tuple[float, float, int]]) -> None:
    a, b, sizes = (list(column) for column in zip(*rows, strict=True))
    found = compare(a, b, sizes, rng())
    if min(abs(found.low), abs(found.high)) > 1e-9:
        assert (found.p_t < 0.05) == (found.low > 0 or found.high < 0)
    swapped = compare(b, a, sizes, rng())
    assert swapped.difference == pytest.approx(-found.difference)
    assert (swapped.p_sign_flip, swapped.p_wilcoxon) == (found.p_sign_flip, found.p_wilcoxon)
    assert 2 / 2**15 <= found.p_sign_flip <= 1


def test_no_difference_anywhere() -> None:
    found = compare([0.3, 0.1 + 0.2] * 4, [0.3] * 8, [1, 2, 3, 4, 5, 6, 7, 8], rng())
    assert (found.difference, found.p_sign_flip, found.p_t, found.p_wilcoxon) == (0, 1, 1, 1)
    assert found.note == "no difference on any of 8 topics"


def test_the_same_difference_everywhere() -> None:
    found = compare([0.9] * 8, [0.8] * 8, None, rng())
    assert (found.low, found.high) == pytest.approx((0.1, 0.1))
    assert found.p_t == pytest.approx(0, abs=1e-12)
    assert found.p_sign_flip == found.p_wilcoxon == 2 / 256


@pytest.mark.parametrize("topics", [2, 5])
def test_few_topics_cannot_reject(topics: int) -> None:
    found = compare([0.9] * topics, [0.1] * topics, None, rng())
    assert found.note == f"cannot reject at 5% with {topics} topics"
    assert found.p_sign_flip == 2 / 2**topics > 0.05


def test_topics_without_difference_say_nothing() -> None:
    found = compare([0.9] * 4 + [0.5] * 6, [0.1] * 4 + [0.5] * 6, None, rng())
    assert found.note == "cannot reject at 5% with 4 topics that differ (of 10)"
    assert found.p_sign_flip == 2 / 16


def test_one_topic_and_missing_values_are_refused() -> None:
    with pytest.raises(StylobenchError, match="at least 2"):
        compare([0.5], [0.4], None, rng())
    with pytest.raises(StylobenchError, match="leave out topics"):
        compare([0.5, np.nan], [0.4, 0.4], None, rng())
    with pytest.raises(ValueError, match="3 values against 2"):
        compare([0.5, 0.4, 0.3], [0.4, 0.4], None, rng())
