from __future__ import annotations

import numpy as np
import pytest
from verifiers.new_authors import auc_on_new_authors
from verifiers.sample_problems import sample

from stylobench.errors import SpecError
from stylobench.features.code_lengths import of_symbols
from stylobench.features.texts import Texts
from stylobench.features.token_sequences import token_sequences
from stylobench.records import Problem
from stylobench.verifiers._training import settled
from stylobench.verifiers.ppm_tokens import KINDS_OF_TOKENS, PpmTokens


def length(text: str, after: str = "") -> tuple[float, int]:
    """Bits of the words of a text, and how many there are."""
    found = token_sequences(Texts([text, after]), "words")
    parts = [found.symbols[: found.ends[1]], found.symbols[found.ends[1] :]]
    couple = np.array([[1 if after else -1, 0]])
    return float(of_symbols(parts, couple, (2, KINDS_OF_TOKENS))[0]), len(parts[0])


def measures(problem: Problem) -> list[float]:
    rows = []
    for known in problem.known:
        (forth, size), (back, other_size) = length(problem.questioned, known), length(known, problem.questioned)
        both = forth / size, back / other_size
        alone = length(problem.questioned)[0] + length(known)[0]
        rows.append([(both[0] + both[1]) / 2, abs(both[0] - both[1]), 1 - (forth + back) / alone])
    return np.mean(rows, axis=0).tolist()


def test_measures_by_their_definition():
    made = sample(documents=20, words=40)
    problems = made.problems(made.train)[:8]
    assert PpmTokens()._measures(settled(problems)) == pytest.approx(np.array([measures(one) for one in problems]))


def test_a_text_after_itself_is_nearly_free():
    text = " ".join(f"word{i}" for i in range(60))
    found = PpmTokens()._measures(settled([Problem((text,), text)]))[0]
    assert found[1] == 0
    assert found[2] > 0.8


@pytest.mark.parametrize("tokens", ["words", "pos"])
def test_it_tells_authors_apart(tokens):
    assert auc_on_new_authors(PpmTokens(tokens=tokens)) > 0.8


def test_no_words_no_answer():
    made = sample(documents=20, words=40)
    model = PpmTokens().fit(made.problems(made.train), made.train.same)
    assert np.isnan(model.verify([Problem(("?! ...",), "it is"), Problem(("it is",), "?!")])).all()


def test_it_rests_on_its_measures():
    made = sample(documents=20, words=40)
    model = PpmTokens().fit(made.problems(made.train), made.train.same)
    names = {reason.name for reason in model.explain(made.problems(made.test)[0])}
    assert names <= set(model._names)
    assert names


def test_wrong_parameters_are_named():
    with pytest.raises(SpecError, match=r"ppm_tokens\(tokens='lemmas'\): it can be one of: words, pos"):
        PpmTokens(tokens="lemmas").fit([Problem(("a",), "b")], [True])
    with pytest.raises(SpecError, match=r"ppm_tokens\(order=0\): it must be a whole number"):
        PpmTokens(order=0).fit([Problem(("a",), "b")], [True])
