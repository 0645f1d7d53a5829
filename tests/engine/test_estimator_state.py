"""Estimators of scikit-learn as plain data and back."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from stylobench.engine.estimator_state import put_together, taken_apart
from stylobench.errors import ArchiveError, SpecError

RNG = np.random.default_rng(0)
ROWS = RNG.normal(size=(40, 3))
SAME = ROWS[:, 0] + ROWS[:, 1] > 0
LEARNERS = [
    LogisticRegression(class_weight="balanced"),
    SVC(class_weight="balanced"),
    SVC(gamma="auto", C=2.0),
    DecisionTreeClassifier(random_state=0, class_weight="balanced"),
    DecisionTreeClassifier(max_leaf_nodes=3),
]


@pytest.mark.parametrize("estimator", LEARNERS, ids=str)
def test_an_estimator_answers_as_before(estimator: Any) -> None:
    fitted = estimator.fit(ROWS, SAME)
    again = put_together(*taken_apart(fitted))
    for verb in ("predict", "predict_proba", "decision_function"):
        if hasattr(fitted, verb):
            assert np.array_equal(getattr(again, verb)(ROWS), getattr(fitted, verb)(ROWS))


def test_steps_answer_as_before() -> None:
    fitted = IsotonicRegression(y_min=0, y_max=1, out_of_bounds="clip").fit(ROWS[:, 0], SAME.astype(float))
    again = put_together(*taken_apart(fitted))
    assert np.array_equal(again.predict(ROWS[:, 1]), fitted.predict(ROWS[:, 1]))


@pytest.mark.parametrize(
    "estimator",
    [
        FunctionTransformer(os.system),
        RandomForestClassifier(2, random_state=0).fit(ROWS, SAME),
        Pipeline([("tree", DecisionTreeClassifier().fit(ROWS, SAME))]),
    ],
)
def test_no_other_estimator_is_saved(estimator: Any) -> None:
    with pytest.raises(SpecError, match=r"it holds a sklearn\..*, which cannot be saved"):
        taken_apart(estimator)


@pytest.mark.parametrize("name", ["Pipeline", "FunctionTransformer", "os:system", "", "RandomForestClassifier"])
def test_no_other_estimator_is_constructed(name: str) -> None:
    with pytest.raises(ArchiveError, match="not on the list of types that it may"):
        put_together(name, {"steps": []})


def test_an_estimator_with_an_object_inside_is_not_saved() -> None:
    with pytest.raises(SpecError, match=r"LogisticRegression\.random_state in it is a RandomState of another kind"):
        taken_apart(LogisticRegression(random_state=np.random.RandomState(0)).fit(ROWS, SAME))
    with pytest.raises(SpecError, match="SVC"):
        taken_apart(SVC(kernel=lambda a, b: a @ b.T).fit(ROWS, SAME))


@pytest.mark.parametrize("kernel", ["precomputed", "linear"])
def test_another_kernel_is_refused(kernel: str) -> None:
    name, state = taken_apart(SVC().fit(ROWS, SAME))
    with pytest.raises(ArchiveError, match="the arrays of a SVC in it do not fit together"):
        put_together(name, {**state, "kernel": kernel})


def _set(place: int, value: Any) -> Callable[[Any], Any]:
    def change(array: Any) -> Any:
        array = array.copy()
        array.flat[place] = value
        return array

    return change


@pytest.mark.parametrize(
    ("part", "change"),
    [
        ("support_", _set(0, 40)),
        ("support_", _set(0, -1)),
        ("_n_support", _set(0, 1000)),
        ("_n_support", lambda n: np.array([n.sum() + 5, -5], np.int32)),
        ("support_vectors_", lambda a: a[:-1]),
        ("support_vectors_", lambda a: a[:, :-1]),
        ("dual_coef_", lambda a: a[:, :-1]),
        ("_dual_coef_", lambda a: a[:, :-1]),
        ("_dual_coef_", _set(0, np.nan)),
        ("_probA", lambda a: np.zeros(1)),
        ("_sparse", lambda a: True),
        ("shape_fit_", lambda a: (1, 3)),
        ("n_features_in_", lambda a: 4),
        ("classes_", lambda a: np.array([False, True, True])),
    ],
)
def test_a_machine_whose_arrays_do_not_fit_is_refused(part: str, change: Callable[[Any], Any]) -> None:
    name, state = taken_apart(SVC().fit(ROWS, SAME))
    with pytest.raises(ArchiveError, match="the arrays of a SVC in it do not fit together"):
        put_together(name, {**state, part: change(state[part])})


@pytest.mark.parametrize(
    ("part", "change"),
    [
        ("left_child", _set(0, 10**8)),
        ("left_child", _set(0, 0)),
        ("right_child", _set(0, -2)),
        ("right_child", _set(0, -1)),
        ("feature", _set(0, 3)),
        ("feature", _set(0, -1)),
        ("threshold", _set(0, np.nan)),
        ("threshold", lambda a: a[:-1]),
        ("left_child", lambda a: a.astype(np.int32)),
        ("values", lambda a: a[:-1]),
        ("values", lambda a: a[:, :, :1]),
        ("max_depth", lambda a: -1),
    ],
)
def test_a_tree_that_leads_nowhere_is_refused(part: str, change: Callable[[Any], Any]) -> None:
    name, state = taken_apart(DecisionTreeClassifier(random_state=0).fit(ROWS, SAME))
    wrong = copy.deepcopy(state)
    wrong["tree_"][part] = change(wrong["tree_"][part])
    with pytest.raises(ArchiveError, match="the arrays of a DecisionTreeClassifier in it do not fit together"):
        put_together(name, wrong)


@pytest.mark.parametrize("tree", [None, [], {}, {"left_child": 1}])
def test_what_is_no_tree_is_refused(tree: Any) -> None:
    name, state = taken_apart(DecisionTreeClassifier(random_state=0).fit(ROWS, SAME))
    with pytest.raises(ArchiveError, match="do not fit together"):
        put_together(name, {**state, "tree_": tree})


@pytest.mark.parametrize("values", [np.array([0.5]), np.array([0.0, 0.0, 1.0, 2.0]), np.array([[0.0], [1.0]])])
def test_steps_that_do_not_rise_or_fit_are_refused(values: Any) -> None:
    name, state = taken_apart(IsotonicRegression().fit(np.arange(4.0), np.arange(4.0)))
    with pytest.raises(ArchiveError, match="IsotonicRegression"):
        put_together(name, {**state, "X_thresholds_": values})


def test_attributes_of_another_version_ask_to_fit_again() -> None:
    name, state = taken_apart(LogisticRegression().fit(ROWS, SAME))
    for wrong in ({**state, "more_": 1}, {key: value for key, value in state.items() if key != "coef_"}):
        with pytest.raises(ArchiveError, match="other attributes in this version of scikit-learn; fit again"):
            put_together(name, wrong)


def test_an_attribute_of_another_type_is_refused() -> None:
    name, state = taken_apart(LogisticRegression().fit(ROWS, SAME))
    for part, value in (("coef_", state["coef_"].tolist()), ("coef_", state["coef_"][0]), ("C", [1.0])):
        with pytest.raises(ArchiveError, match=rf"LogisticRegression\.{part} in it is a \w+ of another kind"):
            put_together(name, {**state, part: value})
