from __future__ import annotations

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError
from verifiers.one_topic import auc_of
from verifiers.sample_problems import sample

from stylobench.errors import SpecError
from stylobench.features.words import tokens
from stylobench.records import Problem
from stylobench.verifiers._verifier import Reason
from stylobench.verifiers.ngram_tracing import NgramTracing

PROBLEMS = [Problem(("and so it is today",), "and so it was"), Problem(("and so it is today",), "thus we be")]


def word_set(texts: tuple[str, ...], n: int) -> set[tuple[str, ...]]:
    return {gram for text in texts for gram in zip(*(tokens(text)[i:] for i in range(n)), strict=False)}


def test_a_coefficient_worked_out_by_hand() -> None:
    # the questioned text has 13 - 8 = 5 runs of 9 characters, of which the first two stand in the known one too
    model = NgramTracing(calibrate="none").fit(PROBLEMS, [True, False])
    assert model.verify(PROBLEMS).tolist() == [2 / 5, 0]
    assert model.explain(PROBLEMS[0]) == [Reason("and so it ", 2 / 5)]


def test_all_known_texts_make_one_set_and_repetition_counts_nothing() -> None:
    model = NgramTracing(n=2, calibrate="none").fit(PROBLEMS, [True, False])
    asked = [Problem(("abc", "cdcdcd"), "abcdx"), Problem(("abababab",), "ab ab ab")]
    assert model.verify(asked).tolist() == [3 / 4, 2 / 2 * 1 / 2]


@pytest.mark.parametrize("n", [1, 3])
def test_by_words_it_is_the_overlap_of_sets_of_words(n: int) -> None:
    made = sample()
    problems = made.problems(made.test)
    model = NgramTracing(n=n, unit="words", calibrate="none").fit(made.problems(made.train), made.train.same)
    sets = [(word_set(one.known, n), word_set((one.questioned,), n)) for one in problems]
    assert model.verify(problems).tolist() == [len(a & b) / min(len(a), len(b)) for a, b in sets]


@pytest.mark.parametrize(("n", "unit"), [(5, "characters"), (1, "words"), (2, "words")])
def test_the_passages_add_up_to_the_score(n: int, unit: str) -> None:
    made = sample()
    problems = made.problems(made.train)
    model = NgramTracing(n=n, unit=unit, calibrate="none").fit(problems, made.train.same)
    reasons = model.explain(problems[4], most=10_000)
    assert sum(reason.value for reason in reasons) == pytest.approx(model.verify(problems[4:5])[0], abs=1e-12)
    values = [reason.value for reason in reasons]
    assert values == sorted(values, reverse=True)
    asked = " ".join(tokens(problems[4].questioned) if unit == "words" else problems[4].questioned.lower().split())
    assert all(reason.name in asked for reason in reasons)


def test_it_tells_authors_apart() -> None:
    assert auc_of(NgramTracing()) > 0.7


def test_texts_shorter_than_an_ngram_get_no_answer() -> None:
    model = NgramTracing(calibrate="none").fit(PROBLEMS, [True, False])
    assert np.isnan(model.verify([Problem(("so it is",), "and so it is"), Problem(("and so it is",), "so")])).all()
    assert model.explain(Problem(("so it is",), "so it was")) == []
    with pytest.raises(NotFittedError):
        NgramTracing().explain(PROBLEMS[0])


def test_parameters_that_make_no_sense_are_refused() -> None:
    with pytest.raises(SpecError, match=r"ngram_tracing\(n=0\): it must be a whole number of at least 1"):
        NgramTracing(n=0).fit(PROBLEMS, [True, False])
    with pytest.raises(SpecError, match=r"ngram_tracing\(unit='lines'\): it can be one of: characters, words"):
        NgramTracing(unit="lines").fit(PROBLEMS, [True, False])
