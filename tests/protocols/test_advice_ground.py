from __future__ import annotations

import numpy as np
import pytest

import stylobench
from stylobench.errors import SplitError
from stylobench.protocols.advice_ground import Bench, Judge
from stylobench.records import Corpus, Document, Problem, Trial


@pytest.fixture(scope="module")
def world() -> Corpus:
    return stylobench.world(authors=8, topics=2, documents=64, words=250, seed=3, style=3.0)


@pytest.fixture(scope="module")
def others(world: Corpus) -> Corpus:
    return Corpus.of("others", [one for one in world.documents if one.author != world.documents[0].author])


def test_the_writers_own_texts_are_not_learnt_from(world: Corpus) -> None:
    own = {world.texts[0], world.texts[1]}
    bench = Bench.of(world, tuple(own), 0)
    assert own.isdisjoint(bench.texts[row] for row in bench.trials.rows)
    assert bench.trials.same.any()
    assert not bench.trials.same.all()


def test_problems_that_a_corpus_ships_are_used() -> None:
    documents = [Document(f"{number}", f"text number {number} so it is") for number in range(8)]
    trials = [Trial(f"t{n}", (f"{2 * n}",), f"{2 * n + 1}", same) for n, same in enumerate((True, False, None, True))]
    bench = Bench.of(Corpus.of("pan", documents, trials=trials), (), 0)
    assert bench.trials.questioned.tolist() == [1, 3, 7]
    assert bench.trials.same.tolist() == [True, False, True]
    assert bench.strangers == (Problem((documents[2].text,), documents[3].text),)


def test_a_fitted_verifier_is_taken_as_it_is(others: Corpus) -> None:
    class Half:
        def verify(self, problems):
            return np.array([0.25 + 0.5 * (len(problem.questioned) % 2) for problem in problems])

    given = Half()
    judge = Judge.of(given, Bench.of(others, (), 0), 0)
    assert judge.verifier is given
    assert judge.recognises(float("nan")) is None
    assert judge.rank(0.8, True)[0] == 1.0


def test_others_without_two_texts_of_anyone_are_a_clear_error() -> None:
    corpus = Corpus.of("few", [Document("1", "so", "ann"), Document("2", "it", "bob")])
    with pytest.raises(SplitError, match="no author with two texts"):
        Bench.of(corpus, (), 0)
