from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from verifiers.sample_problems import sample

from stylobench.errors import SpecError
from stylobench.features.words import tokens
from stylobench.metrics.verification import auc
from stylobench.records import Problem
from stylobench.seeds import generator
from stylobench.verifiers._forest import Forest
from stylobench.verifiers._training import Training
from stylobench.verifiers.difference_forest import DifferenceForest


@pytest.fixture(scope="module")
def world():
    return sample(documents=100, words=300)


@pytest.fixture(scope="module")
def model(world):
    return DifferenceForest(tags=False).fit(world.problems(world.train), world.train.same)


def test_it_tells_authors_apart(world, model):
    assert auc(world.test.same, model.verify(world.problems(world.test))) > 0.7


def test_differences_of_words_by_hand():
    problems = [Problem(("a a b", "b b"), "a b c d"), Problem(("a",), "b")]
    model = DifferenceForest(trees=1, tags=False).fit(problems, [True, False])
    values = model._measures(Training.of(problems, [True, False]).problems)
    found = {name: values[:, place] for place, name in enumerate(model._names)}
    # the known texts use a in 2/3 and 0 of their words, on average 1/3; the questioned one in 1/4
    assert sorted(found["word 'a'"]) == pytest.approx([1 / 3 - 1 / 4, 1])
    assert sorted(found["word 'd'"]) == pytest.approx([0, 1 / 4])


def test_the_most_frequent_words_of_training_texts_are_chosen(world):
    model = DifferenceForest(trees=1, features=5, tags=False).fit(world.problems(world.train), world.train.same)
    words = [word for row in world.train.rows for word in tokens(world.texts[row])]
    commonest = sorted(set(words), key=lambda word: (-words.count(word), word))[:5]
    assert model.columns_["word"] == sorted(commonest)


def test_the_answer_is_the_mean_of_one_forest_per_group(world, model):
    training = Training.of(world.problems(world.train), world.train.same)
    rows = (model._measures(training.problems) - model.centre_) / model.spread_
    ends = np.cumsum([0, *map(len, model.columns_.values())])
    answers, rng = [], generator(0, "difference_forest")
    for start, end in pairwise(ends):
        forest = Forest.grown(rows[:, start:end], training.same, 10, rng)
        answers.append(forest.answers(rows[:, start:end]))
    assert len(answers) == 7
    assert model.verify(list(training.problems)) == pytest.approx(np.mean(answers, axis=0))


def test_reasons_name_features(world, model):
    reasons = model.explain(world.problems(world.test)[0])
    assert len(reasons) == 20
    assert {reason.name for reason in reasons} <= set(model._names)


@pytest.mark.parametrize("wrong", [{"trees": 0}, {"features": 0}])
def test_wrong_parameters_are_one_clear_line(wrong):
    with pytest.raises(SpecError, match=r"difference_forest\(\w+=0\): it must be a whole number of at least 1"):
        DifferenceForest(**wrong).fit([Problem(("a",), "b"), Problem(("a",), "c")], [True, False])
