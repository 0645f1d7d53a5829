from __future__ import annotations

import numpy as np
import pytest
from sklearn.model_selection import GroupKFold, cross_val_predict
from verifiers.sample_problems import sample

from stylobench.errors import SpecError
from stylobench.metrics.verification import auc
from stylobench.records import Problem
from stylobench.verifiers._nearness import NAMES
from stylobench.verifiers._pair_learner import parts_of
from stylobench.verifiers._training import Training
from stylobench.verifiers.feature_tree import FeatureTree


@pytest.fixture(scope="module")
def world():
    return sample(documents=100, words=300)


@pytest.fixture(scope="module")
def model(world):
    return FeatureTree().fit(world.problems(world.train), world.train.same)


def test_it_tells_authors_apart(world, model):
    assert auc(world.test.same, model.verify(world.problems(world.test))) > 0.6


def test_answers_are_the_shares_of_leaves(world, model):
    answers = model.verify([*world.problems(world.test), *world.problems(world.train)])
    assert len(np.unique(answers)) <= (model.learner_.columns < 0).sum() <= 8


def test_the_number_of_leaves_is_the_best_in_cross_validation(world, model):
    training = Training.of(world.problems(world.train), world.train.same)
    rows, same = (model._measures(training.problems) - model.centre_) / model.spread_, training.same
    folds = list(GroupKFold(5).split(rows, same, training.problems.questioned))
    parts = np.empty(len(same), dtype=int)
    for part, (_, held) in enumerate(folds):
        parts[held] = part
    losses = []
    for size in range(2, 9):
        answers = cross_val_predict(model._tree(size), rows, same, cv=folds, method="predict_proba")[:, 1]
        losses.append(np.mean((answers - same)[same] ** 2) + np.mean((answers - same)[~same] ** 2))
        assert model._loss(rows, same, parts, size) == pytest.approx(losses[-1])
    model._teach(rows, same, training.problems.questioned)
    ours = [model._loss(rows, same, parts_of(same, training.problems.questioned), size) for size in range(2, 9)]
    assert (model.learner_.columns < 0).sum() == 2 + int(np.argmin(ours))


def test_a_single_clean_measure_is_found():
    rows = np.random.default_rng(0).normal(size=(60, 4))
    same = rows[:, 2] > 0.1
    model = FeatureTree()
    model._teach(rows, same, np.arange(60))
    assert (model.learner_.columns < 0).sum() == 2
    assert model.learner_.columns[0] == 2


def test_reasons_are_measures_by_name(world, model):
    reasons = [reason for problem in world.problems(world.test)[:6] for reason in model.explain(problem)]
    assert reasons
    assert {reason.name for reason in reasons} <= set(NAMES)


@pytest.mark.parametrize(("wrong", "said"), [({"leaves": 1}, "leaves=1"), ({"smallest": 0}, "smallest=0")])
def test_wrong_parameters_are_one_clear_line(wrong, said):
    with pytest.raises(SpecError, match=rf"feature_tree\({said}\)"):
        FeatureTree(**wrong).fit([Problem(("a",), "b"), Problem(("a",), "c")], [True, False])


def test_a_problem_left_out_does_not_move_the_answer_of_its_leaf():
    rows = np.zeros((60, 1))
    rows[30:] = 1
    same = np.arange(60) % 30 < np.repeat([9, 21], 30)
    answers = []
    for left_out in range(60):
        model, rest = FeatureTree(leaves=2), np.arange(60) != left_out
        model._teach(rows[rest], same[rest], np.flatnonzero(rest))
        answers.append(model._answers(rows[[left_out]])[0])
    assert answers == [0.3] * 30 + [0.7] * 30
