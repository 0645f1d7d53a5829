from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from stylobench.protocols.leakage_shortcuts import _estimated, _ranked_within, _weighted_correlations
from stylobench.seeds import generator
from stylobench.statistics.trial_draws import Units


def test_one_fold_gives_spearman() -> None:
    rng = generator(0, "spearman")
    x, y = rng.normal(size=30), rng.normal(size=30)
    folds = np.zeros(30, dtype=np.int64)
    ranks = [_ranked_within(column, folds) for column in (x, y)]
    found = _weighted_correlations(ranks[0], ranks[1], np.ones((1, 30)), folds)
    assert found[0] == pytest.approx(stats.spearmanr(x, y)[0])


def test_levels_of_folds_do_not_count() -> None:
    folds = np.repeat([0, 1], 4)
    x = np.array([1.0, 2, 3, 4, 101, 102, 103, 104])
    y = np.array([4.0, 3, 2, 1, 104, 103, 102, 101])
    ranks = [_ranked_within(column, folds) for column in (x, y)]
    assert _weighted_correlations(ranks[0], ranks[1], np.ones((1, 8)), folds)[0] == pytest.approx(-1)


def test_weights_count_as_repetition() -> None:
    rng = generator(0, "weights")
    x, y, folds = rng.normal(size=12), rng.normal(size=12), np.repeat([0, 1, 2], 4)
    weights = rng.integers(0, 4, 12)
    again = np.repeat(np.arange(12), weights)
    weighted = _weighted_correlations(x, y, weights[None].astype(float), folds)
    repeated = _weighted_correlations(x[again], y[again], np.ones((1, len(again))), folds[again])
    assert weighted[0] == pytest.approx(repeated[0])


def test_what_does_not_vary_has_no_correlation() -> None:
    folds = np.zeros(4, dtype=np.int64)
    assert np.isnan(_weighted_correlations(np.ones(4), np.arange(4.0), np.ones((1, 4)), folds)[0])


def test_the_interval_of_a_correlation_is_that_of_its_z() -> None:
    """By hand: draws of .6 and 1 have sd .2828 and, over 8 authors, .3024; t(7) = 2.3646 makes a reach of .7150. On z,
    whose slope at .8 is 1 / (1 - .64), that is 1.9861 around atanh(.8) = 1.0986.
    """
    units = Units("author", np.arange(8)[:, None])
    found = _estimated(np.array([0.8, 0.6, 1.0]), units, 40)
    assert (found.low, found.high) == (pytest.approx(-0.7101, abs=1e-4), pytest.approx(0.9958, abs=1e-4))
    turned = _estimated(np.array([-0.8, -0.6, -1.0]), units, 40)
    assert (turned.low, turned.high) == (pytest.approx(-found.high), pytest.approx(-found.low))


@pytest.mark.parametrize("value", [0.999, 1.0, -1.0])
def test_no_interval_leaves_the_range_of_a_correlation(value: float) -> None:
    found = _estimated(np.array([value, 0.2, 0.9, 0.4]), Units("author", np.arange(5)[:, None]), 20)
    assert found.low is not None
    assert found.high is not None
    assert -1 <= found.low <= value <= found.high <= 1


def test_a_correlation_that_no_draw_moves_has_no_interval() -> None:
    assert _estimated(np.full(4, 0.5), Units("author", np.arange(5)[:, None]), 20).low is None
