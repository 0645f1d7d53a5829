"""Shapiro-Wilk on few and many draws."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from stylobench.protocols.shift_normality import shapiro


def test_few_draws_are_all_taken() -> None:
    draws = np.random.default_rng(0).normal(size=300)
    plain = stats.shapiro(draws)
    assert shapiro(draws) == pytest.approx((plain.statistic, plain.pvalue))
    trimmed = stats.shapiro(np.sort(draws)[5:-5])
    assert shapiro(draws, 5) == pytest.approx((trimmed.statistic, trimmed.pvalue))
    assert shapiro(np.append(draws, np.nan)) == shapiro(draws)


@pytest.mark.parametrize("trimmed", [0, 5])
def test_of_many_draws_both_ends_are_looked_at(trimmed: int) -> None:
    found = [shapiro(np.random.default_rng(seed).normal(size=20_000), trimmed)[1] for seed in range(60)]
    rejected = sum(p is not None and p < 0.05 for p in found)
    # 60 normal samples: 5% is 3, and the lowest quarter alone would be rejected in each
    assert rejected <= 9
    skewed = shapiro(np.random.default_rng(0).gamma(20, size=20_000), trimmed)[1]
    assert skewed is not None
    assert skewed < 1e-6


@pytest.mark.parametrize("draws", [[], [1.0, 2.0], [0.5] * 40])
def test_without_spread_there_is_nothing_to_test(draws: list[float]) -> None:
    assert shapiro(np.array(draws)) == (None, None)
    assert shapiro(np.array(draws), 5) == (None, None)
