"""The worst mix: against linear programming, against a fine grid, and what must hold of every mix."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from stylobench.errors import StylobenchError, UndefinedMetric
from stylobench.records import Floats
from stylobench.statistics.stress import careful_values, noise_drop, total_variation, worst, worst_mix, worst_ratio

rates = st.integers(0, 100).map(lambda points: points / 100)
radii = st.integers(1, 20).map(lambda twentieths: twentieths / 20)


@st.composite
def cases(draw: st.DrawFn) -> tuple[Floats, Floats, float]:
    k = draw(st.integers(2, 6))
    values = np.array(draw(st.lists(rates, min_size=k, max_size=k)))
    sizes = np.array(draw(st.lists(st.integers(1, 50), min_size=k, max_size=k)))
    return values, sizes / sizes.sum(), draw(radii)


def by_linear_programming(values: Floats, shares: Floats, radius: float) -> float:
    """Variables: what each subclass gains and what it loses."""
    k = len(values)
    found = linprog(
        np.concatenate([values, -values]),
        A_ub=np.ones((1, 2 * k)) / 2,
        b_ub=[radius],
        A_eq=np.concatenate([np.ones(k), -np.ones(k)])[None],
        b_eq=[0],
        bounds=[(0, None)] * k + [(0, share) for share in shares],
    )
    return float(values @ shares + found.fun)


def grid_mixes(shares: Floats, radius: float, steps: int = 100) -> Floats:
    thirds = [(a, b, steps - a - b) for a, b in itertools.product(range(steps + 1), repeat=2) if a + b <= steps]
    mixes = np.array(thirds) / steps
    return mixes[np.abs(mixes - shares).sum(axis=1) / 2 <= radius + 1e-12]


def test_by_hand() -> None:
    # .25 moves from the best (.9) to the worst (.5): .45 + .1 + .24 = .79 becomes .69
    mix = worst_mix([0.9, 0.5, 0.8], [0.5, 0.2, 0.3], 0.25)
    assert mix == pytest.approx([0.25, 0.45, 0.3])
    assert worst_mix([0.9, 0.5, 0.8], [0.5, 0.2, 0.3], 0.7) == pytest.approx([0, 0.9, 0.1])
    assert worst_mix([0.9, 0.5, 0.8], [0.5, 0.2, 0.3], 1) == pytest.approx([0, 1, 0])


def test_nothing_moves_where_nothing_differs() -> None:
    assert worst_mix([0.7, 0.7, 0.7], [0.5, 0.2, 0.3], 0.5).tolist() == [0.5, 0.2, 0.3]


@settings(deadline=None, max_examples=60)
@given(cases())
def test_greedy_equals_linear_programming(case: tuple[Floats, Floats, float]) -> None:
    values, shares, radius = case
    assert values @ worst_mix(values, shares, radius) == pytest.approx(by_linear_programming(*case), abs=1e-8)
    highest = values @ worst_mix(values, shares, radius, loss=True)
    assert highest == pytest.approx(-by_linear_programming(-values, shares, radius), abs=1e-8)


@settings(deadline=None)
@given(cases())
def test_every_worst_mix_is_a_mix_within_its_radius(case: tuple[Floats, Floats, float]) -> None:
    values, shares, radius = case
    wholes = np.maximum(values[::-1], 0.05)
    for mix in (worst_mix(values, shares, radius), worst_ratio(values * wholes, wholes, shares, radius)):
        assert mix.sum() == pytest.approx(1)
        assert (mix >= -1e-12).all()
        assert total_variation(mix, shares) <= radius + 1e-12


@settings(deadline=None)
@given(cases())
def test_a_larger_radius_is_never_better(case: tuple[Floats, Floats, float]) -> None:
    values, shares, radius = case
    wholes = np.maximum(values[::-1], 0.05)
    parts = values * wholes

    def ratio(r: float) -> float:
        mix = worst_ratio(parts, wholes, shares, r)
        return float(parts @ mix / (wholes @ mix))

    assert values @ worst_mix(values, shares, radius) <= values @ worst_mix(values, shares, radius / 2) + 1e-12
    assert ratio(radius) <= ratio(radius / 2) + 1e-12 <= parts @ shares / (wholes @ shares) + 2e-12


@settings(deadline=None, max_examples=40)
@given(st.lists(rates, min_size=3, max_size=3), st.lists(rates, min_size=3, max_size=3), radii)
def test_ratio_equals_a_fine_grid(right: list[float], share: list[float], radius: float) -> None:
    wholes = np.maximum(share, 0.05)
    parts, shares = np.array(right) * wholes, np.array([0.5, 0.2, 0.3])
    mixes = grid_mixes(shares, radius)
    values = (mixes @ parts) / (mixes @ wholes)
    # Shares and radii are multiples of the grid's step, so the corners of the polygon are on the grid.
    for loss, best in ((False, values.min()), (True, values.max())):
        mix = worst_ratio(parts, wholes, shares, radius, loss)
        assert parts @ mix / (wholes @ mix) == pytest.approx(best, abs=1e-9)


def test_ratio_where_a_subclass_has_no_whole() -> None:
    # The second subclass never enters the measure: moving there changes nothing, moving to the third does.
    mix = worst_ratio([0.4, 0, 0.1], [0.5, 0, 0.5], [0.6, 0.2, 0.2], 0.2)
    assert mix == pytest.approx([0.4, 0.2, 0.4])
    with pytest.raises(UndefinedMetric, match="today's mix"):
        worst_ratio([0, 0.1], [0, 0.1], [1.0, 0.0], 0.2)


@settings(deadline=None, max_examples=40)
@given(cases())
def test_search_is_exact_on_linear_measures(case: tuple[Floats, Floats, float]) -> None:
    values, shares, radius = case
    mix = worst(lambda mixes: mixes @ values, shares, radius)
    assert values @ mix == pytest.approx(values @ worst_mix(values, shares, radius), abs=1e-9)
    assert total_variation(mix, shares) <= radius + 1e-9
    highest = worst(lambda mixes: mixes @ values, shares, radius, loss=True)
    assert values @ highest == pytest.approx(values @ worst_mix(values, shares, radius, loss=True), abs=1e-9)


@pytest.mark.parametrize("seed", range(12))
def test_search_finds_the_worst_auc_of_a_fine_grid(seed: int) -> None:
    rng = np.random.default_rng(seed)
    concordant, positives = rng.beta(4, 1.5, (3, 3)), rng.uniform(0.2, 0.8, 3)

    def auc(mixes: Floats) -> Floats:
        same, different = mixes * positives, mixes * (1 - positives)
        values: Floats = np.einsum("di,ij,dj->d", same, concordant, different) / same.sum(1) / different.sum(1)
        return values

    shares = np.array([0.5, 0.2, 0.3])
    for radius in (0.1, 0.3, 0.8):
        lowest = auc(grid_mixes(shares, radius)).min()
        assert auc(worst(auc, shares, radius)[None])[0] <= lowest + 2e-4


def test_search_avoids_mixes_without_a_value() -> None:
    def measure(mixes: Floats) -> Floats:
        return np.where(mixes[:, 0] > 0.05, mixes[:, 0], np.nan)

    mix = worst(measure, [0.5, 0.5], 1)
    assert 0.05 < mix[0] < 0.1
    with pytest.raises(UndefinedMetric):
        worst(measure, [0.0, 1.0], 1)


def test_noise_alone_seems_to_drop() -> None:
    rng = np.random.default_rng(0)
    sizes = np.full(20, 25)
    drop = noise_drop(sizes, 0.85, sizes / sizes.sum(), 0.3, rng)
    # The worst of 20 shares of 25 lies about 1.87 sd (.0714) below, the best six (of .05 each) about 1.1 sd above.
    assert drop == pytest.approx(0.3 * 0.0714 * (1.87 + 1.1), abs=0.008)
    assert noise_drop(sizes * 10_000, 0.85, sizes / sizes.sum(), 0.3, rng) < 0.001
    assert noise_drop(sizes, 1.0, sizes / sizes.sum(), 0.3, rng) == 0


def test_careful_values_are_clopper_pearson() -> None:
    # n of n right: the limit solves p^n = .05
    assert careful_values([10, 0, 5], [10, 10, 10]) == pytest.approx([0.05**0.1, 0, 0.2224411], abs=1e-6)


@pytest.mark.parametrize("radius", [0, -0.1, 1.01, float("nan")])
def test_radius_outside_its_range(radius: float) -> None:
    for call in (
        lambda: worst_mix([0.5, 0.6], [0.5, 0.5], radius),
        lambda: worst_ratio([0.5, 0.6], [1, 1], [0.5, 0.5], radius),
        lambda: worst(lambda mixes: mixes[:, 0], [0.5, 0.5], radius),
        lambda: noise_drop([5, 5], 0.5, [0.5, 0.5], radius, np.random.default_rng(0)),
    ):
        with pytest.raises(StylobenchError, match="radius"):
            call()


def test_bad_arrays() -> None:
    with pytest.raises(ValueError, match="needs a value"):
        worst_mix([0.5, np.nan], [0.5, 0.5], 0.1)
    with pytest.raises(ValueError, match="sum to 1"):
        worst_mix([0.5, 0.6], [0.5, 0.6], 0.1)


def test_what_differs_by_rounding_only_moves_as_equals_do() -> None:
    shares = [0.3, 0.3, 0.4]
    for values in ([0.8, 0.8, 0.5], [0.8, 0.8 + 1e-15, 0.5]):
        assert worst_mix(values, shares, 0.2).tolist() == pytest.approx([0.1, 0.3, 0.6])
    for values in ([0.5, 0.5, 0.8], [0.5 + 1e-15, 0.5, 0.8]):
        assert worst_mix(values, shares, 0.2).tolist() == pytest.approx([0.5, 0.3, 0.2])


def test_of_mixes_that_are_equally_bad_but_for_rounding_the_first_is_found() -> None:
    def at_most(noise: float) -> list[float]:
        # bad is whatever leaves the third subclass, whoever takes it in
        return worst(lambda mixes: mixes[:, 2] ** 2 + noise * mixes[:, 0], [0.25, 0.25, 0.5], 0.2).round(6).tolist()

    assert at_most(0.0) == at_most(1e-15) == at_most(-1e-15)
