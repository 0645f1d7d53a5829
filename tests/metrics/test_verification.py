"""Measures of verification, by hand, against plain loops and against scikit-learn."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from stylobench.errors import SpecError, StylobenchError, UndefinedMetric
from stylobench.metrics import verification
from stylobench.metrics.verification import MEASURES, measure
from stylobench.metrics.weighed_trials import WeighedTrials

nan = math.nan
# TP FN silent | FP TN silent TN
TRUTH = [True, True, True, False, False, False, False]
SCORES = [0.9, 0.2, nan, 0.7, 0.1, nan, 0.4]
BY_HAND = {
    # pairs 3 x 4: .9 beats 4; .2 beats .1; silence (.5) beats .1 and .4 and ties with silence
    "auc": 7.5 / 12,
    "c_at_1": (3 + 2 * 3 / 7) / 7,
    "f_05_u": 1.25 / (1.25 + 0.25 * (1 + 2) + 1),
    "f_05_u_2020_legacy": 2.5 / (2.5 + 0.25 + 2),
    "f1_answered": 2 / 4,
    "f1_all": 2 / 5,
    "brier": 1 - (0.01 + 0.64 + 0.25 + 0.49 + 0.01 + 0.25 + 0.16) / 7,
    "accuracy": 3 / 7,
    "precision": 1 / 2,
    "recall": 1 / 3,
    "precision_2013": 3 / 5,
    "f1_2013": 2 * (3 / 5) * (3 / 7) / (3 / 5 + 3 / 7),
}
BY_HAND["final_2014"] = BY_HAND["auc"] * BY_HAND["c_at_1"]
FOUR = [BY_HAND[name] for name in ("auc", "c_at_1", "f_05_u", "f1_answered")]
BY_HAND["overall_2020"] = sum(FOUR) / 4
BY_HAND["overall_2021"] = (sum(FOUR) + BY_HAND["brier"]) / 5
BY_HAND["overall_2025"] = (sum(FOUR[:3]) + BY_HAND["f1_all"] + BY_HAND["brier"]) / 5

scores = st.sampled_from([0.0, 0.1, 0.3, 0.5, 0.6, 0.9, 1.0, nan])
trials = st.lists(st.tuples(st.booleans(), scores, st.integers(0, 3)), min_size=1, max_size=30)


@pytest.mark.parametrize("name", MEASURES)
def test_by_hand(name: str) -> None:
    assert measure(name)(TRUTH, SCORES, None) == pytest.approx(BY_HAND[name], abs=1e-12)


def plain_auc(truth: list[bool], said: list[float]) -> float:
    filled = [0.5 if math.isnan(score) else score for score in said]
    pairs = [(a, b) for a, x in zip(filled, truth, strict=True) for b, y in zip(filled, truth, strict=True) if x > y]
    return sum((a > b) + (a == b) / 2 for a, b in pairs) / len(pairs)


def plain(truth: list[bool], said: list[float]) -> dict[str, float]:
    """Every other measure, counted one trial at a time."""
    tp = fp = fn = right = silent = missed = 0
    for same, score in zip(truth, said, strict=True):
        if math.isnan(score):
            silent += 1
            missed += same
        elif score >= 0.5:
            tp, fp, right = tp + same, fp + (not same), right + same
        else:
            fn, right = fn + same, right + (not same)
    n = len(truth)
    found = {"c_at_1": (right + silent * right / n) / n, "accuracy": right / n, "f1_2013": 2 * right / (2 * n - silent)}
    ratios = {
        "f_05_u": (1.25 * tp, 1.25 * tp + 0.25 * (fn + silent) + fp),
        "f1_answered": (2 * tp, 2 * tp + fp + fn),
        "f1_all": (2 * tp, 2 * tp + fp + fn + missed),
        "precision_2013": (right, n - silent),
        "precision": (tp, tp + fp),
        "recall": (tp, tp + fn + missed),
    }
    return found | {name: part / whole for name, (part, whole) in ratios.items() if whole}


def repeated(cases: list[tuple[bool, float, int]]) -> tuple[list[bool], list[float]]:
    every = [(same, score) for same, score, times in cases for _ in range(times)]
    return [same for same, _ in every], [score for _, score in every]


@given(trials)
def test_like_a_plain_count(cases: list[tuple[bool, float, int]]) -> None:
    truth, said = [same for same, *_ in cases], [score for _, score, _ in cases]
    expected = plain(truth, said)
    ratios = "f_05_u", "f1_answered", "f1_all", "precision_2013", "precision", "recall"
    for name in ("c_at_1", "accuracy", "f1_2013", *ratios):
        if name in expected:
            assert measure(name)(truth, said, None) == pytest.approx(expected[name], abs=1e-12)
        else:
            with pytest.raises(UndefinedMetric, match=name):
                measure(name)(truth, said, None)


@given(trials)
def test_whole_weights_are_repeated_trials(cases: list[tuple[bool, float, int]]) -> None:
    truth, said = repeated(cases)
    weighted = [same for same, *_ in cases], [score for _, score, _ in cases], [times for *_, times in cases]
    for name in MEASURES:
        try:
            expected = measure(name)(truth, said, None)
        except UndefinedMetric:
            with pytest.raises(UndefinedMetric):
                measure(name)(*weighted)
            continue
        assert measure(name)(*weighted) == pytest.approx(expected, abs=1e-12)


@given(st.lists(st.tuples(st.booleans(), st.floats(0, 1), st.floats(0.1, 9)), min_size=2, max_size=40))
def test_auc_like_scikit_learn(cases: list[tuple[bool, float, float]]) -> None:
    truth, said, weights = (list(column) for column in zip(*cases, strict=True))
    if len(set(truth)) == 2:
        expected = roc_auc_score(truth, said, sample_weight=weights)
        assert verification.auc(truth, said, weights) == pytest.approx(expected, abs=1e-9)


@given(trials, st.lists(st.integers(0, 2), min_size=30, max_size=30))
def test_folds_compare_only_within(cases: list[tuple[bool, float, int]], codes: list[int]) -> None:
    truth, said = np.array([same for same, *_ in cases]), np.array([score for _, score, _ in cases])
    folds = np.array(codes[: len(cases)])
    filled = np.nan_to_num(said, nan=0.5)
    pairs = [
        (filled[i], filled[j]) for i in np.flatnonzero(truth) for j in np.flatnonzero(~truth) if folds[i] == folds[j]
    ]
    found = WeighedTrials(truth, said, np.ones((1, len(truth))), folds).value("auc")[0]
    if pairs:
        assert found == pytest.approx(np.mean([(a > b) + (a == b) / 2 for a, b in pairs]))
    else:
        assert np.isnan(found)


def test_auc_by_counting_pairs() -> None:
    assert verification.auc(TRUTH, SCORES) == pytest.approx(plain_auc(TRUTH, SCORES))


def test_half_is_an_answer_and_says_same() -> None:
    assert verification.accuracy([True, False], [0.5, 0.5]) == 0.5
    assert verification.c_at_1([True], [0.5]) == 1
    assert verification.f_05_u([True], [0.5]) == 1


def test_silence_is_not_half() -> None:
    assert verification.accuracy([True], [nan]) == 0
    assert verification.c_at_1([True, True], [0.9, nan]) == 0.75
    with pytest.raises(UndefinedMetric):
        verification.f1_answered([True], [nan])


def test_silence_says_same_only_in_the_table_of_2020() -> None:
    assert verification.f_05_u_2020_legacy([True, False], [nan, 0.1]) == 1
    assert verification.f_05_u([True, False], [nan, 0.1]) == 0


def test_silence_on_everything() -> None:
    truth, said = [True, False], [nan, nan]
    assert verification.auc(truth, said) == 0.5
    assert verification.brier(truth, said) == 0.75
    assert verification.c_at_1(truth, said) == 0
    assert verification.f1_2013(truth, said) == 0
    assert verification.f1_all(truth, said) == 0


@pytest.mark.parametrize(
    ("name", "truth", "said", "reason"),
    [
        ("auc", [True, True], [0.1, 0.2], "auc is undefined: it needs trials of both classes"),
        ("final_2014", [True, True], [0.1, 0.2], "final_2014 is undefined: auc is, for it needs trials of both"),
        ("overall_2021", [True, False], [nan, 0.1], "overall_2021 is undefined: f1_answered is"),
        ("f_05_u", [False], [0.1], "no trial is same-author"),
        ("precision_2013", [True], [nan], "no trial was answered"),
        ("brier", [], [], "there is no trial to measure"),
    ],
)
def test_undefined_says_why(name: str, truth: list[bool], said: list[float], reason: str) -> None:
    with pytest.raises(UndefinedMetric, match=reason):
        measure(name)(truth, said, None)


def test_no_weight_is_no_trial() -> None:
    with pytest.raises(UndefinedMetric, match="no trial to measure"):
        verification.brier([True], [0.5], [0])


@pytest.mark.parametrize(
    ("truth", "said", "weights", "line"),
    [
        ([True], [0.1, 0.2], None, r"truth has shape \(1,\) and scores \(2,\)"),
        ([True, False], [0.1, 1.2], None, r"score 1.2 of trial 1 is not in \[0, 1\]"),
        ([True], [-0.1], None, r"score -0.1 of trial 0"),
        ([True], [math.inf], None, "score inf of trial 0"),
        ([True], ["yes"], None, "something else than numbers"),
        ([nan], [0.1], None, "something else than true and false"),
        (["Y"], [0.1], None, "something else than true and false"),
        ([True], [0.1], [-1], "none of them negative"),
        ([True], [0.1], [nan], "finite"),
        ([True], [0.1], [1, 1], "weights must be 1 finite"),
    ],
)
def test_what_cannot_be_meant(truth: list[bool], said: list[float], weights: list[float] | None, line: str) -> None:
    with pytest.raises(StylobenchError, match=line) as caught:
        verification.c_at_1(truth, said, weights)
    assert "\n" not in str(caught.value)


def test_ones_and_zeros_are_true_and_false() -> None:
    assert verification.accuracy([1, 0], [0.9, 0.1]) == 1


def test_an_unknown_measure_lists_those_there_are() -> None:
    with pytest.raises(SpecError, match="no measure named 'c@1'; there are: auc, c_at_1"):
        measure("c@1")


def test_many_weightings_at_once_are_as_many_calls() -> None:
    rng = np.random.default_rng(0)
    weights = rng.integers(1, 4, size=(5, len(TRUTH))).astype(float)
    weighed = WeighedTrials(np.array(TRUTH), np.array(SCORES), weights)
    for name in MEASURES:
        one_by_one = [measure(name)(TRUTH, SCORES, row) for row in weights]
        assert weighed.value(name).tolist() == pytest.approx(one_by_one)
        assert weighed.again(weights[:2]).value(name).tolist() == pytest.approx(one_by_one[:2])
