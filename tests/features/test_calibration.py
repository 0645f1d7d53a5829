from __future__ import annotations

from random import Random
from time import process_time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import expit

from stylobench.errors import SpecError, SplitError, UndefinedMetric
from stylobench.features._two_thresholds import FIRST, GRID, SECOND, Banded
from stylobench.features.calibration import (
    CALIBRATORS,
    Balanced,
    Isotonic,
    Platt,
    Temperature,
    TwoThresholds,
    calibrator,
)
from stylobench.metrics.verification import MEASURES, measure
from stylobench.records import Booleans, Floats
from stylobench.seeds import generator

NAN = float("nan")


def mapped(scores: Floats, p1: float, p2: float) -> Floats:
    """The two-threshold map, score by score."""
    return np.array(
        [
            0.49 * s / p1 if s <= p1 else 0.51 + 0.49 * (s - p2) / (1 - p2) if s >= p2 else NAN
            for s in (min(max(s, 0.0), 1.0) for s in scores.tolist())
        ]
    )


def one_by_one(name: str, scores: Floats, truth: Booleans, places: list[int]) -> list[float]:
    """The measure at some pairs of thresholds, -inf where it is undefined."""
    values = []
    for place in places:
        try:
            answers = mapped(scores, float(GRID[FIRST[place]]), float(GRID[SECOND[place]]))
            values.append(measure(name)(truth, answers, None))
        except UndefinedMetric:
            values.append(-np.inf)
    return values


def drawn(trials: int, decimals: int, *names: str) -> tuple[Floats, Booleans]:
    rng = generator(0, "calibration", *names)
    truth = rng.random(trials) < 0.5
    return ((rng.random(trials) * 1.2 - 0.1 + 0.3 * truth) / 1.3).round(decimals), truth


def test_the_grid() -> None:
    pairs = [(i / 100, j / 100) for i in range(1, 99) for j in range(i + 1, 99)]
    assert len(pairs) == 4753
    assert list(zip(GRID[FIRST], GRID[SECOND], strict=True)) == pairs


def test_the_map_by_hand() -> None:
    found = TwoThresholds()
    found.p1, found.p2 = 0.2, 0.6
    given = [-0.3, 0.0, 0.1, 0.2, 0.21, 0.59, 0.6, 0.8, 1.0, 1.7, NAN]
    expected = [0.0, 0.0, 0.245, 0.49, NAN, NAN, 0.51, 0.755, 1.0, 1.0, NAN]
    assert found.transform(given) == pytest.approx(expected, nan_ok=True)


def test_the_smallest_of_equally_good_thresholds() -> None:
    # every p1 from .3 to .59 with every p2 above it up to .6 answers all four rightly
    found = TwoThresholds().fit([0.1, 0.3, 0.6, 0.9], [False, False, True, True])
    assert (found.p1, found.p2) == (0.3, 0.31)


def test_scores_on_the_grid_are_on_both_sides_as_defined() -> None:
    # .29 * 100 is not 29 in floating point; the lower threshold includes its score, and so does the higher one
    found = TwoThresholds("c_at_1").fit([0.29, 0.29, 0.57, 0.57], [False, False, True, True])
    assert (found.p1, found.p2) == (0.29, 0.3)


@pytest.mark.parametrize("name", MEASURES)
@pytest.mark.parametrize("decimals", [1, 2, 9])
def test_every_measure_at_every_kind_of_threshold(name: str, decimals: int) -> None:
    scores, truth = drawn(30, decimals, "every")
    places = generator(0, "places", name).choice(len(FIRST), 150, replace=False).tolist()
    ours = Banded(truth, np.clip(scores, 0, 1)).value(name)[places]
    assert np.where(np.isnan(ours), -np.inf, ours) == pytest.approx(one_by_one(name, scores, truth, places), abs=1e-12)


@pytest.mark.parametrize("name", ["overall_2020", "f1_answered"])
def test_the_best_of_all_one_by_one(name: str) -> None:
    scores, truth = drawn(25, 2, "best")
    values = np.array(one_by_one(name, scores, truth, list(range(len(FIRST)))))
    best = int(np.argmax(values.round(12)))
    found = TwoThresholds(name).fit(scores, truth)
    assert (found.p1, found.p2) == (GRID[FIRST[best]], GRID[SECOND[best]])


@given(st.lists(st.tuples(st.floats(-0.5, 1.5), st.booleans()), min_size=2, max_size=30), st.randoms())
@settings(max_examples=100, deadline=None)
def test_the_order_of_trials_changes_nothing(trials: list[tuple[float, bool]], random: Random) -> None:
    trials = [*trials, (0.2, False), (0.7, True)]
    turned = random.sample(trials, len(trials))
    first, second = (TwoThresholds("overall_2021").fit(*zip(*some, strict=True)) for some in (trials, turned))
    assert (first.p1, first.p2) == (second.p1, second.p2)


def test_trials_without_a_score_teach_nothing() -> None:
    scores, truth = drawn(40, 3, "silent")
    found = TwoThresholds().fit(np.append(scores, [NAN, NAN]), np.append(truth, [True, False]))
    expected = TwoThresholds().fit(scores, truth)
    assert (found.p1, found.p2) == (expected.p1, expected.p2)


def test_one_class_has_no_best_thresholds() -> None:
    with pytest.raises(UndefinedMetric, match=r"overall_2020 is undefined at every .* 2 same-author and 0 different"):
        TwoThresholds().fit([0.1, 0.2], [True, True])
    with pytest.raises(UndefinedMetric, match="0 same-author and 0 different-author scores"):
        TwoThresholds("c_at_1").fit([NAN], [True])


def test_an_unknown_objective_is_refused() -> None:
    with pytest.raises(SpecError, match="no measure named 'overal'; there are: auc, "):
        TwoThresholds("overal").fit([0.1, 0.9], [False, True])


@pytest.mark.parametrize(("trials", "most"), [(100, 0.005), (50_000, 0.3)])
def test_the_search_takes_milliseconds(trials: int, most: float) -> None:
    scores, truth = drawn(trials, 9, "fast")
    seconds = []
    for _ in range(5):
        began = process_time()
        TwoThresholds().fit(scores, truth)
        seconds.append(process_time() - began)
    assert min(seconds) < most


@pytest.mark.parametrize("name", CALIBRATORS)
def test_every_calibrator(name: str) -> None:
    scores, truth = drawn(200, 4, "all")
    found = calibrator(name).fit(np.append(scores, NAN), np.append(truth, True))
    answers = found.transform(np.append(scores, NAN))
    assert np.isnan(answers[-1])
    told = answers[~np.isnan(answers)]
    assert ((told >= 0) & (told <= 1)).all()
    order = np.argsort(scores)
    assert (np.diff(answers[order][~np.isnan(answers[order])]) >= 0).all()
    again = calibrator(name).fit(np.append(scores, NAN), np.append(truth, True)).transform(scores)
    assert again.tobytes() == answers[:-1].tobytes()


def test_an_unknown_calibration_is_refused() -> None:
    expected = "no calibration named 'plat'; there are: two_thresholds, platt, balanced, isotonic, temperature"
    with pytest.raises(SpecError, match=expected):
        calibrator("plat")


@pytest.mark.parametrize("kind", [Platt, Isotonic])
def test_one_class_cannot_be_calibrated(kind: type[Platt] | type[Isotonic]) -> None:
    with pytest.raises(SplitError, match="both classes; there are 2 same-author and 0 different-author"):
        kind().fit([0.2, 0.4, NAN], [True, True, False])


def test_platt_finds_the_curve_that_made_the_truth() -> None:
    rng = generator(0, "platt")
    scores = rng.normal(5, 2, 20_000)
    truth = rng.random(20_000) < expit(1.5 * (scores - 4))
    assert Platt().fit(scores, truth).transform([3, 4, 5]) == pytest.approx(expit([-1.5, 0, 1.5]), abs=0.02)


def test_platt_stays_short_of_certainty_on_separable_scores() -> None:
    # two trials of a class aim at 3/4 and 1/4
    answers = Platt().fit([0.1, 0.1, 0.9, 0.9], [False, False, True, True]).transform([0.1, 0.9])
    assert answers == pytest.approx([0.25, 0.75], abs=1e-6)


def test_platt_of_equal_scores_is_their_share() -> None:
    assert Platt().fit([0.3, 0.3], [True, False]).transform([0.3, 0.9]) == pytest.approx([0.5, 0.5])


@pytest.mark.parametrize("kind", [Platt, Balanced])
def test_a_level_curve_has_what_a_fitted_one_has(kind: type[Platt]) -> None:
    level, fitted = vars(kind.level()), vars(kind().fit([0.1, 0.4, 0.6, 0.9], [False, True, False, True]))
    assert {name: (type(value), np.shape(value)) for name, value in level.items()} == {
        name: (type(value), np.shape(value)) for name, value in fitted.items()
    }
    assert kind.level().transform([-3, 0.2]).tolist() == [0.5, 0.5]


def test_isotonic_pools_what_falls() -> None:
    found = Isotonic().fit([0.1, 0.2, 0.3, 0.4], [False, True, False, True])
    assert found.transform([0.0, 0.1, 0.15, 0.3, 2.0]) == pytest.approx([0.0, 0.0, 0.25, 0.5, 1.0])


def test_temperature_undoes_overconfidence() -> None:
    rng = generator(0, "temperature")
    honest = rng.normal(0, 1.5, 20_000)
    truth = rng.random(20_000) < expit(honest)
    found = Temperature().fit(expit(2.5 * honest), truth)
    assert found.temperature == pytest.approx(2.5, rel=0.05)


def test_temperature_takes_scores_of_0_and_1() -> None:
    answers = Temperature().fit([0.0, 1.0, 1.0], [False, True, False]).transform([0.0, 0.5, 1.0])
    assert answers == pytest.approx([1 / 3, 0.5, 2 / 3], abs=1e-6)


def test_temperature_needs_a_score() -> None:
    with pytest.raises(SplitError, match="no trial has a score"):
        Temperature().fit([NAN], [True])


def test_isotonic_clips_infinities() -> None:
    infinite = float("inf")
    fitted = Isotonic().fit([-infinite, 0.2, 0.4, infinite, NAN], [False, True, False, True, True])
    assert fitted.transform([-infinite, -9.0, 0.2, 0.4, 9.0, infinite]).tolist() == [0, 0, 0.5, 0.5, 1, 1]
    assert np.isnan(fitted.transform([NAN])).all()
    finite = Isotonic().fit([0.1, 0.2, 0.3, 0.4], [False, True, False, True])
    assert finite.transform([-infinite, infinite]).tolist() == [0, 1]
    assert Isotonic().fit([-infinite, infinite], [False, True]).transform([-infinite, infinite]).tolist() == [0, 1]


def test_a_balanced_curve_does_not_lean_towards_the_larger_class() -> None:
    scores, truth = [0.2, 0.4, 0.4, 0.4, 0.6], [False, False, False, True, True]
    twice = Balanced().fit(np.repeat(scores, [3, 3, 3, 1, 1]), np.repeat(truth, [3, 3, 3, 1, 1]))
    assert Platt().fit(scores, truth).transform([0.4]) < 0.45
    assert twice.transform([0.2, 0.6])[0] < 0.5 < twice.transform([0.2, 0.6])[1]


def test_useless_scores_left_out_one_by_one_get_the_same_answer_whatever_the_truth() -> None:
    truth = np.arange(20) % 2 == 0
    scores = np.full(20, 0.3)
    told = [
        Balanced().fit(np.delete(scores, place), np.delete(truth, place)).transform([0.3])[0] for place in range(20)
    ]
    assert told == pytest.approx([0.5] * 20, abs=1e-9)
    leaning = [Platt().fit(np.delete(scores, place), np.delete(truth, place)).transform([0.3])[0] for place in (0, 1)]
    assert leaning[0] < 0.5 < leaning[1]
