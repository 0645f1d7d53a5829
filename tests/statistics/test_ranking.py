from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from stylobench.errors import UndefinedMetric
from stylobench.statistics.ranking import jackknife, mean_ranks, stability, tied_folds, top_agreement

tables = st.tuples(st.integers(2, 8), st.integers(2, 6), st.integers(0, 10_000))


def without_ties(shape: tuple[int, int, int]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    folds, methods, seed = shape
    return np.random.default_rng(seed).permuted(np.tile(np.arange(methods) / methods, (folds, 1)), axis=1)


@given(tables)
def test_without_ties_it_is_kendalls_w_in_another_dress(shape: tuple[int, int, int]) -> None:
    scores = without_ties(shape)
    folds, methods = scores.shape
    sums = np.array([sum(np.sort(row)[::-1].tolist().index(row[j]) + 1 for row in scores) for j in range(methods)])
    kendall = 12 * ((sums - sums.mean()) ** 2).sum() / (folds**2 * (methods**3 - methods))
    assert stability(scores) == pytest.approx((folds * kendall - 1) / (folds - 1), abs=1e-12)


@given(tables)
def test_it_is_the_mean_of_all_spearman_correlations_ties_or_not(shape: tuple[int, int, int]) -> None:
    folds, methods, seed = shape
    scores = np.random.default_rng(seed).integers(0, 4, (folds, methods)) / 4
    ranking = [row for row in scores if row.min() < row.max()]
    assert tied_folds(scores) == folds - len(ranking)
    if len(ranking) < 2:
        with pytest.raises(UndefinedMetric, match="folds rank the methods"):
            stability(scores)
        return
    slow = np.mean([stats.spearmanr(one, other).statistic for one, other in combinations(ranking, 2)])
    assert stability(scores) == pytest.approx(slow, abs=1e-12)


def test_three_folds_by_hand() -> None:
    """Correlations 1, 1/2 and 1/2."""
    scores = [[0.9, 0.8, 0.7], [0.6, 0.5, 0.4], [0.8, 0.9, 0.7]]
    assert stability(scores) == pytest.approx(2 / 3)
    # Without each fold in turn: 1/2, 1/2 and 1. Their mean is 2/3, so the squared error is 2/3 * (2/36 + 1/9) = 1/9.
    low, high = jackknife(scores)
    assert low == pytest.approx(max(-1, 2 / 3 - stats.t.ppf(0.975, 2) / 3))
    assert high == 1.0


def test_the_same_order_everywhere_is_perfectly_stable() -> None:
    scores = [[0.9, 0.5, 0.1]] * 5
    assert stability(scores) == pytest.approx(1)
    assert jackknife(scores) == pytest.approx((1, 1))
    assert top_agreement(scores) == 1


def test_two_folds_have_no_interval() -> None:
    assert jackknife([[0.9, 0.8], [0.7, 0.8]]) == (None, None)


def test_jackknife_intervals_of_random_rankings_hold_zero_nearly_always() -> None:
    rng = np.random.default_rng(0)
    held = 0
    for _ in range(300):
        low, high = jackknife(rng.random((10, 5)))
        held += low is not None and high is not None and low <= 0 <= high
    assert held >= 0.93 * 300


def test_differences_beyond_the_twelfth_decimal_are_ties() -> None:
    assert mean_ranks([[0.1 + 0.2, 0.3]]).mean == (1.5, 1.5)


def test_mean_ranks_count_from_the_best() -> None:
    found = mean_ranks([[0.9, 0.8, 0.1], [0.7, 0.7, 0.6], [0.2, 0.8, 0.5]])
    assert found.mean == pytest.approx((5.5 / 3, 1.5, 8 / 3))
    assert found.sd == pytest.approx(
        (np.std([1, 1.5, 3], ddof=1), np.std([2, 1.5, 1], ddof=1), np.std([3, 3, 2], ddof=1))
    )
    assert found.wins == (2, 2, 0)


def test_top_agreement_shares_ties() -> None:
    """The first two folds agree by half, the third with the first not at all, with the second by half."""
    assert top_agreement([[0.9, 0.1], [0.5, 0.5], [0.2, 0.6]]) == pytest.approx(1 / 3)


def test_incomplete_tables_are_refused() -> None:
    with pytest.raises(UndefinedMetric, match="every method in every fold"):
        stability([[0.1, float("nan")], [0.1, 0.2]])
    with pytest.raises(UndefinedMetric, match="2 methods at least"):
        stability([[0.1], [0.2]])
