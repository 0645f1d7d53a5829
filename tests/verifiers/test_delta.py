from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from scipy.special import expit
from verifiers.pooled_world import same_people, told_apart
from verifiers.sample_problems import sample

from stylobench.errors import SpecError
from stylobench.features.pools import Pools
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.features.words import tokens
from stylobench.records import Problem
from stylobench.verifiers.delta import Delta


@pytest.mark.parametrize("distance", ["manhattan", "cosine"])
def test_it_agrees_with_scipy(distance: str) -> None:
    made = sample()
    train, test = made.problems(made.train), made.problems(made.test)
    model = Delta(distance, most=40, impostors=1000, calibrate="none").fit(train, made.train.same)
    texts = sorted({text for problem in train for text in (*problem.known, problem.questioned)})
    totals = Counter(word for text in texts for word in tokens(text))
    names = sorted(totals, key=lambda word: (-totals[word], word))[:40]

    def shares(text: str) -> list[float]:
        words = tokens(text)
        return [words.count(name) / len(words) for name in names]

    table = np.array([shares(text) for text in texts])
    centre, spread = table.mean(axis=0), table.std(axis=0)
    expected = []
    for problem in test:
        questioned = (np.array([shares(problem.questioned)]) - centre) / spread
        known = (np.mean([shares(text) for text in problem.known], axis=0)[None] - centre) / spread
        metric = "cityblock" if distance == "manhattan" else "cosine"
        others = cdist(questioned, (table - centre) / spread, metric)[0]
        expected.append(expit((others.mean() - cdist(questioned, known, metric)[0, 0]) / others.std()))
    assert model.verify(test) == pytest.approx(expected, abs=1e-4)


def test_standardised_distances_worked_out_by_hand() -> None:
    # one word out of two, a: shares 1, 0, 1/2, 1/2 have mean 1/2 and deviation sqrt(1/8); z = sqrt(2), -sqrt(2), 0, 0
    problems = [Problem(("a",), "b"), Problem(("a b",), "b a")]
    model = Delta("manhattan", most=1, calibrate="none").fit(problems, [True, False])
    assert model.chosen_.names == ["a"]
    # from z = sqrt(2): others 0, 2 sqrt(2), sqrt(2), sqrt(2): mean sqrt(2), deviation 1; known at distance 0
    assert model.verify([Problem(("a a a",), "a a")])[0] == pytest.approx(expit(np.sqrt(2)), abs=1e-6)
    assert [reason.name for reason in model.explain(Problem(("a a a",), "a a"))] == ["a"]
    assert model.explain(Problem(("a a a",), "a a"))[0].value == pytest.approx(np.sqrt(2), abs=1e-6)


def test_one_impostor_is_too_few() -> None:
    texts = Texts(["so it is", "so it was", "thus we be", "well I am", "so so", "so it"])
    train = Problems(texts, np.array([0, 2]), np.array([0, 1, 2]), np.array([1, 3]))
    model = Delta(calibrate="none").fit(train, [True, False])

    def said(*impostors: int) -> float:
        pools = Pools(np.array(impostors), np.ones((1, len(impostors)), np.bool_))
        return float(model.verify(Problems(texts, np.array([4]), np.array([0, 1]), np.array([5]), pools))[0])

    assert np.isnan(said(0))
    assert np.isfinite(said(0, 2))
    # "so it is" and "so it was" are equally far from "so it"
    assert np.isnan(said(0, 1))


@pytest.mark.parametrize("spec", ["delta", "delta(distance=manhattan, most=150)"])
def test_authors_are_told_apart(spec: str) -> None:
    assert told_apart(spec) > 0.55


def test_parameters_that_make_no_sense_are_refused() -> None:
    problems = [Problem(("so it is",), "so it was"), Problem(("so",), "thus")]
    with pytest.raises(SpecError, match=r"delta\(distance='l2'\): it can be one of: manhattan, cosine"):
        Delta("l2").fit(problems, [True, False])
    with pytest.raises(SpecError, match=r"delta\(impostors=1\): it must be a whole number of at least 2"):
        Delta(impostors=1).fit(problems, [True, False])


def test_a_rewritten_questioned_text_meets_the_same_people() -> None:
    assert same_people("delta(impostors=3)")
