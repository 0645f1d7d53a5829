from __future__ import annotations

from collections import Counter
from math import log, sqrt

import numpy as np
import pytest
from verifiers.one_topic import auc_of
from verifiers.sample_problems import sample

from stylobench.errors import SpecError
from stylobench.features.pos_bigrams import PosBigrams
from stylobench.records import Problem
from stylobench.verifiers.pos_ngrams import PosNgrams


def tags(texts: tuple[str, ...]) -> Counter[str]:
    counts = PosBigrams().count(texts)
    totals = np.asarray(counts.matrix.sum(axis=0)).ravel()
    return Counter({name: int(total) for name, total in zip(counts.names, totals, strict=True)})


def test_it_is_the_cosine_of_weighted_pairs_of_tags() -> None:
    made = sample(documents=30, words=40)
    train, test = made.problems(made.train), made.problems(made.test)
    model = PosNgrams(features=50, calibrate="none").fit(train, made.train.same)
    each = [tags((text,)) for text in sorted({text for one in train for text in (*one.known, one.questioned)})]
    totals = sum(each, Counter[str]())
    chosen = sorted(totals, key=lambda name: (-totals[name], name))[:50]
    idf = {name: log((1 + len(each)) / (1 + sum(name in one for one in each))) + 1 for name in chosen}

    def cosine(problem: Problem) -> float:
        known, its = tags(problem.known), tags((problem.questioned,))
        sides = [[side[name] * idf[name] for name in chosen] for side in (known, its)]
        product = sum(a * b for a, b in zip(*sides, strict=True))
        return product / sqrt(sum(a * a for a in sides[0]) * sum(b * b for b in sides[1]))

    assert model.verify(test) == pytest.approx([cosine(problem) for problem in test], abs=1e-9)


def test_words_do_not_count_but_their_order_does() -> None:
    problems = [Problem(("We saw the cat.",), "You met the dog."), Problem(("We saw the cat.",), "Slowly, slowly!")]
    model = PosNgrams(calibrate="none").fit(problems, [True, False])
    same, turned = model.verify([problems[0], Problem(("We saw the cat.",), "Dog the met you.")])
    assert same == pytest.approx(1)
    assert turned < 0.8
    assert "DT NN" in {reason.name for reason in model.explain(problems[0])}


def test_it_tells_authors_apart() -> None:
    assert auc_of(PosNgrams()) > 0.6


def test_parameters_that_make_no_sense_are_refused() -> None:
    problems = [Problem(("We saw the cat.",), "You met the dog."), Problem(("We saw the cat.",), "Slowly!")]
    with pytest.raises(SpecError, match="features=0: at least 1 is needed"):
        PosNgrams(features=0).fit(problems, [True, False])
