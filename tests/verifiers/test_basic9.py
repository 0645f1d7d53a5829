from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from verifiers.sample_problems import sample

from stylobench.features import basic9
from stylobench.metrics.verification import auc
from stylobench.verifiers._forest import Forest
from stylobench.verifiers._learnt import Logistic
from stylobench.verifiers.basic9 import Basic9


@pytest.fixture(scope="module")
def world():
    return sample()


def plain_differences(problems):
    rows = []
    for problem in problems:
        *known, questioned = basic9.Basic9().count([*problem.known, problem.questioned]).matrix.toarray()
        rows.append(np.abs(np.mean(known, axis=0) - questioned))
    return np.array(rows)


def test_it_equals_logistic_regression_on_plain_differences(world):
    trained, tested = plain_differences(world.problems(world.train)), plain_differences(world.problems(world.test))
    centre, spread = trained.mean(axis=0), trained.std(axis=0)
    plain = LogisticRegression(class_weight="balanced", solver="liblinear", tol=1e-10)
    plain.fit((trained - centre) / spread, world.train.same)
    expected = plain.predict_proba((tested - centre) / spread)[:, 1]
    answers = Basic9().fit(world.problems(world.train), world.train.same).verify(world.problems(world.test))
    assert answers == pytest.approx(expected, abs=1e-3)


@pytest.mark.parametrize("learner", ["logistic", "forest"])
def test_it_learns_from_its_training_problems(world, learner):
    model = Basic9(learner=learner, trees=30).fit(world.problems(world.train), world.train.same)
    assert auc(world.train.same, model.verify(world.problems(world.train))) > 0.6
    assert isinstance(model.learner_, Forest if learner == "forest" else Logistic)


def test_reasons_are_measures_by_name(world):
    model = Basic9().fit(world.problems(world.train), world.train.same)
    reasons = model.explain(world.problems(world.test)[0], most=3)
    assert len(reasons) == 3
    assert {reason.name for reason in reasons} <= set(basic9.NAMES)
