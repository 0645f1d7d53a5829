"""Power and topics needed; the paper's 43, 87 and 31 are in tests/golden/test_novel_topic_paper.py."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from stylobench.errors import StylobenchError
from stylobench.statistics.power import (
    Design,
    curve,
    from_differences,
    power,
    present,
    sd_interval,
    topics_needed,
)

EQUAL = Design(0.1, 12, 12)


def test_tabulated_sample_sizes_of_the_paired_t_test() -> None:
    # Cohen's d .5 and .8 at 80% power, two-sided 5%: 34 and 15 pairs; unpaired 64 and 26 per group.
    assert topics_needed(0.05, 0.8, EQUAL) == 34
    assert topics_needed(0.08, 0.8, EQUAL) == 15
    unpaired = Design(0.1, 12, 12, paired=False)
    assert topics_needed(0.05, 0.8, unpaired) == 64
    assert topics_needed(0.08, 0.8, unpaired) == 26


def test_power_by_simulation() -> None:
    draws = np.random.default_rng(0).normal(0.08, 0.1, (20_000, 12))
    t = draws.mean(axis=1) / (draws.std(axis=1, ddof=1) / 12**0.5)
    found = float((np.abs(t) > stats.t.isf(0.025, 11)).mean())
    assert power(0.08, EQUAL) == pytest.approx(found, abs=3 * (0.25 / 20_000) ** 0.5)


def test_no_difference_is_noticed_at_the_level() -> None:
    assert power(0, EQUAL) == pytest.approx(0.05)


def test_sign_of_the_difference_does_not_matter() -> None:
    assert power(-0.05, EQUAL) == power(0.05, EQUAL)
    assert topics_needed(-0.05, 0.8, EQUAL) == topics_needed(0.05, 0.8, EQUAL)


def test_uneven_topics_scale_the_need() -> None:
    even, uneven = Design(0.16, 23, 23), Design(0.16, 23, 10.57)
    n = topics_needed(0.07, 0.8, even)
    assert topics_needed(0.07, 0.8, uneven) == int(np.ceil(n * 23 / 10.57))
    assert power(0.07, uneven) < power(0.07, even)


@settings(deadline=None, max_examples=40)
@given(st.floats(0.01, 0.3), st.floats(0.02, 0.3), st.floats(0.3, 0.95))
def test_the_need_is_the_fewest_topics(difference: float, sd: float, wanted: float) -> None:
    n = topics_needed(difference, wanted, Design(sd, 10, 10))
    assert power(difference, Design(sd, n, n)) >= wanted
    if n > 6:
        assert power(difference, Design(sd, n - 1, n - 1)) < wanted


def test_sd_interval_by_hand() -> None:
    # chi-square quantiles of 11 degrees of freedom: 3.8157 and 21.9200
    assert sd_interval(EQUAL) == pytest.approx((0.1 * (11 / 21.9200) ** 0.5, 0.1 * (11 / 3.8157) ** 0.5), rel=1e-4)


def test_curve_has_every_pair_in_order_with_its_interval() -> None:
    needs = curve(EQUAL, (0.02, 0.1), (0.5, 0.9))
    assert [(one.difference, one.power) for one in needs] == [(0.02, 0.5), (0.02, 0.9), (0.1, 0.5), (0.1, 0.9)]
    assert all(one.topics_low <= one.topics <= one.topics_high for one in needs)
    assert needs[0].topics > needs[2].topics
    assert needs[0].topics < needs[1].topics


def test_present_power_has_an_interval_around_it() -> None:
    for now in present(EQUAL):
        assert now.low < now.power < now.high


def test_design_from_differences() -> None:
    design = from_differences([0.1, 0.0, 0.2], [200, 100, 100])
    assert design.sd == pytest.approx(0.1)
    assert design.topics == 3
    assert design.effective == pytest.approx(8 / 3)


def test_fewer_than_six_topics_notice_nothing() -> None:
    assert power(0.5, Design(0.1, 5, 5)) == 0
    assert topics_needed(0.5, 0.9, EQUAL) == 6


def test_methods_that_differ_alike_everywhere() -> None:
    assert topics_needed(0.05, 0.9, Design(0, 8, 8)) == 6
    assert (power(0.05, Design(0, 8, 8)), power(0, Design(0, 8, 8))) == (1, 0)


def test_far_tails_stay_finite() -> None:
    assert power(1, Design(0.01, 23, 23)) == 1
    assert power(1, Design(0.1, 1000, 1000)) == 1


@pytest.mark.parametrize(
    ("sd", "topics", "effective"), [(-0.1, 5, 5), (float("nan"), 5, 5), (0.1, 1, 1), (0.1, 5, 6), (0.1, 5, 0.5)]
)
def test_impossible_designs(sd: float, topics: int, effective: float) -> None:
    with pytest.raises(StylobenchError):
        Design(sd, topics, effective)


@pytest.mark.parametrize(("difference", "wanted"), [(0, 0.8), (0.1, 1), (0.1, 0.05), (1e-8, 0.8)])
def test_impossible_needs(difference: float, wanted: float) -> None:
    with pytest.raises(StylobenchError):
        topics_needed(difference, wanted, EQUAL)
