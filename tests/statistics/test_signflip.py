"""Sign-flip test: by enumeration, by hand, and what it must not depend on."""

from __future__ import annotations

import itertools
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from stylobench.statistics.signflip import SignFlip, sign_flip


def rng() -> np.random.Generator:
    return np.random.default_rng(0)


differences = st.lists(st.integers(-50, 50).map(lambda points: points / 100), min_size=2, max_size=9)


@settings(deadline=None)
@given(differences, st.integers(0, 5))
def test_equals_plain_enumeration(values: list[float], seed: int) -> None:
    weights = np.random.default_rng(seed).integers(1, 9, len(values))
    # Integers make the enumeration exact.
    terms = [round(100 * value) * int(weight) for value, weight in zip(values, weights, strict=True)]
    sums = [
        sum(s * t for s, t in zip(signs, terms, strict=True)) for signs in itertools.product((-1, 1), repeat=len(terms))
    ]
    expected = sum(abs(one) >= abs(sum(terms)) for one in sums) / len(sums)
    assert sign_flip(values, weights, rng()) == SignFlip(expected, 2 ** len(values))


@settings(deadline=None)
@given(differences)
def test_does_not_care_which_method_comes_first(values: list[float]) -> None:
    assert sign_flip(values, None, rng()) == sign_flip([-v for v in values], None, rng())


def test_ties_broken_by_rounding_still_count() -> None:
    # .1 + .2 - .3 is not 0 in floating point; three of eight patterns and their mirrors reach |sum| = .6 or .0
    assert sign_flip([0.1, 0.2, -0.3], None, rng()).p == 1
    assert sign_flip([0.1, 0.2, 0.3, 0.3], None, rng()).p == 2 / 16


def test_no_difference_at_all() -> None:
    assert sign_flip([0.0] * 8, None, rng()) == SignFlip(1.0, 256)
    assert sign_flip([0.0] * 30, None, rng()) == SignFlip(1.0, 10_000)


@pytest.mark.parametrize(("topics", "smallest"), [(5, 0.0625), (6, 0.03125), (20, 2 / 2**20)])
def test_smallest_p_is_two_patterns(topics: int, smallest: float) -> None:
    assert sign_flip([0.1] * topics, list(range(1, topics + 1)), rng()).p == smallest


def test_random_flips_count_the_observed_one() -> None:
    assert sign_flip([0.1] * 40, None, rng()) == SignFlip(1 / 10_001, 10_000)


def test_random_flips_come_from_the_generator() -> None:
    values = np.random.default_rng(3).normal(0.02, 0.1, 25)
    assert sign_flip(values, None, rng()) == sign_flip(values, None, rng())
    other = sign_flip(values, None, np.random.default_rng(1))
    assert other.p == pytest.approx(sign_flip(values, None, rng()).p, abs=0.02)


def test_agrees_with_scipy_on_all_flips() -> None:
    values = np.random.default_rng(5).normal(0.05, 0.1, 10)
    found = stats.permutation_test(
        (values,), lambda x, axis: np.mean(x, axis=axis), permutation_type="samples", vectorized=True
    )
    assert sign_flip(values, None, rng()).p == pytest.approx(float(found.pvalue))


def test_a_million_flips_take_no_time() -> None:
    values = np.random.default_rng(2).normal(0.01, 0.1, 20)
    start = time.perf_counter()
    found = sign_flip(values, None, rng())
    assert found.flips == 2**20
    assert time.perf_counter() - start < 0.5
