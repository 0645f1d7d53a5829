"""Measures of attribution, by hand and against scikit-learn."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics as reference

from stylobench.errors import UndefinedMetric
from stylobench.metrics import attribution

TRUTH = ["ann", "ann", "ann", "bob", "bob", "cem"]
SAID = ["ann", "bob", "ann", "bob", "cem", "cem"]

names = st.sampled_from(["ann", "bob", "cem", "dee"])
triples = st.lists(st.tuples(names, names, st.floats(0.1, 9)), min_size=1, max_size=40)


def test_accuracy_by_hand() -> None:
    assert attribution.accuracy(TRUTH, SAID) == pytest.approx(4 / 6)
    assert attribution.accuracy(TRUTH, SAID, [3, 1, 3, 1, 1, 1]) == pytest.approx(8 / 10)


def test_silence_is_wrong() -> None:
    assert attribution.accuracy(["ann", "bob"], [None, "bob"]) == 0.5
    assert attribution.recall(["ann", "ann"], [None, "ann"], positive="ann") == 0.5


def test_silence_does_not_hurt_precision() -> None:
    assert attribution.precision(["ann", "ann"], [None, "ann"], positive="ann") == 1


def test_silence_is_not_an_author_of_macro_f1() -> None:
    # ann: 2*1/(2+1) = 2/3, bob: 1
    assert attribution.macro_f1(["ann", "ann", "bob"], ["ann", None, "bob"]) == pytest.approx(5 / 6)


def test_nothing_predicted_positive_leaves_precision_undefined() -> None:
    with pytest.raises(UndefinedMetric, match="no document was given to them"):
        attribution.precision(["ann", "bob"], ["bob", "bob"], positive="ann")
    assert attribution.f(["ann", "bob"], ["bob", "bob"], positive="ann") == 0


def test_nothing_written_by_the_positive_author_leaves_recall_undefined() -> None:
    with pytest.raises(UndefinedMetric, match="no document is theirs"):
        attribution.recall(["bob", "bob"], ["ann", "bob"], positive="ann")


def test_f_is_undefined_only_without_any_positive() -> None:
    with pytest.raises(UndefinedMetric, match="F of 'ann'"):
        attribution.f(["bob"], ["cem"], positive="ann")


def test_no_document_is_undefined() -> None:
    with pytest.raises(UndefinedMetric, match="no document"):
        attribution.accuracy([], [])
    with pytest.raises(UndefinedMetric, match="no document"):
        attribution.macro_f1(["ann"], ["ann"], [0])


def test_lengths_must_agree() -> None:
    with pytest.raises(ValueError, match="2 authors, 1 answers"):
        attribution.accuracy(["ann", "bob"], ["ann"])


@settings(deadline=None, max_examples=40)
@given(triples)
def test_agrees_with_scikit_learn(rows: list[tuple[str, str, float]]) -> None:
    truth, said, weights = map(list, zip(*rows, strict=True))
    assert attribution.accuracy(truth, said, weights) == pytest.approx(
        reference.accuracy_score(truth, said, sample_weight=weights)
    )
    assert attribution.macro_f1(truth, said, weights) == pytest.approx(
        reference.f1_score(truth, said, average="macro", sample_weight=weights, zero_division=0)
    )
    one_author = {"labels": ["ann"], "average": "macro", "sample_weight": weights, "zero_division": np.nan}
    for ours, theirs in (
        (attribution.precision, reference.precision_score),
        (attribution.recall, reference.recall_score),
        (attribution.f, reference.f1_score),
    ):
        expected = theirs(truth, said, **one_author)
        if np.isnan(expected):
            with pytest.raises(UndefinedMetric):
                ours(truth, said, "ann", weights)
        else:
            assert ours(truth, said, "ann", weights) == pytest.approx(expected)


@settings(deadline=None, max_examples=40)
@given(st.lists(st.tuples(st.sampled_from([0, 1, 2]), st.floats(0.1, 9)), min_size=1, max_size=20), st.integers(0, 99))
def test_log_loss_agrees_with_scikit_learn(rows: list[tuple[int, float]], seed: int) -> None:
    authors = ["ann", "bob", "cem"]
    truth, weights = [authors[i] for i, _ in rows], [w for _, w in rows]
    table = np.random.default_rng(seed).dirichlet([0.3, 0.3, 0.3], len(rows))
    expected = reference.log_loss(truth, table, labels=authors, sample_weight=weights)
    assert attribution.log_loss(truth, table, authors, weights) == pytest.approx(expected)


def test_silence_is_equal_odds_in_log_loss() -> None:
    table = [[math.nan, math.nan], [0.25, 0.75]]
    expected = (math.log(2) - math.log(0.75)) / 2
    assert attribution.log_loss(["ann", "bob"], table, ["ann", "bob"]) == pytest.approx(expected)


def test_an_author_without_training_documents_costs_36_nats() -> None:
    lost = attribution.log_loss(["cem"], [[0.5, 0.5]], ["ann", "bob"])
    assert lost == pytest.approx(52 * math.log(2))
    assert lost == attribution.log_loss(["ann"], [[0.0, 1.0]], ["ann", "bob"])


def test_scores_that_are_no_probabilities_have_no_log_loss() -> None:
    with pytest.raises(UndefinedMetric, match="not probabilities"):
        attribution.log_loss(["ann"], [[2.0, -1.0]], ["ann", "bob"])
    with pytest.raises(UndefinedMetric, match="not probabilities"):
        attribution.log_loss(["ann"], [[0.2, 0.3]], ["ann", "bob"])
    with pytest.raises(ValueError, match="shape"):
        attribution.log_loss(["ann"], [[1.0]], ["ann", "bob"])
