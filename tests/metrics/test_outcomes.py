"""What became of items: every measure from how often each kind occurs, against the measures of items."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobench.errors import SpecError, StylobenchError, UndefinedMetric
from stylobench.metrics import attribution, verification
from stylobench.metrics.outcomes import Outcomes, is_loss, outcomes

nan = math.nan
trials = st.lists(st.tuples(st.booleans(), st.sampled_from([0.0, 0.3, 0.5, 0.8, nan])), min_size=1, max_size=30)
NAMES = st.sampled_from(["ann", "bob", "eve"])
documents = st.lists(st.tuples(NAMES, st.one_of(st.none(), NAMES)), min_size=1, max_size=30)


@given(trials)
def test_measures_of_verification_from_kinds(cases: list[tuple[bool, float]]) -> None:
    truth, scores = [same for same, _ in cases], [score for _, score in cases]
    found = Outcomes.verified(truth, scores)
    assert found.losses is not None
    loss = found.losses.mean(keepdims=True)
    for name in verification.MEASURES:
        try:
            expected = verification.measure(name)(truth, scores, None)
        except UndefinedMetric:
            assert name not in found.measures
            continue
        assert name in found.measures
        auc = np.array([verification.auc(truth, scores)]) if 0 < sum(truth) < len(truth) else None
        assert found.value(name, found.totals[None], loss, auc)[0] == pytest.approx(expected, abs=1e-12)


@given(documents)
def test_measures_of_attribution_from_kinds(cases: list[tuple[str, str | None]]) -> None:
    truth, named = [author for author, _ in cases], [name for _, name in cases]
    losses = np.arange(len(truth)) / 7
    found = Outcomes.attributed(truth, named, losses, positive=truth[0])
    for name in ("accuracy", "macro_f1", "precision", "recall", "f"):
        positive = () if name in ("accuracy", "macro_f1") else (truth[0],)
        try:
            expected = getattr(attribution, name)(truth, named, *positive)
        except UndefinedMetric:
            assert name not in found.measures
            continue
        assert found.value(name, found.totals[None])[0] == pytest.approx(expected, abs=1e-12)
    assert found.value("log_loss", found.totals[None], losses.mean(keepdims=True))[0] == losses.mean()


@given(documents)
def test_ratios_say_what_the_measures_are(cases: list[tuple[str, str | None]]) -> None:
    found = Outcomes.attributed(*zip(*cases, strict=True), positive=cases[0][0])
    for name in set(found.measures) - {"macro_f1"}:
        ratio = found.ratio(name)
        assert ratio is not None
        value = found.value(name, found.totals[None])[0]
        assert value == pytest.approx(found.totals @ ratio[0] / (found.totals @ ratio[1]))


def test_prior_gives_accuracy_the_prior_of_jeffreys() -> None:
    silent = Outcomes.verified([True, False, True, False], [0.9, 0.1, nan, 0.6])
    assert silent.prior(silent.totals[None])[0].tolist() == [0.25, 0.25, 0, 0.25, 0.25, 0]
    one_class = Outcomes.verified([True, True], [0.9, 0.1])
    assert one_class.prior(one_class.totals[None])[0].tolist() == [0.5, 0, 0.5, 0, 0, 0]


def test_prior_follows_the_classes_of_a_cluster_and_the_mistakes_of_all() -> None:
    truth = ["ann"] * 4 + ["bob"] * 2 + ["eve"]
    found = Outcomes.attributed(truth, ["ann", "ann", "bob", "eve", "bob", "ann", "eve"])
    counts = np.zeros((2, 9))
    # three texts of ann and one of bob; one of eve, who was never mistaken
    counts[0, [0, 0, 1, 4]] = [2, 2, 1, 1]
    counts[1, 8] = 1
    expected = [[3 / 8, 3 / 16, 3 / 16, 1 / 8, 1 / 8, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 1 / 4, 1 / 4, 1 / 2]]
    assert found.prior(counts).ravel().tolist() == pytest.approx(np.ravel(expected).tolist())


def test_who_was_never_met_with_silence_is_not_by_the_prior() -> None:
    found = Outcomes.attributed(["ann", "ann", "bob", "eve"], ["ann", None, "bob", "eve"])
    assert found.cells is not None
    prior = dict(zip(map(tuple, found.cells.tolist()), found.prior(found.totals[None])[0], strict=True))
    silence = 3
    assert prior[(0, silence)] == pytest.approx(0.25)
    assert prior[(1, silence)] == prior[(2, silence)] == prior[(0, 1)] == 0
    assert prior[(1, 0)] == prior[(1, 2)] == pytest.approx(1 / 16)
    alone = Outcomes.attributed(["ann"], ["ann"])
    assert alone.prior(alone.totals[None]).tolist() == [[0.5, 0.5]]


@given(st.one_of(trials, documents), st.data())
def test_prior_is_half_right_half_wrong_in_every_cluster(cases: list[Any], data: st.DataObject) -> None:
    truth, answers = zip(*cases, strict=True)
    clusters = np.array(data.draw(st.lists(st.integers(0, 3), min_size=len(cases), max_size=len(cases))))
    make = Outcomes.verified if isinstance(truth[0], bool) else Outcomes.attributed
    found = make(truth, answers)
    counts = np.array([np.bincount(found.kinds[clusters == i], minlength=found.count) for i in np.unique(clusters)])
    prior = found.prior(counts.astype(float))
    assert prior[:, found.right].sum(axis=1) == pytest.approx(0.5)
    assert prior[:, ~found.right].sum(axis=1) == pytest.approx(0.5)
    classes = np.array([0, 1] * 3) if found.cells is None else found.cells[:, 0]
    for one in np.unique(classes):
        lacking = counts[:, classes == one].sum(axis=1) == 0
        assert (prior[lacking][:, classes == one] == 0).all()


def test_some_items_keep_their_kinds() -> None:
    whole = Outcomes.attributed(["ann", "bob", "eve"], ["ann", "ann", "eve"], [0.1, 0.2, 0.3], positive="ann")
    part = whole.take([2, 0])
    assert (part.count, part.kinds.tolist()) == (whole.count, whole.kinds[[2, 0]].tolist())
    assert part.losses is not None
    assert part.losses.tolist() == [0.3, 0.1]


def test_too_many_pairs_of_authors_leave_right_and_wrong() -> None:
    truth = [f"a{i:04d}" for i in range(3000)]
    named = [f"a{i + (i % 3 == 1):04d}" for i in range(3000)]
    found = Outcomes.attributed(truth, named, positive="a0001")
    assert found.measures == ("accuracy", "recall", "f")
    for name, expected in (("accuracy", 2 / 3), ("recall", 0.0)):
        assert found.value(name, found.totals[None])[0] == pytest.approx(expected)
    assert found.count < 20
    line = r"macro_f1 is not known with so many classes \(6000 pairs of truth and answer, at most 1600\)"
    with pytest.raises(SpecError, match=line):
        found.check("macro_f1")
    with pytest.raises(SpecError, match="no measure named 'auc' for attribution; there are: accuracy, precision"):
        found.check("auc")


@pytest.mark.parametrize(
    ("truth", "answers", "task"),
    [
        ([True, False], [0.2, nan], "verification"),
        (np.array([1, 0]), np.array([1, 0]), "verification"),
        ([1, 0], [True, False], "verification"),
        ([0, 1, 2], [0, 1, 1], "attribution"),
        (["1", "0"], ["1", "1"], "attribution"),
        (np.array(["x", "y"]), ["x", None], "attribution"),
        (["x", "y"], [None, nan], "attribution"),
        (["1", "2", "3"], [1, 2, 4], "attribution"),
        (np.array([0, 1, 2]), np.array([0.0, 1.0, nan]), "attribution"),
        (["1.5", "2.5"], [1.5, 1.5], "attribution"),
    ],
)
def test_the_task_is_seen_from_truth_and_answers(truth: Any, answers: Any, task: str) -> None:
    assert outcomes(truth, answers).task == task


def test_a_positive_label_makes_numbers_labels() -> None:
    found = outcomes([1, 0, 1], [1, 1, 0], positive="1")
    assert found.value("precision", found.totals[None])[0] == 0.5


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (([], []), "there is no item"),
        ((["a"], ["a", "b"]), "1 items have a truth and 2 an answer; give one of each per item"),
        (([True, False], [0.5, 1.5]), r"score 1.5 of trial 1 is not in \[0, 1\]"),
        (([True, False], ["same", "other"]), r"an answer is 'same'; give scores in \[0, 1\]"),
        (
            (["1", "0"], [0.9, 0.2]),
            r"truth holds labels \('0'\) and answers hold numbers \(0\.2\); give booleans as truth",
        ),
        ((["1", "0", "1"], np.array([1.0, 0.0, 1.0])), "give booleans as truth, or labels as answers"),
        ((["1", "0", "1"], [1, 0.2, 0]), "give booleans as truth, or labels as answers"),
        ((["true", "false"], [True, False]), "give booleans as truth, or labels as answers"),
        (([1, 2, 2], [0.9, 0.2, 0.4]), "give booleans as truth, or labels as answers"),
        (([1, 0, 1], [0.9, 0.2, 0.4], "1"), "give booleans as truth, or labels as answers"),
        ((["a", None], ["a", "b"]), "truth hold no label for item 1"),
        ((["a", "b"], ["a", "b"], "c"), "no item is by 'c' or was given to it; there are: a, b"),
    ],
)
def test_what_cannot_be_meant_is_refused(arguments: Any, line: str) -> None:
    with pytest.raises(StylobenchError, match=line):
        outcomes(*arguments)


@pytest.mark.parametrize("lost", [np.inf, nan])
def test_losses_are_finite(lost: float) -> None:
    with pytest.raises(StylobenchError, match="losses must be 2 finite numbers, one per item"):
        Outcomes.attributed(["a", "b"], ["a", "b"], [0.1, lost])


def test_an_unknown_measure_is_refused_with_those_there_are() -> None:
    with pytest.raises(SpecError, match="no measure named 'auc' for attribution; there are: accuracy, macro_f1"):
        outcomes(["a", "b"], ["a", "b"]).check("auc")


def test_only_log_loss_is_better_when_less() -> None:
    assert [name for name in (*verification.MEASURES, "macro_f1", "log_loss") if is_loss(name)] == ["log_loss"]


def test_silence_is_known_by_item() -> None:
    scored = Outcomes.verified([True, False, True], [0.9, float("nan"), 0.5])
    assert scored.silent.tolist() == [False, True, False]
    named = Outcomes.attributed(["ann", "bob", "ann"], [None, "bob", "bob"])
    assert named.silent.tolist() == [True, False, False]
    assert named.take([0, 2]).silent.tolist() == [True, False]


def test_silence_is_known_where_authors_are_too_many_to_be_told_apart() -> None:
    truth = [f"a{place:04d}" for place in range(2000)]
    many = Outcomes.attributed(truth, [None if place % 4 == 0 else "a0001" for place in range(2000)])
    assert many.merged
    assert many.silent.tolist() == [place % 4 == 0 for place in range(2000)]
    assert many.take([4, 5]).silent.tolist() == [True, False]
