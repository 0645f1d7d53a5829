from __future__ import annotations

import re
from collections import Counter

import numpy as np
import pytest
from verifiers.pooled_world import same_people, told_apart
from verifiers.sample_problems import sample

from stylobench.errors import SpecError
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.records import Problem
from stylobench.verifiers.spatium import Spatium

TRAIN = [Problem(("so, it is",), "so, it was"), Problem(("thus we be",), "well I am")]
ASKED = Problem(("it is, so it is",), "so it is")


def test_a_ratio_worked_out_by_hand() -> None:
    # so, it, is: 1/3 each; known 1/6, 2/6, 2/6: distance 1/6; other people 1/4 each: 1/4, and none: 1
    model = Spatium(calibrate="none").fit(TRAIN, [True, False])
    assert model.verify([ASKED])[0] == pytest.approx((1 / 4) / (1 / 4 + 1 / 6))
    assert {reason.name: reason.value for reason in model.explain(ASKED)} == pytest.approx(
        {"so": -1 / 12, "it": 1 / 12, "is": 1 / 12}
    )


def test_a_ratio_near_one_gets_no_answer_but_a_score() -> None:
    # known and nearest other person have the same profile
    asked = [Problem(("so, it is so, it is",), "so it was")]
    model = Spatium(calibrate="none").fit(TRAIN, [True, False])
    assert np.isnan(model.verify(asked)[0])
    assert model.scores(asked)[0] == pytest.approx(0.5)
    assert Spatium(radius=0, calibrate="none").fit(TRAIN, [True, False]).verify(asked)[0] == pytest.approx(0.5)
    # a ratio of 2/3 is silent only where the radius reaches 1/3
    assert np.isnan(Spatium(radius=0.34, calibrate="none").fit(TRAIN, [True, False]).verify([ASKED])[0])
    assert np.isfinite(Spatium(radius=0.33, calibrate="none").fit(TRAIN, [True, False]).verify([ASKED])[0])


def profile(texts: tuple[str, ...]) -> dict[str, float]:
    counts = Counter(term for text in texts for term in re.findall(r"[^\W_]+(?:['’][^\W_]+)*|[^\w\s]", text.lower()))
    return {term: count / counts.total() for term, count in counts.items()}


def test_it_agrees_with_dictionaries_when_everybody_is_drawn() -> None:
    made = sample()
    train, test = made.problems(made.train), made.problems(made.test)
    model = Spatium(terms=30, impostors=1000, repeats=1, radius=0, calibrate="none").fit(train, made.train.same)
    expected = []
    for problem in test:
        questioned, known = profile((problem.questioned,)), profile(problem.known)
        terms = sorted(questioned, key=lambda term: (-questioned[term], term))[:30]

        def distance(other: dict[str, float], terms=terms, questioned=questioned) -> float:
            return sum(abs(questioned[term] - other.get(term, 0)) for term in terms)

        nearest = min(distance(profile(other.known)) for other in train)
        expected.append(nearest / (nearest + distance(known)))
    assert model.verify(test) == pytest.approx(expected, abs=1e-9)


def test_people_whom_a_problem_is_about_are_not_drawn() -> None:
    texts = Texts(["so, it is", "so, it was", "thus we be", "well I am", "it is, so it is", "so it is"])
    writers = np.array([0, 0, 1, 2, 3, 0])
    train = Problems(texts, np.array([0, 2]), np.array([0, 1, 2]), np.array([1, 3]))
    asked = Problems(texts, np.array([4]), np.array([0, 1]), np.array([5]))
    model = Spatium(calibrate="none").fit(train.with_pools(np.arange(4), writers), [True, False])
    # the first person wrote the questioned text; the other one shares no word with it
    assert model.verify(asked.with_pools(np.arange(4), writers))[0] == pytest.approx(1 / (1 + 1 / 6))


def test_authors_are_told_apart() -> None:
    assert told_apart("spatium") > 0.55


def test_parameters_that_make_no_sense_are_refused() -> None:
    with pytest.raises(SpecError, match=r"spatium\(terms=0\): it must be a whole number of at least 1"):
        Spatium(terms=0).fit(TRAIN, [True, False])
    with pytest.raises(SpecError, match=r"spatium\(radius=1\): it must be at least 0 and below 1"):
        Spatium(radius=1).fit(TRAIN, [True, False])


def test_a_rewritten_questioned_text_meets_the_same_people() -> None:
    assert same_people("spatium(radius=0)")
