"""Impact and thresholds: by hand, against slow ones, and what must hold always."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobench.errors import UndefinedMetric
from stylobench.metrics.impact import (
    best_threshold,
    best_thresholds,
    impact,
    impacts,
    mean_impact,
    pooled_impact,
)

NAN = math.nan
recalls = st.floats(0, 1)
# few distinct scores, so that they are often equal
answers = st.lists(st.tuples(st.booleans(), st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.75, 1.0, NAN])), min_size=1)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (0.5, 0.25, 0.5),
        (0.8, 0.0, 1.0),
        (0.5, 0.75, -0.5),
        (0.5, 1.0, -1.0),
        (0.5, 0.5, 0.0),
        (1.0, 1.0, 0.0),
        (0.0, 0.0, 0.0),
        (1.0, 0.25, 0.75),
        (0.0, 0.25, -0.25),
    ],
)
def test_impact_by_hand(before: float, after: float, expected: float) -> None:
    assert impact(before, after) == expected
    assert math.copysign(1, impact(before, after)) == (1 if expected >= 0 else -1)


def test_recalls_that_are_none() -> None:
    with pytest.raises(UndefinedMetric, match="needs same-author problems"):
        impact(NAN, 0.5)
    with pytest.raises(ValueError, match="between 0 and 1"):
        impact(0.5, 1.5)
    assert np.isnan(impacts([0.5, NAN], [NAN, 0.2])).all()


@given(recalls, recalls)
def test_impact_is_a_share_whose_sign_tells_the_direction(before: float, after: float) -> None:
    found = impact(before, after)
    assert -1 <= found <= 1
    if after < before:
        assert found == pytest.approx((before - after) / before)
    elif after > before:
        assert found == pytest.approx(-(after - before) / (1 - before))
    else:
        assert found == 0


@given(recalls, recalls, recalls)
def test_the_more_is_recognised_after_the_less_impact(before: float, one: float, other: float) -> None:
    assert impact(before, max(one, other)) <= impact(before, min(one, other))


@given(st.lists(st.tuples(recalls, recalls), min_size=1))
def test_arrays_give_what_single_ones_do(pairs: list[tuple[float, float]]) -> None:
    before, after = np.array(pairs).T
    each = [impact(*pair) for pair in pairs]
    assert impacts(before, after).tolist() == each
    assert float(mean_impact(before, after)) == pytest.approx(sum(each) / len(each))


def test_averages_run_over_methods_in_every_draw() -> None:
    before, after = np.array([[0.5, 0.8], [0.4, 0.0]]), np.array([[0.25, 0.4], [0.7, 0.0]])
    assert mean_impact(before, after) == pytest.approx([0.0, 0.25])
    assert pooled_impact(before, after) == pytest.approx([-0.05 / 0.9, 0.5])
    assert np.isnan(pooled_impact([0.0], [0.0]))


@pytest.mark.parametrize(
    ("truth", "scores", "expected"),
    [
        ([False, True, True], [0.2, 0.4, 0.9], 0.4),
        # .2 and .8 are right twice each: the smaller
        ([True, False, True], [0.2, 0.5, 0.8], 0.2),
        # nothing is "same" is right twice, no score more than once
        ([True, False, False], [0.1, 0.5, 0.7], math.inf),
        # as good as a constant answer is finite
        ([True, False], [0.1, 0.9], 0.1),
        ([True, True, False], [0.1, 0.2, 0.9], 0.1),
        # silence is never "same", so it cannot be won
        ([True, True, False], [NAN, NAN, 0.3], math.inf),
        ([True, False], [NAN, NAN], math.inf),
        ([False, True, True], [NAN, 0.3, 0.5], 0.3),
        # only a threshold below everything lets the first be "same"
        ([True, True, False], [-math.inf, -math.inf, 0.3], -math.inf),
        ([True], [0.7], 0.7),
        ([False], [0.7], math.inf),
    ],
)
def test_best_threshold_by_hand(truth: list[bool], scores: list[float], expected: float) -> None:
    assert best_threshold(truth, scores) == expected


def right(
    truth: Sequence[bool], scores: Sequence[float], threshold: float, weights: tuple[Fraction, Fraction]
) -> Fraction:
    return sum(
        (weights[same] for same, score in zip(truth, scores, strict=True) if (score >= threshold) == same), Fraction(0)
    )


def slow_best_threshold(
    truth: Sequence[bool], scores: Sequence[float], weights: tuple[Fraction, Fraction] = (Fraction(1), Fraction(1))
) -> float:
    """`weights` are those of a different-author problem and of a same-author one."""
    finite = sorted({score for score in scores if math.isfinite(score)})
    best = max((right(truth, scores, one, weights) for one in finite), default=Fraction(-1))
    if right(truth, scores, math.inf, weights) > best:
        return math.inf
    return next(one for one in finite if right(truth, scores, one, weights) == best)


@given(answers)
def test_the_slow_way_finds_the_same_threshold(pairs: list[tuple[bool, float]]) -> None:
    truth, scores = zip(*pairs, strict=True)
    assert best_threshold(truth, scores) == slow_best_threshold(truth, scores)


@given(answers, st.randoms(use_true_random=False))
def test_each_choice_of_problems_has_its_own_and_no_other_score_matters(
    pairs: list[tuple[bool, float]], random: np.random.Generator
) -> None:
    truth, scores = (np.array(column) for column in zip(*pairs, strict=True))
    chosen = [np.array([i for i in range(len(pairs)) if random.random() < 0.5], np.int64) for _ in range(3)]
    for found, places in zip(best_thresholds(truth, scores, chosen), chosen, strict=True):
        same, different = int(truth[places].sum()), int((~truth[places]).sum())
        weights = Fraction(1), Fraction(1)
        if same and different:
            weights = Fraction(int((~truth).sum()), different), Fraction(int(truth.sum()), same)
        wanted = slow_best_threshold(truth[places].tolist(), scores[places].tolist(), weights)
        assert found == (wanted if len(places) else math.inf)


def test_thresholds_of_nothing_and_of_lists_that_do_not_fit() -> None:
    with pytest.raises(UndefinedMetric, match="without a single problem"):
        best_threshold([], [])
    with pytest.raises(ValueError, match="same length"):
        best_threshold([True], [0.5, 0.6])


def test_a_threshold_without_one_problem_does_not_lean_against_it() -> None:
    truth = np.arange(20) % 2 == 0
    rest = [np.delete(np.arange(20), place) for place in range(20)]
    assert best_thresholds(truth, np.full(20, 0.5), rest).tolist() == [0.5] * 20


def test_classes_weigh_as_among_all_problems() -> None:
    # 3 same and 1 different; without one of the same ones a same one counts 3 * 1, the different one 1 * 2
    truth, scores = np.array([True, True, True, False]), np.array([0.1, 0.9, 0.9, 0.5])
    # "same" from .1 on wins 3 + 3 - 2, from .9 on only 3
    assert best_thresholds(truth, scores, [np.array([0, 1, 3])]).tolist() == [0.1]
