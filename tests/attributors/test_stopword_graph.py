from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import exp, log

import numpy as np
import pytest

import stylobench
from stylobench.attributors._stopword_edges import ONE, edges
from stylobench.attributors.stopword_graph import StopwordGraph
from stylobench.errors import CorpusError, SpecError
from stylobench.features.function_words import FUNCTION_WORDS
from stylobench.features.texts import Texts
from stylobench.features.words import tokens


def graph(texts, window=10):
    weights: Counter[tuple[str, str]] = Counter()
    for text in texts:
        places = [(i, word) for i, word in enumerate(tokens(text)) if word in FUNCTION_WORDS]
        for (i, first), (j, second) in combinations(places, 2):
            if j - i - 1 < window:
                weights[min(first, second), max(first, second)] += exp(-(j - i - 1))
    return weights


def test_edges_worked_out_by_hand():
    """the kids are playing in the garden: the are 1 between, are in 1, in the 0, the in 3, are the 2, the the 4."""
    found = (
        edges(Texts(["The kids are playing in the garden."]), ["are", "in", "the"], 10).toarray().reshape(3, 3) / ONE
    )
    expected = [[0, exp(-1), exp(-1) + exp(-2)], [0, 0, 1 + exp(-3)], [0, 0, exp(-4)]]
    assert found == pytest.approx(np.array(expected), abs=1e-5)


def test_a_window_leaves_far_pairs_out():
    found = edges(Texts(["the kids are playing in the garden"]), ["are", "in", "the"], 2).toarray().reshape(3, 3) / ONE
    assert found == pytest.approx(np.array([[0, exp(-1), exp(-1)], [0, 0, 1], [0, 0, 0]]), abs=1e-5)


def test_it_is_what_a_plain_implementation_gives():
    corpus = stylobench.world(authors=3, topics=2, documents=12, words=60, seed=2)
    texts, authors = list(corpus.texts), np.array(corpus.column("author"))
    model = StopwordGraph().fit(texts, authors)
    whole = graph(texts)
    total = sum(whole.values())
    expected = []
    for text in texts[:4]:
        mine = {edge: weight for edge, weight in graph([text]).items() if edge in whole}
        row = []
        for who in model.classes_:
            own = graph([texts[i] for i in np.flatnonzero(authors == who)])
            mixed = {e: 0.9 * own[e] / sum(own.values()) + 0.1 * whole[e] / total for e in mine}
            shares = {e: weight / sum(mine.values()) for e, weight in mine.items()}
            row.append(-sum(share * log(share / mixed[e]) for e, share in shares.items()))
        expected.append(row)
    assert model.decision_function(texts[:4]) == pytest.approx(np.array(expected), abs=1e-4)


def test_a_document_without_known_edges_is_as_near_to_everyone():
    model = StopwordGraph().fit(["it is so", "or was it", "and then"], ["Ann", "Bob", "Cid"])
    assert model.decision_function(["kids play", ""]).tolist() == [[0, 0, 0], [0, 0, 0]]


def test_what_it_cannot_use_is_refused_in_one_line():
    with pytest.raises(SpecError, match=r"stopword_graph\(window=0\)"):
        StopwordGraph(window=0).fit(["it is so", "or was it"], ["Ann", "Bob"])
    with pytest.raises(SpecError, match=r"stopword_graph\(smoothing=0\): it must be above 0 and at most 1"):
        StopwordGraph(smoothing=0).fit(["it is so", "or was it"], ["Ann", "Bob"])
    with pytest.raises(CorpusError, match="no two function words"):
        StopwordGraph().fit(["kids play", "dogs bark"], ["Ann", "Bob"])
