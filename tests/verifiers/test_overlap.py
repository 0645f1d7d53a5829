from __future__ import annotations

from collections import Counter
from math import sqrt

import numpy as np
import pytest
from verifiers.one_topic import auc_of
from verifiers.sample_problems import sample

from stylobench.errors import SpecError
from stylobench.records import Problem
from stylobench.verifiers.overlap import Overlap


def grams(texts: tuple[str, ...], n: int) -> Counter[str]:
    plain = [" ".join(text.lower().split()) for text in texts]
    return Counter(text[i : i + n] for text in plain for i in range(len(text) - n + 1))


def plain_score(problem: Problem, n: int) -> float:
    known, its = grams(problem.known, n), grams((problem.questioned,), n)
    product = sum(known[gram] * its[gram] for gram in its)
    cosine = product / sqrt(sum(v * v for v in known.values()) * sum(v * v for v in its.values()))
    return (cosine + len(known.keys() & its.keys()) / min(len(known), len(its))) / 2


@pytest.mark.parametrize("n", [1, 3, 4])
def test_it_is_the_mean_of_cosine_and_overlap(n: int) -> None:
    made = sample()
    problems = made.problems(made.test)
    model = Overlap(n=n, calibrate="none").fit(made.problems(made.train), made.train.same)
    assert model.verify(problems) == pytest.approx([plain_score(one, n) for one in problems], abs=1e-12)


def test_a_score_worked_out_by_hand() -> None:
    # (2, 1) and (1, 0, 1) over a, b, c: cosine 2 / sqrt(5 * 2); one of two letters is shared
    problems = [Problem(("aab",), "ac"), Problem(("aab",), "d")]
    model = Overlap(n=1, calibrate="none").fit(problems, [True, False])
    assert model.verify(problems).tolist() == pytest.approx([(2 / sqrt(10) + 1 / 2) / 2, 0])


def test_the_same_text_scores_one() -> None:
    problems = [Problem(("so it is then",), "so it is then"), Problem(("so it is",), "thus we be")]
    assert Overlap(calibrate="none").fit(problems, [True, False]).verify(problems)[0] == pytest.approx(1)


def test_the_reasons_add_up_to_the_score() -> None:
    made = sample()
    problems = made.problems(made.train)
    model = Overlap(calibrate="none").fit(problems, made.train.same)
    reasons = model.explain(problems[4], most=10_000)
    assert sum(reason.value for reason in reasons) == pytest.approx(model.verify(problems[4:5])[0], abs=1e-12)
    values = [reason.value for reason in reasons]
    assert values == sorted(values, reverse=True)
    assert model.explain(Problem((), "so it is")) == []


def test_it_tells_authors_apart() -> None:
    assert auc_of(Overlap()) > 0.65


def test_texts_shorter_than_an_ngram_get_no_answer() -> None:
    made = sample()
    model = Overlap().fit(made.problems(made.train), made.train.same)
    assert np.isnan(model.verify([Problem(("so it is",), "so"), Problem(("so",), "so it is")])).all()


def test_parameters_that_make_no_sense_are_refused() -> None:
    with pytest.raises(SpecError, match=r"overlap\(n=0\): it must be a whole number of at least 1"):
        Overlap(n=0).fit([Problem(("so",), "so"), Problem(("so",), "it")], [True, False])
