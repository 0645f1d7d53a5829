"""Mixes of subclasses."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from stylobench.errors import StylobenchError
from stylobench.seeds import generator
from stylobench.statistics.mixes import Mix


@pytest.mark.parametrize("alphas", [[1.0, 1.0, 1.0], [0.5, 2.0, 4.0], [0.01, 0.02, 0.03]])
def test_shares_are_dirichlet(alphas: list[float]) -> None:
    drawn = Mix(np.array(alphas)).draw(generator(0, "mixes"), 20_000)
    assert drawn.shape == (20_000, 3)
    assert drawn.sum(axis=1) == pytest.approx(1)
    law = stats.dirichlet(alphas)
    assert drawn.mean(axis=0) == pytest.approx(law.mean(), abs=0.015)
    assert drawn.var(axis=0) == pytest.approx(law.var(), rel=0.05)


def test_tiny_alphas_leave_one_subclass_and_no_nan() -> None:
    drawn = Mix.even(5, alpha=1e-4).draw(generator(0, "tiny"), 1000)
    assert not np.isnan(drawn).any()
    assert (drawn.max(axis=1) > 0.999).mean() > 0.99


def test_around_todays_mix() -> None:
    mix = Mix.around([30, 10], 8.0)
    assert (mix.mean.tolist(), mix.concentration) == ([0.75, 0.25], 8.0)


@pytest.mark.parametrize("alphas", [[1.0, 0.0], [1.0, -1.0], [], [np.inf, 1.0], [[1.0]]])
def test_alphas_are_positive(alphas: list[float]) -> None:
    with pytest.raises(StylobenchError, match="must be positive numbers, one per subclass"):
        Mix(np.array(alphas))
