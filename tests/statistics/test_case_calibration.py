"""A score is worth what it is worth under its conditions: worlds whose truth is known, and examples worked by hand."""

from __future__ import annotations

from functools import cache
from itertools import product
from statistics import NormalDist

import numpy as np
import pytest

from stylobench.statistics.case_calibration import FAR, FEWEST, MOST_BEYOND, CaseCalibration, _hats

# In these worlds a stranger's score is normal with spread 1 around a mean that rises with the number of known texts and
# with the length; the author's own lies 1.5 higher. Scores are shown through a logistic curve.
CELLS = np.array([(known, words, words) for known, words in product((1, 2, 3, 4, 6, 8), (125, 250, 500, 1000))], float)
APART, EACH, WORLDS = 1.5, 20, 16
NORMAL = NormalDist()


def strangers_mean(conditions: np.ndarray) -> np.ndarray:
    return np.asarray(0.4 * np.log2(conditions[:, 0]) + 0.3 * np.log2(conditions[:, 1] / 125))


def shown(value: np.ndarray | float) -> np.ndarray:
    return np.atleast_1d(1 / (1 + np.exp(-np.asarray(value))))


@cache
def calibrated(seed: int, odd: float = 0.0) -> CaseCalibration:
    """From 20 problems of each class in each cell: 960, about as many as `fit` draws. A share of them has odd texts,
    which are unlike anybody's: strangers score 6 spreads lower there, and the author 6 higher.
    """
    conditions, same = np.tile(np.repeat(CELLS, EACH, axis=0), (2, 1)), np.repeat([False, True], EACH * len(CELLS))
    rng = np.random.default_rng(seed)
    noise = rng.standard_normal(len(same)) + np.where(same, 6, -6) * (rng.random(len(same)) < odd)
    found = CaseCalibration.of(shown(strangers_mean(conditions) + APART * same + noise), same, conditions)
    assert found is not None
    return found


def new_ones_beyond(found: CaseCalibration, kind: bool, cell: np.ndarray, odd: float = 0.0) -> float:
    """The share of all new problems of a class, in one cell, of which no more than MOST_BEYOND are said to lie beyond:
    the score where that begins is found by halving, how many lie behind it is known of the normal curve.
    """
    share = found.same_below if kind else found.strangers_above
    inside, outside = (5.0, -5.0) if kind else (-3.0, 7.0)
    for _ in range(13):
        middle = (inside + outside) / 2
        if share(shown(middle), cell[None, :])[0] <= MOST_BEYOND:
            outside = middle
        else:
            inside = middle
    mean = float(strangers_mean(cell[None, :])[0])
    return (1 - odd) * (NORMAL.cdf(outside - mean - APART) if kind else 1 - NORMAL.cdf(outside - mean))


@pytest.mark.parametrize("kind", [False, True], ids=["strangers", "same author"])
def test_as_many_new_ones_lie_beyond_as_is_said_in_every_cell(kind: bool) -> None:
    found = np.array([[new_ones_beyond(calibrated(seed), kind, cell) for cell in CELLS] for seed in range(WORLDS)])
    # each world is an independent try, so that their spread says how far a mean of 16 may be off
    errors = found.std(axis=0, ddof=1) / np.sqrt(WORLDS)
    assert (np.abs(found.mean(axis=0) - MOST_BEYOND) <= 4 * errors).all()
    assert abs(found.mean() - MOST_BEYOND) <= 0.01


@pytest.mark.parametrize("kind", [False, True], ids=["strangers", "same author"])
def test_odd_texts_on_the_far_side_do_not_make_it_cautious(kind: bool) -> None:
    """Texts that score low beside anybody widen the class of strangers, but not on the side that a line is drawn on."""
    found = [
        new_ones_beyond(calibrated(seed, 0.1), kind, cell, 0.1) for seed in range(WORLDS) for cell in CELLS[[0, 9, 23]]
    ]
    assert float(np.mean(found)) == pytest.approx(MOST_BEYOND, abs=0.01)


def test_one_threshold_for_all_would_take_many_strangers_for_the_author() -> None:
    """What the calibration is for: the same worlds with a threshold that 10% of all strangers pass."""
    means = strangers_mean(CELLS)
    low, high = -3.0, 7.0
    for _ in range(40):
        middle = (low + high) / 2
        passed = np.mean([1 - NORMAL.cdf(middle - mean) for mean in means])
        low, high = (low, middle) if passed <= MOST_BEYOND else (middle, high)
    passed = [1 - NORMAL.cdf(high - mean) for mean in means]
    assert min(passed) < 0.01
    assert max(passed) > 0.25


def test_evidence_is_nought_midway_between_the_classes_in_every_cell() -> None:
    middle = shown(strangers_mean(CELLS) + APART / 2)
    found = np.mean([calibrated(seed).evidence(middle, CELLS) for seed in range(WORLDS)], axis=0)
    assert np.abs(found).max() < 0.25


def test_evidence_is_the_log_odds_of_two_normal_classes() -> None:
    """Classes with spread 1 whose means lie 1.5 apart have log odds of 1.5 x 1.5 / 2 at the author's mean."""
    own = shown(strangers_mean(CELLS) + APART)
    found = np.mean([calibrated(seed).evidence(own, CELLS) for seed in range(WORLDS)])
    assert found == pytest.approx(APART**2 / 2, rel=0.15)


@pytest.mark.parametrize("conditions", [(1, 125, 125), (8, 1000, 1000), (5, 300, 800), (1, 60, 4000), (40, 20, 20)])
def test_evidence_never_falls_and_shares_beyond_never_turn_as_the_score_rises(
    conditions: tuple[float, float, float],
) -> None:
    scores = np.linspace(-0.1, 1.1, 200)
    cases = np.tile(np.array([conditions], float), (200, 1))
    for seed in range(3):
        found = calibrated(seed)
        assert (np.diff(found.evidence(scores, cases)) >= 0).all()
        assert (np.diff(found.strangers_above(scores, cases)) <= 0).all()
        assert (np.diff(found.same_below(scores, cases)) >= 0).all()


def one_condition(strangers: list[float], same: list[float]) -> CaseCalibration:
    truth = np.repeat([False, True], [len(strangers), len(same)])
    found = CaseCalibration.of(np.array([*strangers, *same], float), truth, np.full((len(truth), 3), 250.0))
    assert found is not None
    return found


CASE = np.full((1, 3), 250.0)
TEN, TWENTY = [float(n) for n in range(10)], [float(n) for n in range(10, 20)]


def test_evidence_does_not_fall_where_the_author_scores_below_strangers() -> None:
    upside_down = one_condition(TWENTY, TEN)
    assert (np.diff(upside_down.evidence(np.linspace(-1, 21, 50), np.repeat(CASE, 50, axis=0))) >= 0).all()


def share_by_hand(off: list[float], place: int | None, standing: float) -> float:
    """How many of ten strangers, which lie so far off their mean, score as high as a case that lies so far off it.

    Each lies off the mean of the nine others by 10/9 as much; what is nearer to the case counts. In units of their
    spread (the root of the mean square, of all or of those above the mean, whichever is less) each is a normal curve of
    width 1/2 around its place, and all are drawn together by the root of 1 + 1/4; but
    the one in `place`, which has the very score of the case, counts wholly or not at all.
    """
    width = min(
        float(np.sqrt(np.mean([(one * 10 / 9) ** 2 for one in some])))
        for some in (off, [one for one in off if one > 0])
    )
    counted = []
    for number, one in enumerate(off):
        rest = max(one, one * 10 / 9) / width
        if number == place:
            counted.append(float(rest >= standing / width - 1e-9))
        else:
            counted.append(NORMAL.cdf((rest / 1.25**0.5 - standing / width) / (0.5 / 1.25**0.5)))
    return sum(counted) / len(counted)


def test_shares_beyond_are_those_of_a_hand_worked_example() -> None:
    """Strangers score 0 to 9, the author 10 to 19, all under one condition. On the normal scale the score n lies at the
    quantile (n + 1) / 21. The author's case is that of strangers upside down.
    """
    found = one_condition(TEN, TWENTY)
    quantile = [NORMAL.inv_cdf((n + 1) / 21) for n in range(20)]
    strangers, same = float(np.mean(quantile[:10])), float(np.mean(quantile[10:]))
    for n in range(20):
        above = share_by_hand(
            [one - strangers for one in quantile[:10]], n if n < 10 else None, quantile[n] - strangers
        )
        assert found.strangers_above(np.array([n]), CASE)[0] == pytest.approx(above, abs=1e-6)
        below = share_by_hand([same - one for one in quantile[10:]], n - 10 if n > 9 else None, same - quantile[n])
        assert found.same_below(np.array([n]), CASE)[0] == pytest.approx(below, abs=1e-6)
    # the upper side of strangers is as wide as a normal curve: 1.85 of its spreads above the mean lie 3.2%
    assert found.strangers_above(np.array([10.5]), CASE)[0] == pytest.approx(0.032, abs=0.01)
    assert found.strangers_above(np.array([19.0]), CASE)[0] < 1e-4
    assert found.evidence(np.array([9.5]), CASE)[0] == pytest.approx(0, abs=1e-9)


def test_problems_with_the_very_score_of_the_case_count_wholly() -> None:
    """Three of twenty strangers have the highest score that there is: 15% score as high as it, not half of them."""
    found = one_condition([*(n / 20 for n in range(17)), 1.0, 1.0, 1.0], [0.5, *[1.0] * 19])
    assert found.strangers_above(np.array([1.0]), CASE)[0] >= 0.15
    assert found.strangers_above(np.array([1.0]), CASE)[0] < 0.2


def test_problems_count_the_more_the_nearer_their_conditions() -> None:
    conditions = np.tile([[1.0, 250.0, 250.0], [2.0, 250.0, 250.0], [1.0, 500.0, 500.0], [4.0, 250.0, 1000.0]], (6, 1))
    found = CaseCalibration.of(np.arange(24.0), np.arange(24) >= 12, conditions)
    assert found is not None
    weights, further = found.beyond(False, 5.0, np.array([[1.0, 250.0, 250.0]]))
    # squares of doublings apart over .7 in number, .7 in mean length, .35 in inequality: 1 / .49, 1 / .49, and
    # 4 / .49 + 1 / .49 + 4 / .1225
    expected = [np.exp(-off / 2) + FAR for off in (0, 1 / 0.49, 1 / 0.49, 5 / 0.49 + 4 / 0.1225)] * 3
    assert weights.tolist() == pytest.approx([*expected, *[0] * 12])
    assert not further[12:].any()
    weights, further = found.beyond(True, 5.0, np.array([[1.0, 250.0, 250.0]]))
    assert weights.tolist() == pytest.approx([*[0] * 12, *expected])
    assert not further[:12].any()


def test_a_share_is_that_of_the_weights_beyond() -> None:
    found, cell = calibrated(0), CELLS[5:6]
    for kind, share in ((False, found.strangers_above), (True, found.same_below)):
        weights, further = found.beyond(kind, 0.6, cell)
        assert 0 < further.sum() < EACH * len(CELLS)
        assert share(np.array([0.6]), cell)[0] == pytest.approx(np.dot(weights, further) / weights.sum())


def test_equal_scores_of_all_problems_tell_nobody_apart() -> None:
    found = one_condition([0.5] * 10, [0.5] * 10)
    assert found.strangers_above(np.array([0.4, 0.5, 0.6]), np.repeat(CASE, 3, axis=0)).tolist() == pytest.approx(
        [1, 1, 0]
    )
    assert found.same_below(np.array([0.4, 0.5, 0.6]), np.repeat(CASE, 3, axis=0)).tolist() == pytest.approx([0, 1, 1])
    assert found.evidence(np.array([0.5]), CASE)[0] == pytest.approx(0, abs=1e-6)


def test_strangers_with_an_equal_score_score_as_high() -> None:
    """Of 100 strangers 92 score 0 and 8 score 1: all of them score 0 or more."""
    found = one_condition([0.0] * 92 + [1.0] * 8, [1.0] * 100)
    assert found.strangers_above(np.array([1.0]), CASE)[0] == pytest.approx(0.08)
    assert found.strangers_above(np.array([0.0]), CASE)[0] == pytest.approx(1)


def test_authors_with_an_equal_score_score_as_low() -> None:
    found = one_condition([0.0] * 100, [0.0] * 8 + [1.0] * 92)
    assert found.same_below(np.array([0.0]), CASE)[0] == pytest.approx(0.08)
    assert found.same_below(np.array([1.0]), CASE)[0] == pytest.approx(1)


def test_only_the_order_of_scores_counts() -> None:
    stretched = [np.exp(score) for score in TEN], [np.exp(score) for score in TWENTY]
    plain, other = one_condition(TEN, TWENTY), one_condition(*stretched)
    for score in (0.0, 7.0, 9.0, 15.0):
        assert plain.evidence(np.array([score]), CASE) == pytest.approx(other.evidence(np.exp([score]), CASE))
        assert plain.strangers_above(np.array([score]), CASE) == other.strangers_above(np.exp([score]), CASE)


def test_fewer_than_ten_problems_with_a_score_in_a_class_calibrate_nothing() -> None:
    assert FEWEST == 10
    same = np.repeat([False, True], 10)
    scores = np.arange(20.0)
    assert CaseCalibration.of(scores, same, np.full((20, 3), 250.0)) is not None
    for silent in (0, 19):
        given = scores.copy()
        given[silent] = np.nan
        assert CaseCalibration.of(given, same, np.full((20, 3), 250.0)) is None
    assert CaseCalibration.of(np.zeros(0), np.zeros(0, bool), np.zeros((0, 3))) is None


def test_problems_without_a_score_are_left_out() -> None:
    same, conditions = np.repeat([False, True], 12), np.full((24, 3), 250.0)
    scores = np.r_[np.nan, np.nan, TEN, np.nan, TWENTY, np.nan]
    found = CaseCalibration.of(scores, same, conditions)
    assert found is not None
    weights, _ = found.beyond(False, 3.0, CASE)
    assert len(weights) == 20
    plain = one_condition(TEN, TWENTY)
    assert found.strangers_above(np.array([8.0]), CASE) == plain.strangers_above(np.array([8.0]), CASE)


def test_hats_share_a_value_between_the_knots_beside_it() -> None:
    values, knots = np.array([0.0, 1.0, 1.25, 2.0, 3.0, 9.0]), np.array([1.0, 2.0, 4.0])
    assert _hats(values, knots).tolist() == [
        [1, 0, 0], [1, 0, 0], [0.75, 0.25, 0], [0, 1, 0], [0, 0.5, 0.5], [0, 0, 1],
    ]  # fmt: skip
    assert _hats(np.array([3.0, 5.0]), np.array([4.0])).tolist() == [[1], [1]]
