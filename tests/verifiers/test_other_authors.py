from __future__ import annotations

import numpy as np
import pytest

from stylobench.errors import SpecError
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.records import Problem
from stylobench.verifiers._other_authors import OtherAuthors, checked
from stylobench.verifiers._training import settled

TEXTS = [f"text number {i}" for i in range(30)]


def others(texts: list[str] = TEXTS) -> OtherAuthors:
    return OtherAuthors.of(Texts(texts), np.arange(len(texts)))


def drawn(problem: Problem, company: OtherAuthors, size: int = 5, draws: int = 1) -> list[list[str]]:
    places = company.drawn(settled([problem]), draws, np.array([size]), 0)[0]
    return [[company.texts[place] for place in row if place >= 0] for row in places]


def test_who_is_drawn_hangs_on_the_known_texts_only():
    first = drawn(Problem(("a", "b"), "c"), others())
    assert len(set(first[0])) == 5
    assert first == drawn(Problem(("b", "a"), "rewritten"), others(TEXTS[::-1]))
    assert first != drawn(Problem(("a",), "c"), others())


def test_without_one_text_the_others_stay():
    whole = drawn(Problem(("a",), "c"), others(), size=6)[0]
    fewer = drawn(Problem(("a",), "c"), others([text for text in TEXTS if text != whole[2]]))[0]
    assert fewer == [text for text in whole if text != whole[2]]


def test_the_own_texts_of_a_problem_are_never_drawn():
    problem = Problem((TEXTS[3], TEXTS[4]), TEXTS[5])
    assert set(drawn(problem, others(), size=40)[0]) == set(TEXTS) - set(TEXTS[3:6])


def test_pools_bar_the_people_concerned():
    texts = Texts(TEXTS)
    one = Problems(texts, np.array([0]), np.array([0, 1]), np.array([1]))
    pooled = one.with_pools(np.arange(30), np.arange(30) // 10)
    company = others()
    places = company.drawn(settled(pooled), 1, np.array([40]), 0)[0, 0]
    assert {company.texts[place] for place in places if place >= 0} == set(TEXTS[10:])


def test_draws_differ_and_other_seeds_draw_others():
    rows = drawn(Problem(("a",), "c"), others(), draws=20)
    assert len({tuple(row) for row in rows}) > 15
    problems = settled([Problem(("a",), "c")])
    first, second = (others().drawn(problems, 1, np.array([8]), seed) for seed in (0, 1))
    assert not np.array_equal(first, second)


def test_every_text_is_drawn_about_equally_often():
    problems = settled([Problem((f"known {i}",), "c") for i in range(600)])
    places = others().drawn(problems, 1, np.full(600, 5), 0)
    counts = np.bincount(places.ravel(), minlength=30)
    # 600 x 5 draws over 30 texts: 100 each, standard deviation 9.1
    assert ((counts > 55) & (counts < 145)).all()


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


def test_blank_texts_are_nobody():
    assert others(["", " ", "x"]).texts == ["x"]


@pytest.mark.parametrize("value", [0, -1, 2.5, True, "3"])
def test_numbers_are_checked(value):
    with pytest.raises(SpecError, match=r"method\(others=.*\): it must be a whole number of at least 1"):
        checked("method", others=value)
