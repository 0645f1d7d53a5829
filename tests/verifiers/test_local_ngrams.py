from __future__ import annotations

from collections import Counter
from math import sqrt

import numpy as np
import pytest
from verifiers.one_topic import auc_of
from verifiers.sample_problems import sample

from stylobench.errors import SpecError, SplitError
from stylobench.records import Problem
from stylobench.verifiers.local_ngrams import LocalNgrams


def grams(texts: tuple[str, ...], n: int) -> Counter[str]:
    plain = [" ".join(text.lower().split()) for text in texts]
    return Counter(text[i : i + n] for text in plain for i in range(len(text) - n + 1))


def local(texts: tuple[str, ...], background: Counter[str], n: int, size: int) -> dict[str, float]:
    counts = {gram: count for gram, count in grams(texts, n).items() if gram in background}
    total, whole = sum(counts.values()), background.total()
    apart = {gram: counts.get(gram, 0) / total - background[gram] / whole for gram in background}
    least = sorted(map(abs, apart.values()), reverse=True)[:size][-1]
    return {gram: value for gram, value in apart.items() if abs(value) >= least - 1e-15}


def plain_cosine(first: dict[str, float], second: dict[str, float]) -> float:
    product = sum(first[gram] * second[gram] for gram in first.keys() & second.keys())
    return product / sqrt(sum(v * v for v in first.values()) * sum(v * v for v in second.values()))


@pytest.mark.parametrize(("n", "size"), [(3, 1000), (3, 60), (2, 30)])
def test_it_is_the_cosine_of_differences_from_the_training_texts(n: int, size: int) -> None:
    made = sample()
    train, test = made.problems(made.train), made.problems(made.test)
    background = grams(tuple({text for one in train for text in (*one.known, one.questioned)}), n)
    answers = LocalNgrams(n=n, size=size, calibrate="none").fit(train, made.train.same).verify(test)
    sides = [[local(texts, background, n, size) for texts in (one.known, (one.questioned,))] for one in test]
    assert answers == pytest.approx([(1 + plain_cosine(*both)) / 2 for both in sides], abs=1e-9)


def test_a_cosine_worked_out_by_hand() -> None:
    # background of "aab", "abb", "bbb": a 1/3, b 2/3; differences 1/3, -1/3 of "aab" and 0 of "abb", -1/3, 1/3 of "bbb"
    problems = [Problem(("aab",), "abb"), Problem(("aab",), "bbb")]
    model = LocalNgrams(n=1, calibrate="none").fit(problems, [True, False])
    assert model.verify([Problem(("aab",), "bbb"), Problem(("aab",), "aab")]).tolist() == pytest.approx([0, 1])
    reasons = model.explain(problems[1])
    assert {reason.name: round(reason.value, 9) for reason in reasons} == {"a": -0.5, "b": -0.5}


def test_the_reasons_add_up_to_the_cosine() -> None:
    made = sample()
    problems = made.problems(made.train)
    model = LocalNgrams(size=100, calibrate="none").fit(problems, made.train.same)
    reasons = model.explain(problems[4], most=10_000)
    total = sum(reason.value for reason in reasons)
    assert (1 + total) / 2 == pytest.approx(model.verify(problems[4:5])[0], abs=1e-12)
    sizes = [abs(reason.value) for reason in reasons]
    assert sizes == sorted(sizes, reverse=True)
    assert len(model.explain(problems[4], most=3)) == 3
    assert model.explain(Problem(("",), "so it is")) == []


def test_it_tells_authors_apart() -> None:
    assert auc_of(LocalNgrams()) > 0.8


def test_texts_with_no_ngram_of_the_training_texts_get_no_answer() -> None:
    made = sample()
    model = LocalNgrams().fit(made.problems(made.train), made.train.same)
    assert np.isnan(model.verify([Problem(("so it is",), "so"), Problem(("日本語の文章",), "so it is")])).all()


def test_parameters_and_texts_that_make_no_sense_are_refused() -> None:
    problems = [Problem(("ab",), "ab"), Problem(("ab",), "c")]
    with pytest.raises(SpecError, match=r"local_ngrams\(size=0\): it must be a whole number of at least 1"):
        LocalNgrams(size=0).fit(problems, [True, False])
    with pytest.raises(SplitError, match="no training text has 3 characters"):
        LocalNgrams().fit(problems, [True, False])
