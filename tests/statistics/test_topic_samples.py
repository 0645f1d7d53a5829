from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from stylobench.errors import UndefinedMetric
from stylobench.statistics.topic_samples import against_random

REPETITIONS = 20_000


def test_a_difference_by_hand() -> None:
    """Random values 1, 2, 3: mean 2, sd 1; the error of the difference is sqrt(1 + 1/3)."""
    found = against_random(0.0, [1.0, 2.0, 3.0])
    error = (4 / 3) ** 0.5
    assert (found.difference, found.random_mean, found.random_sd) == (-2.0, 2.0, 1.0)
    assert found.t == pytest.approx(-2 / error)
    assert found.p == pytest.approx(2 * stats.t.sf(2 / error, 2))
    assert (found.low, found.high) == pytest.approx((-2 - 4.302653 * error, -2 + 4.302653 * error))
    assert (found.avg_published, found.diff_published) == (1.0, 2.0)


def test_it_is_the_two_sample_t_test_with_one_observation_on_one_side() -> None:
    random = np.random.default_rng(0).normal(size=20)
    pooled = stats.ttest_ind([0.7], random)
    found = against_random(0.7, random.tolist())
    assert (found.t, found.p) == pytest.approx((pooled.statistic, pooled.pvalue))


def test_rank_p_counts_samples_at_least_as_far_out_on_either_side() -> None:
    """Of 0, 4, 5, 5, 6 the mean is 4: only 0 itself stands 4 away. Of 2, 4, 4, 4, 6 both ends stand 2 away."""
    assert against_random(0.0, [4.0, 5.0, 5.0, 6.0]).rank_p == pytest.approx(1 / 5)
    assert against_random(2.0, [4.0, 4.0, 4.0, 6.0]).rank_p == pytest.approx(2 / 5)
    assert against_random(4.0, [2.0, 4.0, 4.0, 6.0]).rank_p == pytest.approx(1)


def test_judging_takes_nineteen_random_samples() -> None:
    assert not against_random(0.5, [0.4, 0.6] * 9).can_judge
    assert against_random(0.5, [0.4, 0.6] * 9 + [0.5]).can_judge


@pytest.mark.parametrize("random", [[0.5], [0.5, 0.5, 0.5]])
def test_nothing_is_said_of_sureness_where_nothing_shows_how_samples_differ(random: list[float]) -> None:
    found = against_random(0.4, random)
    assert found.difference == pytest.approx(-0.1)
    assert (found.low, found.high, found.t, found.p) == (None,) * 4
    assert found.rank_p == pytest.approx({1: 1, 3: 1 / 4}[len(random)])


def test_missing_values_are_refused() -> None:
    with pytest.raises(UndefinedMetric, match="at least one"):
        against_random(0.5, [])
    with pytest.raises(UndefinedMetric, match="a value of every sample"):
        against_random(0.5, [0.4, float("nan")])


def test_both_tests_reject_five_in_a_hundred_when_hits_is_one_more_random_sample() -> None:
    values = np.random.default_rng(1).normal(0.8, 0.02, (REPETITIONS, 20))
    found = [against_random(row[0], row[1:]) for row in values.tolist()]
    assert np.mean([one.p is not None and one.p <= 0.05 for one in found]) == pytest.approx(0.05, abs=0.005)
    assert np.mean([one.rank_p <= 0.05 for one in found]) == pytest.approx(0.05, abs=0.005)
    held = [one.low is not None and one.high is not None and one.low <= 0 <= one.high for one in found]
    assert np.mean(held) == pytest.approx(0.95, abs=0.005)


def test_the_rank_keeps_its_size_under_a_skewed_law() -> None:
    values = np.random.default_rng(2).exponential(size=(REPETITIONS, 20))
    assert np.mean([against_random(row[0], row[1:]).rank_p <= 0.05 for row in values.tolist()]) == pytest.approx(
        0.05, abs=0.005
    )


def test_folds_taken_as_independent_reject_a_third_of_the_time() -> None:
    """Samples differ by three quarters of what folds differ by; 10 folds each, one sample against 20."""
    rng = np.random.default_rng(3)
    folds = 0.75 * rng.normal(size=(REPETITIONS, 21, 1)) + rng.normal(size=(REPETITIONS, 21, 10))
    pooled = stats.ttest_ind(folds[:, 0], folds[:, 1:].reshape(REPETITIONS, -1), axis=1)
    assert 0.30 < np.mean(pooled.pvalue <= 0.05) < 0.40
    means = folds.mean(axis=2)[:4000]
    ours = [against_random(row[0], row[1:]).p for row in means.tolist()]
    assert np.mean([p is not None and p <= 0.05 for p in ours]) == pytest.approx(0.05, abs=0.01)
