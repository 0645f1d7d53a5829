from __future__ import annotations

import numpy as np
import pytest
from scipy.special import expit
from sklearn.svm import SVC
from verifiers.sample_problems import sample

from stylobench.errors import SpecError
from stylobench.features.problems import Problems
from stylobench.metrics.verification import auc
from stylobench.verifiers._glad_measures import NAMES, glad_measures
from stylobench.verifiers.glad import Glad


@pytest.fixture(scope="module")
def world():
    return sample(documents=100, words=300)


@pytest.fixture(scope="module")
def model(world):
    return Glad().fit(world.problems(world.train), world.train.same)


def test_it_tells_authors_apart(world, model):
    assert auc(world.test.same, model.verify(world.problems(world.test))) > 0.7


def test_scores_are_squashed_decisions_of_a_support_vector_machine(world, model):
    trained, tested = (glad_measures(Problems.of(world.problems(trials))) for trials in (world.train, world.test))
    centre, spread = trained.mean(axis=0), trained.std(axis=0)
    spread[spread == 0] = 1
    plain = SVC(gamma=1 / len(NAMES), class_weight="balanced").fit((trained - centre) / spread, world.train.same)
    expected = expit(plain.decision_function((tested - centre) / spread))
    assert model.scores(world.problems(world.test)) == pytest.approx(expected, abs=0.01)


def test_the_map_keeps_the_order_of_scores(world, model):
    problems = world.problems(world.test)
    order = np.argsort(model.scores(problems))
    assert (np.diff(model.verify(problems)[order]) >= 0).all()


def test_reasons_are_measures_by_name(world, model):
    reasons = model.explain(world.problems(world.test)[0], most=5)
    assert len(reasons) == 5
    assert {reason.name for reason in reasons} <= set(NAMES)


def test_24_measures():
    assert len(NAMES) == len(set(NAMES)) == 24


@pytest.mark.parametrize(("wrong", "said"), [({"C": 0}, r"glad\(C=0\)"), ({"gamma": -1}, r"glad\(gamma=-1\)")])
def test_wrong_parameters_are_one_clear_line(world, wrong, said):
    with pytest.raises(SpecError, match=said):
        Glad(**wrong).fit(world.problems(world.train), world.train.same)
