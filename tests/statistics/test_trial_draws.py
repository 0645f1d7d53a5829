"""Draws of authors, texts and problems: weights by hand, and intervals that keep their promise."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import expit

from stylobench.errors import SpecError, UndefinedMetric
from stylobench.metrics.verification import measure
from stylobench.records import Booleans, Floats
from stylobench.seeds import generator
from stylobench.statistics import trial_draws
from stylobench.statistics.trial_draws import (
    Units,
    draw_weights,
    interval,
    rarer_units,
    resampled_weights,
    table,
    values,
    weight_blocks,
)

SAME = np.array([True, True, False, False])
SCORES = np.array([0.9, 0.4, 0.6, np.nan])
UNITS = Units.authors(["ann", "bob", "ann", "cem"], ["ann", "bob", "bob", "ann"])


def test_a_trial_counts_by_the_product_of_its_distinct_authors() -> None:
    assert UNITS.count == 3
    assert UNITS.weights(np.array([2.0, 3.0, 0.0])).tolist() == [2, 3, 6, 0]


def test_known_texts_that_stand_together_are_one_unit() -> None:
    # 7, 8 and 9 are by one person, since 7 stands with both; so is the second questioned text
    units = Units.texts(np.array([7, 8, 9, 7, 4]), np.array([0, 2, 4, 5]), np.array([5, 8, 5]))
    assert (units.name, units.count) == ("text", 3)
    # 4, 5 and the three
    assert units.weights(np.array([2.0, 3.0, 5.0])).tolist() == [15, 5, 6]


def test_single_known_texts_are_not_joined_by_the_questioned_one() -> None:
    units = Units.texts(np.array([1, 2]), np.array([0, 1, 2]), np.array([2, 3]))
    assert units.codes.tolist() == [[0, 1], [1, 2]]


def test_more_known_texts_make_an_interval_of_texts_no_wider() -> None:
    rng, trials = generator(0, "texts"), 100
    same = np.arange(trials) % 2 == 0
    scores = expit(rng.normal(size=trials) + np.where(same, 1.2, 0.0))
    widths = []
    for known in (1, 5):
        texts, starts = np.arange(known * trials), np.arange(trials + 1) * known
        units = Units.texts(texts, starts, known * trials + np.arange(trials))
        low, high = interval(values("auc", same, scores, draw_weights(units, same, rng, 299)), units, share=True)
        assert low is not None
        assert high is not None
        widths.append(high - low)
    assert widths[1] == pytest.approx(widths[0], rel=0.15)


def test_problems_stand_alone() -> None:
    assert Units.problems(3).weights(np.array([0.0, 2.0, 1.0])).tolist() == [0, 2, 1]


def test_groups_of_any_size_do_not_hang_on_the_order_of_names() -> None:
    units = Units.groups("author", [("b",), ("a", "b", "c"), ("c", "c")])
    assert units.codes.tolist() == [[1, -1, -1], [0, 1, 2], [2, -1, -1]]


def test_the_first_row_is_the_data_and_no_draw_has_one_class() -> None:
    weights = draw_weights(UNITS, SAME, generator(0, "test"), 200)
    assert weights.shape == (201, 4)
    assert weights[0].tolist() == [1, 1, 1, 1]
    assert (weights[:, SAME].sum(axis=1) > 0).all()
    assert (weights[:, ~SAME].sum(axis=1) > 0).all()


def test_draws_are_authors_with_replacement() -> None:
    # ann once and bob twice: both same-author trials and their common one
    units = Units.authors([0, 1, 0], [0, 1, 1])
    weights = draw_weights(units, [True, True, False], generator(0, "test"), 500)
    assert {tuple(row) for row in weights[1:]} == {(1.0, 1.0, 1.0)}


def test_one_class_in_the_data_is_no_reason_to_draw_again() -> None:
    assert len(draw_weights(Units.problems(3), [True, True, True], generator(0, "test"), 10)) == 11


def test_units_that_never_give_both_classes() -> None:
    units = Units("author", np.array([[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], [10, 11, 12, 13, 14, 15, 16, 17, 18, 19]]))
    with pytest.raises(UndefinedMetric, match="20 authors are too few to be drawn with both classes"):
        draw_weights(units, [True, False], generator(0, "test"), 5)


def test_blocks_do_not_change_a_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = draw_weights(UNITS, SAME, generator(3, "test"), 50)
    monkeypatch.setattr(trial_draws, "BLOCK", 12)
    blocks = list(weight_blocks(UNITS, SAME, generator(3, "test"), 50))
    assert [len(block) for block in blocks] == [3] * 17
    assert np.array_equal(np.concatenate(blocks), whole)
    assert np.array_equal(
        values("auc", SAME, SCORES, whole), np.concatenate([values("auc", SAME, SCORES, b) for b in blocks])
    )


@pytest.mark.parametrize("name", ["auc", "c_at_1", "f_05_u", "brier", "overall_2021"])
def test_values_are_the_measure_in_every_draw(name: str) -> None:
    weights = draw_weights(UNITS, SAME, generator(1, "test"), 60)
    found = values(name, SAME, SCORES, weights)
    for row, value in zip(weights, found, strict=True):
        if np.isnan(value):
            with pytest.raises(UndefinedMetric):
                measure(name)(SAME, SCORES, row)
        else:
            assert value == pytest.approx(measure(name)(SAME, SCORES, row))


def test_auc_within_folds_by_hand() -> None:
    # fold 0: .9 against .6 is right; fold 1: .4 against silence (.5) is wrong
    found = values("auc", SAME, SCORES, np.array([[1.0, 1, 1, 1], [3, 1, 1, 1]]), np.array([0, 1, 0, 1]))
    assert found.tolist() == [0.5, 0.75]


def test_counts_are_pooled_over_folds() -> None:
    weights = np.ones((1, 4))
    assert values("c_at_1", SAME, SCORES, weights, np.arange(4)) == values("c_at_1", SAME, SCORES, weights)


def test_an_unknown_measure() -> None:
    with pytest.raises(SpecError, match="no measure named 'auk'"):
        values("auk", SAME, SCORES, np.ones((1, 4)))


def test_a_table_is_every_measure_of_every_system_in_the_same_draws() -> None:
    weights = draw_weights(UNITS, SAME, generator(2, "test"), 40)
    found = table(["auc", "c_at_1"], SAME, [SCORES, SCORES[::-1].copy()], np.array_split(weights, 3))
    assert found.shape == (2, 2, 41)
    assert np.array_equal(found[1, 0], values("auc", SAME, SCORES[::-1], weights), equal_nan=True)


def test_an_interval_of_a_share_stays_inside() -> None:
    drawn = np.concatenate([[0.98], np.linspace(0.9, 1, 999)])
    low, high = interval(drawn, 20, share=True)
    plain_low, plain_high = interval(drawn, 20)
    assert low is not None
    assert plain_low is not None
    assert high is not None
    assert plain_high is not None
    assert low < plain_low < 0.98 < high < 1 < plain_high


def test_perfection_over_few_units_is_not_certainty() -> None:
    assert interval(np.ones(100), 10, share=True) == pytest.approx((0.025 ** (1 / 10), 1.0))
    assert interval(np.zeros(100), 10, share=True) == pytest.approx((0.0, 1 - 0.025 ** (1 / 10)))


def test_the_rarer_class_says_how_much_is_known() -> None:
    assert interval(np.ones(100), 50, share=True, rarer=10) == interval(np.ones(100), 10, share=True)
    drawn = np.concatenate([[0.7], np.linspace(0.6, 0.8, 99)])
    low, high = interval(drawn, 50, rarer=5)
    wide_low, wide_high = interval(drawn, 50)
    assert low is not None
    assert high is not None
    assert wide_low is not None
    assert wide_high is not None
    # t at .975 with 4 and with 49 degrees of freedom
    assert (high - low) / (wide_high - wide_low) == pytest.approx(2.7764 / 2.0096, rel=1e-4)
    assert interval(drawn, 50, rarer=2) == (None, None)


def test_units_of_the_rarer_class() -> None:
    # ann and bob stand in same-author trials, ann, bob and cem in the others
    assert rarer_units(UNITS, SAME) == 2
    assert rarer_units(UNITS, ~SAME) == 2
    assert rarer_units(UNITS, [True, True, True, True]) == 3
    assert rarer_units(Units.problems(5), [True, False, False, False, False]) == 1


def test_no_spread_is_no_interval_of_a_share() -> None:
    assert interval(np.full(100, 0.5), 20, share=True) == (None, None)
    assert interval(np.full(100, 0.3) + np.arange(100) * 1e-17, 20, share=True) == (None, None)
    assert interval(np.zeros(100), 20) == (0, 0)


def test_too_little_for_an_interval() -> None:
    assert interval(np.ones(1), 20, share=True) == (None, None)
    assert interval(np.ones(1), 20) == (None, None)
    assert interval(np.linspace(0, 1, 100), 2) == (None, None)
    assert interval(np.full(100, np.nan), UNITS) == (None, None)
    assert interval(np.concatenate([[0.5], np.full(99, np.nan)]), UNITS) == (None, None)


def world(authors: int, rng: np.random.Generator, shift: float) -> tuple[Units, Booleans, Floats]:
    """Trials whose scores hang on both authors; as many of one author as of two."""
    first, second = (np.repeat(side, 2) for side in np.triu_indices(authors, 1))
    some = rng.permutation(len(first))[: 4 * authors]
    left, right = (np.concatenate([np.repeat(np.arange(authors), 4), side[some]]) for side in (first, second))
    effect, same = rng.normal(size=authors) * EFFECT, left == right
    signal = np.where(same, shift + effect[left] * np.sqrt(2), effect[left] + effect[right])
    return Units.authors(left, right), same, expit(signal + rng.normal(size=len(left)) - shift / 2)


EFFECT = 0.7
# Over all authors: both classes are normal with variance 1 + 2 EFFECT^2 around 0 and around the shift.
SPREAD = np.sqrt(1 + 2 * EFFECT**2)


@pytest.mark.parametrize(("authors", "shift"), [(10, 1.5), (30, 1.5), (10, 4.0), (30, 4.0)])
def test_intervals_cover_at_least_as_often_as_they_say(authors: int, shift: float) -> None:
    from scipy.stats import norm

    expected = {"auc": norm.cdf(shift / SPREAD / np.sqrt(2)), "c_at_1": norm.cdf(shift / SPREAD / 2)}
    rng, worlds = generator(1, "coverage", str(authors), str(shift)), 150
    covered = dict.fromkeys(expected, 0)
    for _ in range(worlds):
        units, same, scores = world(authors, rng, shift)
        weights = draw_weights(units, same, rng, 99)
        for name, target in expected.items():
            low, high = interval(values(name, same, scores, weights), units, share=True)
            assert low is not None
            assert high is not None
            covered[name] += low <= target <= high
    # product weights are on the careful side; 150 draws of a 95% event fall below 135 in 1 of 250 cases
    assert min(covered.values()) >= 135


def test_draws_of_one_class_are_drawn_again_and_counted() -> None:
    units = Units.authors(["a", "b", "c"], ["a", "b", "c"])
    redrawn: list[int] = []
    truth = [True, False, False]
    rows = np.concatenate(list(weight_blocks(units, truth, generator(0, "again"), 200, redrawn)))
    assert len(redrawn) == 200
    # a draw of three that lacks the one same-author trial, or both others: (8 + 1)/27
    assert 0.23 < sum(redrawn) / (200 + sum(redrawn)) < 0.44
    assert all(row[0] > 0 and row[1:].any() for row in rows)


def test_resampled_weights_are_products_of_how_often_units_were_drawn() -> None:
    """Of three units as many are drawn: a trial by one counts as often as that, a trial by two by the product."""
    units = Units("author", np.array([[0, -1], [1, -1], [2, -1], [0, 1]]))
    weights = resampled_weights(units, np.random.default_rng(0), 500)
    assert weights.shape == (501, 4)
    assert weights[0].tolist() == [1, 1, 1, 1]
    assert (weights[:, :3].sum(axis=1) == 3).all()
    assert (weights[:, 3] == weights[:, 0] * weights[:, 1]).all()
    assert abs(weights[1:, 0].mean() - 1) < 0.15
    # Var of a multinomial count with 3 draws over 3 units: 3 * 1/3 * 2/3
    assert abs(weights[1:, 0].var() - 2 / 3) < 0.15
