from __future__ import annotations

import numpy as np
import pytest

import stylobench
from stylobench.attributors.quadratic_delta import QuadraticDelta


def test_worked_out_by_hand():
    """Shares of a are 1, .5, .5, 0: z-scores root 2, 0, 0, minus root 2; means 1 / root 2 and the opposite."""
    model = QuadraticDelta(min_documents=1).fit(["a", "a b", "b a", "b"], ["Ann", "Ann", "Bob", "Bob"])
    assert model.decision_function(["a"]) == pytest.approx([-4.5 + 0.5])
    assert model.decision_function(["a b"]) == pytest.approx([0.0])


def test_it_is_the_likelihood_of_normal_frequencies():
    """Argamon's reading: up to a constant, twice the log likelihood per word is minus the distance."""
    corpus = stylobench.world(authors=3, topics=2, documents=18, words=80, seed=1)
    model = QuadraticDelta(most_frequent=30).fit(corpus.texts, corpus.column("author"))
    matrix = model.vectors_.transform(stylobench.features.texts.as_texts(corpus.texts)).toarray()
    means = model.centre_ + model.profiles_ * model.spread_
    logs = -0.5 * ((matrix[:, None] - means[None]) / model.spread_) ** 2
    scores = model.decision_function(corpus.texts)
    assert scores == pytest.approx(2 * logs.mean(axis=2))
    assert (model.classes_[np.argmax(scores, axis=1)] == model.predict(corpus.texts)).all()
