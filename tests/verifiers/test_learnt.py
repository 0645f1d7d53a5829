"""What is kept of a learner answers as the learner does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.special import expit
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from stylobench.errors import ArchiveError
from stylobench.verifiers._learnt import Logistic, Machine, in_short

RNG = np.random.default_rng(5)
ROWS = RNG.normal(size=(80, 6)).astype(np.float32).astype(np.float64)
SAME = ROWS[:, 0] + ROWS[:, 1] ** 2 + RNG.normal(size=80) > 0.5


@pytest.mark.parametrize(
    "learner",
    [
        LogisticRegression(class_weight="balanced"),
        LogisticRegression(C=0.1, class_weight="balanced", solver="liblinear"),
        DecisionTreeClassifier(max_leaf_nodes=7, class_weight="balanced", random_state=0),
        DecisionTreeClassifier(max_leaf_nodes=2, min_samples_leaf=9),
    ],
    ids=str,
)
def test_probabilities_are_those_of_scikit_learn(learner: Any) -> None:
    fitted = learner.fit(ROWS, SAME)
    assert in_short(fitted).answers(ROWS) == pytest.approx(fitted.predict_proba(ROWS)[:, 1], abs=1e-12)


@pytest.mark.parametrize("gamma", ["auto", "scale", 0.7])
def test_decisions_are_those_of_scikit_learn(gamma: Any) -> None:
    fitted = SVC(C=2.0, gamma=gamma, class_weight="balanced").fit(ROWS, SAME)
    assert in_short(fitted).answers(ROWS) == pytest.approx(expit(fitted.decision_function(ROWS)), abs=1e-12)


@pytest.mark.parametrize("learner", [LogisticRegression(), SVC(), DecisionTreeClassifier(max_leaf_nodes=7)], ids=str)
def test_a_row_is_answered_alike_in_any_company(learner: Any) -> None:
    kept = in_short(learner.fit(ROWS, SAME))
    alone = [kept.answers(row[None])[0] for row in ROWS]
    assert kept.answers(ROWS).tolist() == alone
    assert kept.answers(np.asfortranarray(ROWS)).tolist() == alone


def test_what_is_no_learner_stays_as_it_is() -> None:
    assert in_short(None) is None


def test_a_machine_worked_out_by_hand() -> None:
    # vectors at 0 and 2, weights 1 and -.5, gamma 1, asked at 1: .3 + exp(-1) - .5 exp(-1)
    found = Machine(np.array([[0.0], [2.0]]), np.array([1.0, -0.5]), 1.0, 0.3).answers(np.array([[1.0]]))
    assert found[0] == pytest.approx(1 / (1 + np.exp(-(0.3 + 0.5 * np.exp(-1)))))


@pytest.mark.parametrize(
    "arrays",
    [
        (np.zeros((2, 3)), np.zeros(3), 1.0, 0.0),
        (np.zeros(2), np.zeros(2), 1.0, 0.0),
        (np.zeros((2, 3)), np.zeros((2, 1)), 1.0, 0.0),
        (np.zeros((2, 3)), np.zeros(2), float("nan"), 0.0),
        (np.full((2, 3), np.inf), np.zeros(2), 1.0, 0.0),
    ],
)
def test_a_machine_whose_arrays_do_not_fit_is_refused(arrays: Any) -> None:
    with pytest.raises(ArchiveError, match="fit again"):
        Machine(*arrays)


def test_weights_that_do_not_fit_are_refused() -> None:
    for weights, intercept in ((np.zeros((1, 2)), 0.0), (np.array([np.nan]), 0.0), (np.zeros(2), float("inf"))):
        with pytest.raises(ArchiveError, match="fit again"):
            Logistic(weights, intercept)
    with pytest.raises(ArchiveError, match=r"measures of shape \(4, 3\) do not fit \(4, 2\)"):
        Logistic(np.zeros(2), 0.0).answers(np.zeros((4, 3)))
    with pytest.raises(ArchiveError, match="measures of shape"):
        Machine(np.zeros((1, 2)), np.zeros(1), 1.0, 0.0).answers(np.zeros((4, 3)))
