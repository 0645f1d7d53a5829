from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError
from verifiers.one_topic import auc_of
from verifiers.sample_problems import sample

from stylobench.errors import SpecError
from stylobench.records import Problem
from stylobench.verifiers.profile_distance import ProfileDistance


def shares(texts: tuple[str, ...], n: int, size: int) -> dict[str, float]:
    plain = [" ".join(text.lower().split()) for text in texts]
    grams = Counter(text[i : i + n] for text in plain for i in range(len(text) - n + 1))
    return {gram: grams[gram] / grams.total() for gram in sorted(grams, key=lambda g: (-grams[g], g))[:size]}


def plain_score(problem: Problem, n: int, sizes: tuple[int, int], over: str) -> float:
    theirs, its = shares(problem.known, n, sizes[0]), shares((problem.questioned,), n, sizes[1])
    counted = its if over == "questioned" else its | theirs
    terms = [
        (2 * (its.get(g, 0) - theirs.get(g, 0)) / (its.get(g, 0) + theirs.get(g, 0))) ** 2 for g in sorted(counted)
    ]
    return 1 - sum(terms) / 4 / len(terms)


@pytest.mark.parametrize("over", ["questioned", "both"])
@pytest.mark.parametrize(("n", "sizes"), [(3, (50, 80)), (5, (2000, 10000))])
def test_it_is_the_mean_dissimilarity_of_shares(n: int, sizes: tuple[int, int], over: str) -> None:
    made = sample()
    problems = made.problems(made.test)
    model = ProfileDistance(n=n, known=sizes[0], questioned=sizes[1], over=over, calibrate="none")
    answers = model.fit(made.problems(made.train), made.train.same).verify(problems)
    assert answers == pytest.approx([plain_score(problem, n, sizes, over) for problem in problems], abs=1e-12)


def test_a_distance_worked_out_by_hand() -> None:
    # known: a 3/4, b 1/4; questioned: a 1/2, c 1/2; (2 * (1/4) / (5/4))^2 = .16 for a, 4 for b and c
    problems = [Problem(("aaab",), "acac"), Problem(("aaab",), "d")]
    model = ProfileDistance(n=1, calibrate="none").fit(problems, [True, False])
    assert model.verify(problems).tolist() == pytest.approx([1 - 4.16 / 8, 0])
    model = ProfileDistance(n=1, over="both", calibrate="none").fit(problems, [True, False])
    assert model.verify(problems).tolist() == pytest.approx([1 - 8.16 / 12, 0])


def test_the_reasons_add_up_to_the_score() -> None:
    made = sample()
    problems = made.problems(made.train)
    model = ProfileDistance(n=3, calibrate="none").fit(problems, made.train.same)
    reasons = model.explain(problems[4], most=10_000)
    assert sum(reason.value for reason in reasons) == pytest.approx(model.verify(problems[4:5])[0], abs=1e-12)
    assert model.explain(problems[4], most=3) == reasons[:3]
    assert model.explain(Problem(("",), "so it is")) == []
    with pytest.raises(NotFittedError):
        ProfileDistance().explain(problems[0])


def test_it_tells_authors_apart() -> None:
    assert auc_of(ProfileDistance()) > 0.7


def test_texts_shorter_than_an_ngram_get_no_answer() -> None:
    made = sample()
    model = ProfileDistance().fit(made.problems(made.train), made.train.same)
    assert np.isnan(model.verify([Problem(("so it is",), "so"), Problem(("so",), "so it is")])).all()


def test_parameters_that_make_no_sense_are_refused() -> None:
    problems, same = [Problem(("so it is",), "so it was"), Problem(("so it is",), "thus we be")], [True, False]
    with pytest.raises(SpecError, match=r"profile_distance\(known=0\): it must be a whole number of at least 1"):
        ProfileDistance(known=0).fit(problems, same)
    with pytest.raises(SpecError, match=r"profile_distance\(over='all'\): it can be one of: questioned, both"):
        ProfileDistance(over="all").prepare(problems)
