from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stylobench.verifiers._others_kernels import in_halves, mean_likeness, ranks, similarities


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000))
def test_similarities_are_those_of_the_textbook(seed: int) -> None:
    rng = np.random.default_rng(seed)
    weights = (rng.random((3, 12)) * (rng.random((3, 12)) < 0.7)).astype(np.float32)
    weights[:, [0, 6]] += 0.1
    found = similarities((weights, np.array([0, 1])), weights[2], np.array([0, 5, 12]))
    for row in (0, 1):
        for place, part in enumerate((slice(0, 5), slice(5, 12))):
            a, b = weights[row, part].astype(np.float64), weights[2, part].astype(np.float64)
            cosine = a @ b / np.sqrt((a @ a) * (b @ b))
            dice = 2 * ((a > 0) & (b > 0)).sum() / ((a > 0).sum() + (b > 0).sum())
            expected = [cosine, np.minimum(a, b).sum() / np.maximum(a, b).sum(), dice]
            assert found[row, place] == pytest.approx(expected, abs=1e-5)
    assert np.isnan(similarities((np.zeros((1, 12), np.float32), np.array([0])), weights[2], np.array([0, 12]))).all()


def test_ranks_by_hand() -> None:
    # questioned (2, 2), known (2, 1): likeness 3/4, squared .5625; others (2, 2): 1 * 3/4, and (0, 4): 2/6 * 1/6
    weights = np.array([[2, 2], [2, 1]], np.float32)
    others = np.array([[2, 2], [0, 4]], np.float32)
    bounds, halves = np.array([0, 1, 2]), np.array([[0, 1], [0, 1], [0, 1]])
    sums = in_halves(weights, bounds, halves), in_halves(others, bounds, halves)
    assert sums[0].tolist() == [[4, 4, 4], [3, 3, 3]]
    own, foreign = (weights, sums[0], np.array([0, 1])), (others, sums[1], np.array([0, 1]))
    drawn = np.array([[0], [1], [1]])
    assert ranks(own, foreign, bounds, (halves, drawn)).tolist() == [[2, 1, 1]]


def test_texts_without_features_are_left_out_of_the_mean() -> None:
    alike = np.array([[[0.5, 1.0], [np.nan, np.nan]], [[np.nan, 0.0], [np.nan, 0.25]]])
    assert np.array_equal(mean_likeness(alike), [[0.5, 0.5], [np.nan, 0.25]], equal_nan=True)
    assert np.isnan(mean_likeness(alike[:0])).all()
