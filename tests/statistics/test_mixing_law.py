"""The exact law of a mix, against the spline formula, against draws and against its moments."""

from __future__ import annotations

import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from stylobench.records import Floats
from stylobench.seeds import generator
from stylobench.statistics.mixes import Mix
from stylobench.statistics.mixing_law import above, above_ratio, moments, quantile, quantile_ratio


def spline(values: Floats, x: float) -> float:
    """P(sum W_i e_i > x) for distinct values and all mixes equally likely: a B-spline."""
    k, total = len(values), 0.0
    for i, value in enumerate(values):
        if value > x:
            total += (value - x) ** (k - 1) / np.prod(value - np.delete(values, i))
    return float(total)


@pytest.mark.parametrize("k", [2, 3, 5, 10, 20])
def test_the_spline_formula(k: int) -> None:
    values = np.linspace(0.3, 1.0, k) ** 2
    for x in np.quantile(values, [0.1, 0.35, 0.5, 0.8]).tolist():
        assert above(values, np.ones(k), x) == pytest.approx(spline(values, x), abs=1e-7)


@given(
    st.lists(st.tuples(st.sampled_from([0.0, 0.25, 0.5, 0.9, 0.95, 1.0]), st.floats(0.05, 30)), min_size=2, max_size=8),
    st.floats(0.01, 0.99),
)
@settings(max_examples=60, deadline=None)
def test_two_groups_of_ties_are_a_beta_law(cases: list[tuple[float, float]], x: float) -> None:
    values = np.array([float(value > 0.6) for value, _ in cases])
    alphas = np.array([alpha for _, alpha in cases])
    high, low = alphas[values == 1].sum(), alphas[values == 0].sum()
    if high and low:
        assert above(values, alphas, x) == pytest.approx(stats.beta.sf(x, high, low), abs=1e-7)


@pytest.mark.parametrize("alpha", [0.02, 0.1, 0.5, 1.0, 3.0, 40.0])
@pytest.mark.parametrize("k", [3, 12, 100])
def test_draws_agree(alpha: float, k: int) -> None:
    values = 1 - 0.6 * generator(3, "values").random(k) ** 3
    drawn = Mix.even(k, alpha).draw(generator(4, "draws"), 20_000) @ values
    points = np.unique(np.quantile(drawn, [0.01, 0.05, 0.3, 0.7, 0.95]))
    for x in points[(points > values.min()) & (points < values.max())].tolist():
        share = float((drawn > x).mean())
        assert above(values, np.full(k, alpha), x) == pytest.approx(share, abs=4 * (0.25 / 20_000) ** 0.5)


def test_uneven_alphas_agree_with_draws() -> None:
    values, alphas = np.array([0.2, 0.9, 0.9, 0.6]), np.array([0.3, 5.0, 0.7, 2.0])
    drawn = Mix(alphas).draw(generator(5, "uneven"), 100_000) @ values
    for tail in (0.01, 0.05, 0.5):
        assert (drawn <= quantile(values, alphas, tail)).mean() == pytest.approx(tail, abs=0.005)


@given(st.lists(st.floats(0, 1), min_size=2, max_size=12), st.floats(0.2, 5), st.floats(0.005, 0.5))
@settings(max_examples=60, deadline=None)
def test_a_quantile_is_where_the_law_says(values: list[float], alpha: float, delta: float) -> None:
    given_, alphas = np.round(np.array(values), 3), np.full(len(values), alpha)
    found = quantile(given_, alphas, delta)
    assert given_.min() <= found <= given_.max()
    if np.ptp(given_) > 0:
        assert above(given_, alphas, found - 1e-9) >= 1 - delta - 1e-9
        assert above(given_, alphas, found + 1e-9) <= 1 - delta + 1e-9


def test_equal_values_are_a_point_mass() -> None:
    values, alphas = np.full(5, 0.8), np.ones(5)
    assert (above(values, alphas, 0.79), above(values, alphas, 0.8), above(values, alphas, 0.81)) == (1.0, 0.0, 0.0)
    assert quantile(values, alphas, 0.05) == 0.8
    found = moments(values, alphas)
    assert (found.mean, found.sd) == (0.8, 0.0)
    assert np.isnan([found.skew, found.kurtosis]).all()


def test_outside_the_values_nothing_happens() -> None:
    assert above([0.2, 0.4], [1, 1], 0.1) == 1
    assert above([0.2, 0.4], [1, 1], 0.4) == 0


@pytest.mark.parametrize("alpha", [0.3, 1.0, 4.0])
def test_moments_agree_with_draws(alpha: float) -> None:
    values = np.array([0.1, 0.9, 0.95, 0.95, 0.97])
    drawn = Mix.even(5, alpha).draw(generator(6, "moments"), 400_000) @ values
    found = moments(values, np.full(5, alpha))
    assert found.mean == pytest.approx(drawn.mean(), abs=1e-3)
    assert found.sd == pytest.approx(drawn.std(), rel=0.01)
    assert (found.skew, found.kurtosis) == pytest.approx((stats.skew(drawn), stats.kurtosis(drawn)), abs=0.05)


def test_a_ratio_of_two_clusters_is_a_change_of_variables() -> None:
    # (.45 w + .025 (1 - w)) / (.5 w + .05 (1 - w)) > x says w > (.05 x - .025) / (.425 - .45 x), w uniform
    parts, wholes = [0.45, 0.025], [0.5, 0.05]
    for x in (0.6, 0.8, 0.88):
        share = 1 - (0.05 * x - 0.025) / (0.425 - 0.45 * x)
        assert above_ratio(parts, wholes, [1, 1], x) == pytest.approx(share, abs=1e-8)
    low = quantile_ratio(parts, wholes, [1, 1], 0.05)
    assert low == pytest.approx((0.425 * 0.05 + 0.025) / (0.05 + 0.45 * 0.05), abs=1e-7)


def test_a_cluster_that_adds_nothing_to_a_ratio_changes_nothing() -> None:
    parts, wholes = [0.45, 0.1, 0.0], [0.5, 0.4, 0.0]
    assert quantile_ratio(parts, wholes, [1, 1, 7], 0.1) == pytest.approx(
        quantile_ratio(parts[:2], wholes[:2], [1, 1], 0.1)
    )
    assert np.isnan(quantile_ratio([0.0], [0.0], [1.0], 0.1))


def test_a_hundred_clusters_take_milliseconds() -> None:
    values, alphas = generator(7, "fast").random(100), np.ones(100)
    above(values, alphas, 0.4)
    seconds = []
    for x in np.linspace(0.3, 0.7, 9).tolist():
        start = time.perf_counter()
        above(values, alphas, x)
        seconds.append(time.perf_counter() - start)
    assert min(seconds) < 0.05
