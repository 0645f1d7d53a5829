from __future__ import annotations

import numpy as np

from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.records import Problem
from stylobench.verifiers._other_texts import OtherTexts
from stylobench.verifiers._training import settled

TEXTS = [f"text number {i}" for i in range(30)]


def others() -> OtherTexts:
    return OtherTexts.of(Texts(TEXTS), np.arange(len(TEXTS)))


def test_texts_stand_in_order_of_digest():
    assert others().digests == sorted(others().digests)
    assert Texts(others().texts).digests() == others().digests
    assert OtherTexts.of(Texts(["", " ", "x"]), np.arange(3)).texts == ["x"]


def test_texts_from_elsewhere_are_put_beside():
    company = others()
    problems = settled([Problem(("a",), "b"), Problem(("b",), "c")])
    places = np.array([[4, -1], [7, 4]])
    beside, rows = company.beside(problems, places)
    assert list(beside) == list(problems)
    assert [beside.texts[rows[place]] for place in (4, 7)] == [company.texts[4], company.texts[7]]
    assert (np.delete(rows, [4, 7]) == -1).all()


def test_texts_that_are_there_are_found():
    problems = settled(Problems(Texts([*TEXTS, "a"]), np.array([30]), np.array([0, 1]), np.array([2])))
    company = others()
    beside, rows = company.beside(problems, np.array([[4]]))
    assert beside is problems
    assert problems.texts[rows[4]] == company.texts[4]
