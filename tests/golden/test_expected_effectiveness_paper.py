"""The expected-effectiveness paper: its variance, bound, Figure 3 and pooled measures, and what they should be.

The nine cases of the variance were checked by 200,000 draws each before they were written down.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from stylobench.metrics.outcomes import Outcomes
from stylobench.records import Floats
from stylobench.statistics.mixes import Mix
from stylobench.statistics.mixing_law import above, moments, quantile
from stylobench.statistics.shift import (
    Expectation,
    bound,
    expected,
    expected_published,
    heuristic,
    published_bound,
    variance_published,
)
from stylobench.statistics.subclasses import Subclasses


def one_bad(k: int) -> Floats:
    return np.append(np.full(k - 1, 0.95), 0.10)


# case: variance, variance by draws, the paper's, skewness, excess kurtosis, share above mean - 2 sd
CASES = {
    "k=2 (.9,.7)": (np.array([0.9, 0.7]), 0.00333333, 0.00334774, 0.08333333, 0.0, -1.2, 1.0),
    "k=5 all .8": (np.full(5, 0.8), 0.0, 0.0, 0.02666667, None, None, None),
    "k=5 one-hot": (np.eye(5)[0], 0.02666667, 0.02668535, 0.02666667, 1.0498, 0.6964, 1.0),
    "k=10 linspace(.6,1)": (np.linspace(0.6, 1, 10), 0.00148148, 0.00147798, 0.00818182, 0.0, -0.1333, 0.978),
    "k=10 half 0 half 1": (np.repeat([0.0, 1.0], 5), 0.02272727, 0.02274002, 0.00818182, 0.0, -0.4615, 0.9806),
    "k=22 linspace(.6,1)": (np.linspace(0.6, 1, 22), 0.00063492, 0.00063226, 0.00188645, 0.0, -0.0571, 0.9776),
    "k=22 one bad cluster": (one_bad(22), 0.00136296, 0.00135168, 0.00188645, -1.7442, 4.141, 0.9498),
    "k=50 linspace(.6,1)": (np.linspace(0.6, 1, 50), 0.00027211, 0.00027325, 0.00038431, 0.0, -0.0245, 0.9773),
    "k=50 one bad cluster": (one_bad(50), 0.00027767, 0.0002781, 0.00038431, -1.8835, 5.1075, 0.9498),
}
each_case = pytest.mark.parametrize("case", CASES)


@each_case
def test_variance_and_the_papers(case: str) -> None:
    values, variance, drawn, published, *_ = CASES[case]
    found = moments(values, np.ones(len(values))).sd ** 2
    assert found == pytest.approx(variance, abs=5e-9)
    assert found == pytest.approx(drawn, rel=0.01)
    assert variance_published(len(values)) == pytest.approx(published, abs=5e-9)


@each_case
def test_shape_and_the_share_above_two_deviations(case: str) -> None:
    values, *_, skew, kurtosis, share = CASES[case]
    found = moments(values, np.ones(len(values)))
    if skew is None or kurtosis is None:
        assert np.isnan([found.skew, found.kurtosis]).all()
        return
    assert (found.skew, found.kurtosis) == pytest.approx((skew, kurtosis), abs=5e-5)
    # the share was counted over draws, to about .0004
    assert above(values, np.ones(len(values)), found.mean - 2 * found.sd) == pytest.approx(share, abs=0.0015)


def clusters_of(values: Floats, size: int = 100) -> Subclasses:
    """Clusters of so many items each with those accuracies."""
    right = np.concatenate([np.arange(size) < round(size * value) for value in values])
    items = Outcomes.verified(np.ones(len(right), bool), right.astype(float))
    return Subclasses.of(items, np.repeat(np.arange(len(values)), size))


@each_case
def test_the_heuristic_of_items_has_that_variance(case: str) -> None:
    values, variance, *_ = CASES[case]
    if np.allclose(values, values.round(2)):
        found = expected(clusters_of(values), "accuracy")
        assert found.sd**2 == pytest.approx(variance, abs=5e-9)
        assert found.mean == pytest.approx(values.mean())


def test_figure_3() -> None:
    steady = Expectation("accuracy", 0.88, 0.02, 0.0, 22, 990, "estimate")
    better = Expectation("accuracy", 0.90, 0.04, 0.0, 22, 990, "estimate")
    assert round(bound(steady, 0.05, "normal"), 4) == 0.8471
    assert round(bound(better, 0.05, "normal"), 4) == 0.8342
    assert bound(better, 0.5, "normal") > bound(steady, 0.5, "normal")
    flip = float(stats.norm.sf(1))
    assert round(flip, 4) == 0.1587
    assert bound(better, flip, "normal") == pytest.approx(bound(steady, flip, "normal"))
    # with the sign as printed the order never turns
    assert round(published_bound(steady, 0.05), 4) == 0.9129
    assert round(published_bound(better, 0.05), 4) == 0.9658


def test_two_deviations_in_the_wrong_direction() -> None:
    # mean + 2 sd is exceeded in 2.28% of normal draws, not in 97.72%
    one = Expectation("accuracy", 0.88, 0.02, 0.0, 22, 990, "estimate")
    assert published_bound(one, 0.0228) == pytest.approx(0.88 + 2 * 0.02, abs=1e-4)
    assert bound(one, 0.0228, "normal") == pytest.approx(0.88 - 2 * 0.02, abs=1e-4)


def test_precision_is_not_the_mean_of_precisions() -> None:
    # precision .9 and .5 with 50% and 5% called positive, in clusters of 200
    said = [[1.0] * 100 + [0.0] * 100, [1.0] * 10 + [0.0] * 190]
    true = [[True] * 90 + [False] * 110, [True] * 5 + [False] * 195]
    truth, scores, clusters = true[0] + true[1], said[0] + said[1], ["a"] * 200 + ["b"] * 200
    assert round(heuristic(truth, scores, clusters, "precision").mean, 3) == 0.864
    prepared = Subclasses.of(Outcomes.verified(truth, scores), clusters)
    assert expected_published(prepared, "precision").mean == pytest.approx(0.7)


@pytest.mark.parametrize("k", [22, 50])
def test_one_bad_cluster_catches_the_normal_bound_out(k: int) -> None:
    found = expected(clusters_of(one_bad(k)), "accuracy")
    delta = float(stats.norm.sf(2))
    normal, exact = bound(found, delta, "normal"), bound(found, delta, "exact")
    values = one_bad(k)
    assert round(1 - delta, 3) == 0.977
    # the bad cluster alone moves the mean, and its share is Beta(1, k - 1); 1 - exp(-3) = .950 for many clusters
    reach = 1 / k + 2 * variance_published(k) ** 0.5
    assert above(values, np.ones(k), normal) == pytest.approx(1 - (1 - reach) ** (k - 1), abs=1e-7)
    assert above(values, np.ones(k), normal) == pytest.approx(0.950, abs=0.001)
    assert above(values, np.ones(k), exact) == pytest.approx(1 - delta, abs=1e-6)
    assert normal - exact > 0.005


def test_the_bound_rises_with_the_number_of_clusters_by_construction() -> None:
    # Accuracies evenly between .6 and 1, cut into more clusters; with the same concentration the bound stays.
    low, fixed = [], []
    for k in (10, 100):
        values = 0.6 + 0.4 * (np.arange(k) + 0.5) / k
        low.append(quantile(values, Mix.even(k).alphas, 0.05))
        fixed.append(quantile(values, Mix.around(np.ones(k), 10.0).alphas, 0.05))
    assert [round(value, 3) for value in low] == [0.743, 0.781]
    assert fixed[0] == low[0] == pytest.approx(fixed[1], abs=0.002)
