from __future__ import annotations

import numpy as np

from stylobench.features.pools import allowed
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.records import Problem
from stylobench.verifiers._other_authors import OtherAuthors, filled
from stylobench.verifiers._training import settled

WORDS = ["so it is", "so it was", "thus we be", "well I am", " ", "and so on", "to be"]
TEXTS = [f"text number {i}" for i in range(30)]


def one(texts: Texts) -> Problems:
    digests = dict(zip(texts, range(len(texts)), strict=True))
    known, questioned = (np.array([digests[text]]) for text in ("so it is", "to be"))
    return Problems(texts, known, np.array([0, 1]), questioned)


def others(texts: list[str] = TEXTS) -> OtherAuthors:
    return OtherAuthors.of(Texts(texts), np.arange(len(texts)))


def drawn(problem: Problem, company: OtherAuthors, size: int = 5, draws: int = 1) -> list[list[str]]:
    places = company.drawn(settled([problem]), draws, np.array([size]), 0)[0]
    names = dict(zip(Texts(TEXTS).digests(), TEXTS, strict=True))
    return [[names[company.digests[place]] for place in row if place >= 0] for row in places]


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
    # two people's texts are left out wherever one or two are concerned
    pooled = one.with_pools(np.arange(30), np.arange(30) // 10)
    company = others()
    places = company.drawn(settled(pooled), 1, np.array([40]), 0)[0, 0]
    drawn_from = {company.digests[place] for place in places if place >= 0}
    assert len(drawn_from) == 10
    assert drawn_from < set(Texts(TEXTS[10:]).digests())


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


def test_blank_texts_are_nobody():
    assert others(["", " ", "x"]).digests == Texts(["x"]).digests()
    assert filled(Texts(["", "x", " "]), np.array([2, 1])).tolist() == [1]
    assert others([]).digests == []


def test_at_most_so_many_and_no_gaps():
    problems = settled([Problem(("a",), "c"), Problem((TEXTS[0],), TEXTS[1])])
    assert [len(row) for row in others().some(problems, 29, 0)] == [29, 28]
    few, more = (others().some(problems, most, 0)[0] for most in (4, 9))
    assert few.tolist() == more[:4].tolist()
    assert [len(row) for row in others([]).some(problems, 3, 0)] == [0, 0]


def test_pools_stop_at_the_same_texts_wherever_these_stand() -> None:
    """A pool may use as many texts as the poorest problem has."""
    found = []
    for order in (np.arange(len(WORDS)), np.arange(len(WORDS))[::-1]):
        texts = Texts([WORDS[place] for place in order])
        digests, problem = sorted(texts.digests()), one(texts)
        two = Problems(texts, np.r_[problem.known, 0], np.array([0, 1, 2]), np.r_[problem.questioned, 0])
        writers = np.array([WORDS.index(text) // 2 for text in texts])
        found.append(allowed(two.with_pools(np.arange(len(texts)), writers).take([0]), digests).tolist())
    assert found[0] == found[1]
    empty = one(Texts(WORDS)).with_pools(np.zeros(0, np.int64), np.zeros(len(WORDS), np.int64))
    assert not allowed(empty, digests).any()
