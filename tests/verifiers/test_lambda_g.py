from __future__ import annotations

import numpy as np
import pytest
from scipy.special import expit
from verifiers.new_authors import auc_on_new_authors
from verifiers.pooled_world import same_people
from verifiers.sample_problems import sample

from stylobench.errors import SpecError
from stylobench.features import kneser_ney
from stylobench.features.texts import Texts
from stylobench.features.token_sequences import token_sequences
from stylobench.records import Problem
from stylobench.verifiers._grammars import SPARE, TOKENS
from stylobench.verifiers._training import settled
from stylobench.verifiers.lambda_g import SLOPE, LambdaG


def tokens(texts: list[str]) -> list[np.ndarray]:
    found = token_sequences(Texts(texts), "masked")
    return [found.symbols[a:b] for a, b in zip(found.ends[:-1], found.ends[1:], strict=True)]


def ratio(model: LambdaG, problem: Problem) -> float:
    """Lambda per token, one grammar after the other."""
    places = model.others_.drawn(settled([problem]), model.grammars, np.array([SPARE * len(problem.known)]), 0)[0]
    every = tokens([*problem.known, problem.questioned, *model.others_.texts])
    known, asked, others = every[: len(problem.known)], every[len(problem.known)], every[len(problem.known) + 1 :]
    shape = kneser_ney.shape(model.order, TOKENS)
    bits = []
    for row in places:
        sample_size, parts = sum(map(len, known)), []
        for place in row[row >= 0]:
            parts.append(others[place][:sample_size])
            sample_size -= len(parts[-1])
        bits.append(kneser_ney.costs(parts, asked, shape).sum())
    return float((np.mean(bits) - kneser_ney.costs(known, asked, shape).sum()) / len(asked))


def test_lambda_by_its_definition():
    made = sample(documents=30, words=40)
    model = LambdaG(order=4, grammars=5, calibrate="none").fit(made.problems(made.train), made.train.same)
    asked = made.problems(made.test)
    expected = [expit(SLOPE * ratio(model, problem)) for problem in asked]
    assert model.verify(asked) == pytest.approx(expected)


def test_it_tells_authors_apart():
    assert auc_on_new_authors(LambdaG(grammars=10)) > 0.8


def test_content_words_make_no_difference():
    made = sample(documents=20, words=40)
    model = LambdaG(grammars=5).fit(made.problems(made.train), made.train.same)
    known = (made.texts[0],)
    first = Problem(known, "The dog saw the house, and it was old.")
    second = Problem(known, "The cat saw the table, and it was old.")
    answers = model.verify([first, second])
    assert answers[0] == answers[1]


def test_no_words_no_answer():
    made = sample(documents=20, words=40)
    model = LambdaG(grammars=5).fit(made.problems(made.train), made.train.same)
    assert np.isnan(model.verify([Problem(("?! ...",), "it is"), Problem(("it is",), "?!")])).all()
    assert model.explain(Problem(("?!",), "it is")) == []


def test_reasons_sum_to_lambda():
    made = sample(documents=30, words=40)
    model = LambdaG(order=4, grammars=5).fit(made.problems(made.train), made.train.same)
    asked = made.problems(made.test)[0]
    reasons = model.explain(asked, most=10_000)
    assert sum(reason.value for reason in reasons) == pytest.approx(ratio(model, asked))
    assert abs(reasons[0].value) >= abs(reasons[-1].value)


def test_wrong_parameters_are_named():
    for name in ("order", "grammars"):
        with pytest.raises(SpecError, match=rf"lambda_g\({name}=-1\): it must be a whole number"):
            LambdaG(**{name: -1}).fit([Problem(("a",), "b")], [True])


def test_a_rewritten_questioned_text_meets_the_same_people():
    assert same_people("lambda_g(grammars=2)")
