"""Unpaired t tests; the paper's own numbers are in tests/golden/test_novel_topic_paper.py."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from stylobench.errors import StylobenchError
from stylobench.statistics.two_sample import correlation_needed, readings, topics_needed


def test_pooled_is_the_textbook_two_sample_test() -> None:
    found = readings(0.1, 0.2, 10, 0.1)[0]
    expected = stats.ttest_ind_from_stats(0.1, 0.2, 10, 0, 0.2, 10)
    assert found.df == 18
    assert (found.t, found.p_two_sided) == pytest.approx((expected.statistic, expected.pvalue))


def test_equal_topics_make_both_standard_errors_agree() -> None:
    pooled, published, _, pooled_weighted, one_mean_weighted = readings(0.1, 0.2, 8, 1 / 8)
    assert pooled_weighted.se == pytest.approx(pooled.se)
    assert one_mean_weighted.se == pytest.approx(published.se)
    assert pooled.se == pytest.approx(published.se * 2**0.5)


def test_the_needed_difference_is_just_significant() -> None:
    for reading in readings(0.1, 0.2, 12, 0.15):
        again = {one.name: one for one in readings(reading.needed_two_sided, 0.2, 12, 0.15)}[reading.name]
        assert again.p_two_sided == pytest.approx(0.05)
        again = {one.name: one for one in readings(reading.needed_one_sided, 0.2, 12, 0.15)}[reading.name]
        assert again.p_one_sided == pytest.approx(0.05)


def test_the_needed_correlation_is_just_significant() -> None:
    r, k, sd, difference = correlation_needed(0.05, 0.1, 12), 12, 0.1, 0.05
    se = (2 * sd**2 * (1 - r) / k) ** 0.5
    assert 2 * stats.t.sf(difference / se, k - 1) == pytest.approx(0.05)


def test_topics_needed_is_where_the_critical_difference_falls_below() -> None:
    n = topics_needed(0.1, 0.2)
    assert readings(0.1, 0.2, n, 1 / n)[0].p_two_sided <= 0.05 < readings(0.1, 0.2, n - 1, 1)[0].p_two_sided


def test_impossible_requests() -> None:
    with pytest.raises(StylobenchError, match="at least 2 topics"):
        readings(0.1, 0.2, 1, 1)
    with pytest.raises(StylobenchError, match="other than 0"):
        topics_needed(0, 0.2)
    assert not np.isnan(correlation_needed(0, 0.2, 5))
