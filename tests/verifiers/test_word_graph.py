from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from verifiers.strong_style import auc_of, strong_style

from stylobench.features.function_words import FUNCTION_WORDS
from stylobench.features.problems import Problems
from stylobench.features.words import tokens
from stylobench.records import Problem
from stylobench.verifiers.word_graph import MEASURES, WordGraph


def measures(problem: Problem) -> list[float]:
    return [float(value) for value in WordGraph()._measures(Problems.of([problem]))[0]]


def edges(*texts: str) -> Counter[tuple[str, str]]:
    return Counter(edge for text in texts for edge in pairwise(tokens(text)))


def plain(problem: Problem) -> list[float]:
    """The measures by sets and dictionaries."""
    one, other = edges(*problem.known), edges(problem.questioned)
    words = [{word for edge in graph for word in edge} for graph in (one, other)]
    degrees = [Counter(word for edge in graph for word in edge) for graph in (one, other)]
    listed = [Counter({e: n for e, n in g.items() if set(e) <= set(FUNCTION_WORDS)}) for g in (one, other)]
    product = sum(degrees[0][word] * degrees[1][word] for word in words[0] & words[1])
    lengths = math.prod(math.sqrt(sum(n * n for n in degree.values())) for degree in degrees)
    density = sorted(len(graph) / len(some) for graph, some in zip((one, other), words, strict=True))
    return [
        2 * len(words[0] & words[1]) / (len(words[0]) + len(words[1])),
        2 * len(one.keys() & other.keys()) / (len(one) + len(other)),
        common(one, other),
        common(*listed),
        product / lengths,
        density[0] / density[1],
    ]


def common(one: Counter[tuple[str, str]], other: Counter[tuple[str, str]]) -> float:
    if not one or not other:
        return 0.0
    return sum(min(one[e] / one.total(), other[e] / other.total()) for e in one.keys() & other.keys())


def test_measures_by_hand() -> None:
    # edges ub bu uc against ub bd; degrees u 3, b 2, c 1 against u 1, b 2, d 1
    found = measures(Problem(("u b u c",), "u b d"))
    assert found == pytest.approx([2 / 3, 2 / 5, 1 / 3, 0, 7 / math.sqrt(14 * 6), 2 / 3])


def test_measures_are_those_of_a_plain_count() -> None:
    made = strong_style(documents=30)
    for problem in made.problems(made.test):
        assert measures(problem) == pytest.approx(plain(problem))


def test_equal_texts_have_everything_in_common() -> None:
    assert measures(Problem(("to be or not to be",), "To be, or not to be!")) == pytest.approx([1.0] * len(MEASURES))


def test_known_texts_make_one_graph_without_edges_between_them() -> None:
    assert measures(Problem(("u b", "c u"), "u b"))[1] == pytest.approx(2 / 3)
    assert measures(Problem(("u b", "c u"), "b c"))[1] == 0


def test_a_text_of_one_word_has_no_edge_and_gets_no_answer() -> None:
    made = strong_style(documents=30)
    model = WordGraph().fit(made.problems(made.train), made.train.same)
    some = made.texts[0]
    assert np.isnan(model.verify([Problem((some,), "so"), Problem(("?!",), some)])).all()


def test_it_tells_authors_apart() -> None:
    assert auc_of(WordGraph(), strong_style()) > 0.9


def test_it_explains_itself_by_its_measures() -> None:
    made = strong_style(documents=30)
    model = WordGraph().fit(made.problems(made.train), made.train.same)
    reasons = model.explain(made.problems(made.test)[0])
    assert {reason.name for reason in reasons} <= set(MEASURES)
    assert [abs(reason.value) for reason in reasons] == sorted((abs(r.value) for r in reasons), reverse=True)
    assert model.explain(Problem(("",), "so")) == []
