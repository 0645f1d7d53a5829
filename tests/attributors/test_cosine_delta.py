from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.distance import cosine

import stylobench
from stylobench.attributors.burrows_delta import BurrowsDelta
from stylobench.attributors.cosine_delta import CosineDelta


def test_two_words_worked_out_by_hand():
    """Shares of a are 1, .5, .5, 0: z-scores root 2, 0, 0, minus root 2, and the opposite for b."""
    model = CosineDelta(min_documents=1).fit(["a", "a b", "b a", "b"], ["Ann", "Ann", "Bob", "Bob"])
    assert model.decision_function(["a a"]) == pytest.approx([-2.0])  # cosine -1 with Bob, 1 with Ann
    assert model.decision_function(["a b"]) == pytest.approx([0.0])  # in the middle: no angle with anyone


def test_it_is_the_cosine_of_the_z_scores_of_burrows_delta():
    corpus = stylobench.world(authors=3, topics=2, documents=18, words=80, seed=1)
    model = CosineDelta(most_frequent=40).fit(corpus.texts, corpus.column("author"))
    plain = BurrowsDelta(most_frequent=40).fit(corpus.texts, corpus.column("author"))
    matrix = plain.vectors_.transform(stylobench.features.texts.as_texts(corpus.texts)).toarray()
    z = (matrix - plain.centre_) / plain.spread_
    expected = [[-cosine(row, profile) for profile in plain.profiles_] for row in z]
    assert model.decision_function(corpus.texts) == pytest.approx(np.array(expected))


def test_how_strong_a_habit_shows_does_not_matter():
    texts = ["a a b c c d", "a a b c d d", "a b b c d d", "a b b c c d"]
    model = CosineDelta(min_documents=1).fit(texts, ["Ann", "Ann", "Bob", "Bob"])
    mild, strong = model.decision_function(["a a a b b c c d d", "a a b c d"])
    assert mild == pytest.approx(strong, abs=0.05)
    assert mild < 0
