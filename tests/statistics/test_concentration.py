"""Concentration of dated mixes: recovered from simulated ones, and how often the interval holds it."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from stylobench.records import Rows
from stylobench.statistics.concentration import Concentration, _Likelihood, concentration, homogeneity_p


def simulated(rng: np.random.Generator, periods: int, a0: float, n: int = 200, k: int = 6) -> Rows:
    mean = np.arange(1, k + 1) / np.arange(1, k + 1).sum()
    mixes = rng.dirichlet(a0 * mean, periods)
    return np.array([rng.multinomial(n, mix) for mix in mixes])


def holds(found: Concentration, a0: float) -> bool:
    return (found.low is None or found.low <= a0) and (found.high is None or a0 <= found.high)


def test_recovers_what_was_put_in() -> None:
    found = concentration(simulated(np.random.default_rng(0), 400, 30.0))
    assert found.value == pytest.approx(30, rel=0.1)
    assert found.mean == pytest.approx(np.arange(1, 7) / 21, abs=0.02)
    assert found.low is not None
    assert found.high is not None
    assert 24 < found.low < found.value < found.high < 37


@pytest.mark.parametrize(("periods", "a0"), [(4, 15.0), (12, 40.0)])
def test_interval_covers_and_few_periods_do_not_bias(periods: int, a0: float) -> None:
    rng = np.random.default_rng(1)
    found = [concentration(simulated(rng, periods, a0)) for _ in range(150)]
    assert 0.9 <= np.mean([holds(one, a0) for one in found]) <= 0.99
    values = [np.inf if one.value is None else one.value for one in found]
    assert np.median(values) == pytest.approx(a0, rel=0.15)


def test_likelihood_of_two_subclasses_is_beta_binomial() -> None:
    counts = np.array([[3.0, 7.0], [8.0, 2.0], [5.0, 5.0]])
    likelihood = _Likelihood(counts)

    def slow(a0: float) -> float:
        def height(share: float) -> float:
            return float(stats.betabinom.logpmf(counts[:, 0], 10, a0 * share, a0 * (1 - share)).sum())

        shares = np.linspace(0.3, 0.7, 40_001)
        heights = stats.betabinom.logpmf(counts[:, :1], 10, a0 * shares, a0 * (1 - shares)).sum(axis=0)
        best, step = float(shares[heights.argmax()]), 1e-3
        bend = -(height(best + step) - 2 * height(best) + height(best - step)) / step**2
        return float(heights.max() - np.log(bend) / 2)

    for near, far in ((1.0, 5.0), (5.0, 40.0)):
        difference = likelihood(np.log(far)) - likelihood(np.log(near))
        assert difference == pytest.approx(slow(far) - slow(near), abs=1e-4)


def test_no_end_without_movement() -> None:
    still = concentration([[40, 40, 20]] * 6)
    assert (still.value, still.high) == (None, None)
    assert still.low is not None
    assert still.low > 100
    assert still.mean == pytest.approx((0.4, 0.4, 0.2), abs=1e-3)


def test_a_subclass_that_never_occurs_has_no_share() -> None:
    counts = simulated(np.random.default_rng(2), 10, 20.0)
    padded = np.insert(counts, 2, 0, axis=1)
    plain, found = concentration(counts), concentration(padded)
    assert (found.value, found.low, found.high) == (plain.value, plain.low, plain.high)
    assert found.mean[2] == 0


def test_too_little() -> None:
    assert concentration([[5, 15], [0, 0]]) == Concentration(None, None, None, (0.25, 0.75))
    assert concentration([[0, 0]]) == Concentration(None, None, None, (0.0, 0.0))
    assert concentration([[5, 0], [7, 0]]) == Concentration(None, None, None, (1.0, 0.0))
    with pytest.raises(ValueError, match="counts"):
        concentration([1, 2, 3])


def test_homogeneity_by_chi_square() -> None:
    table = [[30, 20, 10], [20, 25, 15]]
    assert homogeneity_p(table, np.random.default_rng(0)) == pytest.approx(float(stats.chi2_contingency(table).pvalue))


def test_homogeneity_of_small_counts_equals_fisher() -> None:
    # Ordered by chi-square, both far tables of these margins are as extreme: the same set as Fisher's.
    found = homogeneity_p([[6, 1], [1, 6]], np.random.default_rng(0), draws=20_000)
    assert found == pytest.approx(float(stats.fisher_exact([[6, 1], [1, 6]])[1]), abs=0.005)


def test_homogeneity_has_its_size() -> None:
    rng = np.random.default_rng(4)
    mean = np.array([0.6, 0.2, 0.1, 0.06, 0.04])
    found = [homogeneity_p(rng.multinomial(15, mean, 6), rng, draws=99) for _ in range(300)]
    rejected = sum(p is not None and p <= 0.05 for p in found)
    assert stats.binomtest(rejected, 300, 0.05).pvalue > 0.01


def test_homogeneity_needs_two_of_both() -> None:
    assert homogeneity_p([[5, 5], [0, 0]], np.random.default_rng(0)) is None
    assert homogeneity_p([[5, 0], [7, 0]], np.random.default_rng(0)) is None
