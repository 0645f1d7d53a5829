from __future__ import annotations

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

import stylobench
from stylobench.attributors import lda_subspaces
from stylobench.attributors.lda_subspaces import LdaSubspaces
from stylobench.errors import SpecError
from stylobench.features.texts import as_texts


@pytest.fixture(scope="module")
def corpus():
    return stylobench.world(authors=3, topics=2, documents=36, words=120, seed=2)


@pytest.mark.parametrize("size", [1, 2, 7])
def test_subspaces_share_no_word_and_leave_none_out(corpus, size):
    model = LdaSubspaces(size=size, most_frequent=50).fit(corpus.texts, corpus.column("author"))
    dealt = model.subspaces_.ravel()
    assert sorted(dealt[:50]) == list(range(50))
    assert len(model.subspaces_) == -(-50 // size)


@pytest.mark.parametrize("size", [1, 2, 5])
def test_each_is_a_linear_discriminant_of_scikit_learn(corpus, size, monkeypatch):
    monkeypatch.setattr(lda_subspaces, "RIDGE", 0.0)
    authors = np.array(corpus.column("author"))
    model = LdaSubspaces(size=size, most_frequent=20).fit(corpus.texts, authors)
    values = (model.vectors_.transform(as_texts(corpus.texts)).toarray() - model.centre_) / model.spread_
    each = []
    for subspace in model.subspaces_:
        # its covariance divides by documents, ours by documents minus authors
        judge = LinearDiscriminantAnalysis(solver="lsqr", priors=[1 / 3] * 3).fit(values[:, subspace], authors)
        scores = judge.decision_function(values[:, subspace]) * (36 - 3) / 36
        scores -= (33 / 36 - 1) * np.log(1 / 3)
        odds = np.exp(scores - scores.max(axis=1, keepdims=True))
        each.append(odds / odds.sum(axis=1, keepdims=True))
    product = np.exp(np.log(each).mean(axis=0))
    expected = (np.mean(each, axis=0) + product / product.sum(axis=1, keepdims=True)) / 2
    assert model.predict_proba(corpus.texts) == pytest.approx(expected, abs=1e-9)


def test_an_answer_does_not_depend_on_its_company(corpus):
    model = LdaSubspaces().fit(corpus.texts, corpus.column("author"))
    together = model.predict_proba(list(corpus.texts) * 3)
    assert np.array_equal(together[:1], model.predict_proba(corpus.texts[:1]))


def test_subspaces_of_nothing_are_refused():
    with pytest.raises(SpecError, match=r"lda_subspaces\(size=0\): it must be a whole number of at least 1"):
        LdaSubspaces(size=0).fit(["so it is", "so it was"], ["Ann", "Bob"])
