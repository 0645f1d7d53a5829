from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from verifiers.one_topic import auc_of
from verifiers.sample_problems import sample

from stylobench.errors import SpecError
from stylobench.records import Problem
from stylobench.verifiers.scap import Scap


def commonest(texts: tuple[str, ...], n: int, size: int) -> set[str]:
    plain = [" ".join(text.lower().split()) for text in texts]
    grams = Counter(text[i : i + n] for text in plain for i in range(len(text) - n + 1))
    return set(sorted(grams, key=lambda gram: (-grams[gram], gram))[:size])


@pytest.mark.parametrize(("n", "size"), [(6, 1500), (3, 60)])
def test_it_is_the_size_of_the_intersection(n: int, size: int) -> None:
    made = sample()
    problems = made.problems(made.test)
    model = Scap(n=n, size=size, calibrate="none").fit(made.problems(made.train), made.train.same)
    plain = [len(commonest(one.known, n, size) & commonest((one.questioned,), n, size)) / size for one in problems]
    assert model.verify(problems).tolist() == plain


def test_an_intersection_worked_out_by_hand() -> None:
    # of "aabbc" and "ad" together a (3) and b (2) are common; of "bcc" c (2) and b (1)
    problems = [Problem(("aabbc", "ad"), "bcc"), Problem(("aabbc", "ad"), "dd")]
    model = Scap(n=1, size=2, calibrate="none").fit(problems, [True, False])
    assert model.verify(problems).tolist() == [0.5, 0.0]
    assert [(reason.name, reason.value) for reason in model.explain(problems[0])] == [("b", 0.5)]
    assert model.explain(problems[1]) == []


def test_the_commonest_shared_ngrams_are_named_first() -> None:
    problems = [Problem(("the thing the",), "the then"), Problem(("so",), "the then")]
    model = Scap(n=2, size=20, calibrate="none").fit(problems, [True, False])
    assert [reason.name for reason in model.explain(problems[0], most=3)] == ["th", "he", " t"]


def test_it_tells_authors_apart() -> None:
    assert auc_of(Scap()) > 0.7


def test_texts_shorter_than_an_ngram_get_no_answer() -> None:
    made = sample()
    model = Scap().fit(made.problems(made.train), made.train.same)
    assert np.isnan(model.verify([Problem(("so it is",), "so"), Problem(("so",), "so it is")])).all()


def test_parameters_that_make_no_sense_are_refused() -> None:
    problems = [Problem(("so it is",), "so it was"), Problem(("so it is",), "thus we be")]
    with pytest.raises(SpecError, match=r"scap\(size=0\): it must be a whole number of at least 1"):
        Scap(size=0).fit(problems, [True, False])
    with pytest.raises(SpecError, match=r"scap\(n=1\.5\)"):
        Scap(n=1.5).prepare(problems)  # type: ignore[arg-type]
