from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobench.errors import UndefinedMetric
from stylobench.metrics.reliability import ReliabilityBin, ece, reliability_bins

NAN = float("nan")


def plain_ece(truth: list[bool], scores: list[float], weights: list[float], bins: int) -> float:
    """Bin by bin, as in the definition."""
    total = 0.0
    for i in range(bins):
        low, high = i / bins, (i + 1) / bins
        here = [k for k, s in enumerate(scores) if low <= s < high or (i == bins - 1 and s == 1)]
        held = sum(weights[k] for k in here)
        if held:
            mean = sum(weights[k] * scores[k] for k in here) / held
            share = sum(weights[k] * truth[k] for k in here) / held
            total += held * abs(mean - share)
    return total / sum(w for w, s in zip(weights, scores, strict=True) if s == s)


def test_by_hand() -> None:
    # [0, .5): scores .2 and .4, one of two same: |.3 - .5| = .2; [.5, 1]: .5 and 1, both same: |.75 - 1| = .25
    assert ece([True, False, True, True], [0.2, 0.4, 0.5, 1.0], bins=2) == pytest.approx((2 * 0.2 + 2 * 0.25) / 4)


def test_silence_is_left_out() -> None:
    assert ece([True, True, False], [0.75, 0.75, NAN]) == 0.25


def test_weights_are_repetitions() -> None:
    truth, scores = [True, False, True], [0.91, 0.92, 0.3]
    repeated = [0, 0, 0, 1, 2, 2]
    expected = ece([truth[i] for i in repeated], [scores[i] for i in repeated])
    assert ece(truth, scores, [3, 1, 2]) == pytest.approx(expected)


TRIALS = st.tuples(st.booleans(), st.floats(0, 1) | st.integers(0, 20).map(lambda i: i / 20), st.floats(0.01, 9))


@given(st.lists(TRIALS, min_size=1, max_size=40), st.integers(1, 20))
def test_the_definition(trials: list[tuple[bool, float, float]], bins: int) -> None:
    truth, scores, weights = (list(column) for column in zip(*trials, strict=True))
    assert ece(truth, scores, weights, bins) == pytest.approx(plain_ece(truth, scores, weights, bins), abs=1e-9)


def test_bins_hold_their_lower_edge_and_the_last_both() -> None:
    found = reliability_bins([False, True, True, False], [0.29, 0.3, 1.0, NAN])
    assert found == [
        ReliabilityBin(0.2, 0.3, 1, 0.29, 0.0),
        ReliabilityBin(0.3, 0.4, 1, 0.3, 1.0),
        ReliabilityBin(0.9, 1.0, 1, 1.0, 1.0),
    ]
    assert [part.low for part in reliability_bins([True], [0.29], bins=100)] == [0.29]


def test_bins_give_the_error() -> None:
    rng = np.random.default_rng(0)
    scores, truth = rng.random(500), rng.random(500) < 0.4
    gaps = [part.trials * abs(part.mean_score - part.same_share) for part in reliability_bins(truth, scores)]
    assert ece(truth, scores) == pytest.approx(sum(gaps) / 500)


def test_nothing_answered() -> None:
    assert reliability_bins([True], [NAN]) == []
    with pytest.raises(UndefinedMetric, match="no trial was answered"):
        ece([True], [NAN])


def test_wrong_weights_are_refused() -> None:
    with pytest.raises(ValueError, match="2 finite numbers"):
        ece([True, False], [0.5, 0.5], [1.0, -1.0])
