"""Methods that give back what share of same-author problems they learnt from, in folds of every kind."""

from __future__ import annotations

import numpy as np
import pytest

from stylobench.protocols.attack_constant import repeats_training
from stylobench.protocols.attack_ground import Attacked
from stylobench.protocols.attack_judged import Judged, Judging
from stylobench.records import Floats, Rows
from stylobench.statistics.trial_draws import Units

TRUTH = np.array([True, True, False, True, False, False, True, False, True])
ALONE, MIXED = np.arange(9), np.arange(9) // 3
# two folds of one kind and one of both
PURE = np.where(np.isin(np.arange(9), [4, 6]), 2, np.where(TRUTH, 0, 1))


def ground(fold: Rows, scores: Floats) -> Attacked:
    return Attacked(
        name="hand", digest="hand", ids=tuple(f"p{n}" for n in range(9)), truth=TRUTH, units=Units.problems(9),
        fold=fold, trained=tuple(np.flatnonzero(fold != number) for number in range(fold.max() + 1)),
        before={"m": scores}, after={}, rewritten={},
    )  # fmt: skip


def prior(fold: Rows) -> Floats:
    return np.array([TRUTH[fold != here].mean() for here in fold])


@pytest.mark.parametrize("fold", [ALONE, MIXED, PURE], ids=["alone", "mixed", "pure"])
def test_a_prior_is_told_from_what_knows_something(fold: Rows) -> None:
    right = TRUTH.astype(float)
    for scores, told in ((prior(fold), True), (prior(fold).round(), True), (right, False), (0.5 * right, False)):
        assert repeats_training(ground(fold, scores), scores) == told
        assert Judged(ground(fold, scores), Judging(draws=99)).constant("m") == told


def test_one_score_or_silence_is_constant_and_any_difference_within_a_mixed_fold_is_not() -> None:
    for scores in (np.full(9, 0.3), np.full(9, np.nan), np.where(ALONE < 3, np.nan, 0.3)):
        assert repeats_training(ground(MIXED, scores), scores)
    scores = prior(MIXED)
    scores[0] += 0.01
    assert not repeats_training(ground(MIXED, scores), scores)


def test_a_method_of_two_answers_may_tie_in_the_one_mixed_fold() -> None:
    scores = TRUTH.astype(float)
    scores[4] = 1
    assert not repeats_training(ground(PURE, scores), scores)
