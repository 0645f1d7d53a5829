from __future__ import annotations

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError
from verifiers.one_topic import auc_of
from verifiers.sample_problems import sample

from stylobench.errors import SpecError, SplitError
from stylobench.records import Floats, Problem
from stylobench.verifiers.lsa import Lsa


def count(text: str, names: list[str]) -> list[int]:
    plain = " ".join(text.lower().split())
    found = [plain[i : i + len(names[0])] for i in range(len(plain))]
    return [found.count(name) for name in names]


def unit(vector: Floats) -> Floats:
    return np.asarray(vector / np.linalg.norm(vector))


def test_it_is_the_cosine_in_the_space_of_the_exact_decomposition() -> None:
    made = sample(words=40)
    train, test = made.problems(made.train), made.problems(made.test)[:8]
    model = Lsa(n=2, features=60, dimensions=4, held_out=0, calibrate="none").fit(train, made.train.same)
    names = model.chosen_.names
    texts = sorted({text for one in train for text in (*one.known, one.questioned)})
    counts = np.array([count(text, names) for text in texts])
    idf = np.log((1 + len(texts)) / (1 + (counts > 0).sum(axis=0))) + 1
    space = np.linalg.svd(np.log1p(counts) * idf)[2][:4].T

    def vector(text: str) -> Floats:
        return unit((np.log1p(count(text, names)) * idf) @ space)

    plain = [unit(np.mean([vector(t) for t in one.known], axis=0)) @ vector(one.questioned) for one in test]
    assert model.verify(test) == pytest.approx((1 + np.array(plain)) / 2, abs=1e-5)


def test_a_space_worked_out_by_hand() -> None:
    # texts of one letter each: with as many directions as letters nothing is lost, and different letters stand upright
    problems = [Problem(("aa",), "aaaa"), Problem(("aa",), "bb")]
    model = Lsa(n=1, dimensions=2, calibrate="none").fit(problems, [True, False])
    assert model.verify(problems).tolist() == pytest.approx([1, 0.5])
    # a stands in two of three training texts and b in one: "ab" leans towards b by the ratio of their weights
    first, second = (np.log((1 + 3) / (1 + documents)) + 1 for documents in (2, 1))
    slope = first / np.hypot(first, second)
    assert model.verify([Problem(("a",), "ab")])[0] == pytest.approx((1 + slope) / 2)


def test_the_reasons_add_up_to_the_cosine() -> None:
    made = sample()
    problems = made.problems(made.train)
    model = Lsa(held_out=0, calibrate="none").fit(problems, made.train.same)
    reasons = model.explain(problems[4], most=10_000)
    total = sum(reason.value for reason in reasons)
    assert (1 + total) / 2 == pytest.approx(model.verify(problems[4:5])[0], abs=1e-9)
    sizes = [abs(reason.value) for reason in reasons]
    assert sizes == sorted(sizes, reverse=True)
    assert model.explain(Problem(("",), "so it is")) == []
    assert model.explain(Problem((), "so it is")) == []
    with pytest.raises(NotFittedError):
        Lsa().explain(problems[0])


def test_it_tells_authors_apart() -> None:
    assert auc_of(Lsa()) > 0.7


def test_the_seed_changes_next_to_nothing() -> None:
    made = sample()
    train, test = made.problems(made.train), made.problems(made.test)
    first, second = (
        Lsa(dimensions=3, seed=seed, calibrate="none").fit(train, made.train.same).verify(test) for seed in (0, 1)
    )
    assert first == pytest.approx(second, abs=1e-2)


def test_parameters_and_texts_that_make_no_sense_are_refused() -> None:
    problems = [Problem(("ab",), "ab"), Problem(("ab",), "c")]
    with pytest.raises(SpecError, match=r"lsa\(dimensions=0\): it must be a whole number of at least 1"):
        Lsa(dimensions=0, held_out=0).fit(problems, [True, False])
    with pytest.raises(SplitError, match="no training text has 3 characters"):
        Lsa(held_out=0).fit(problems, [True, False])
