from __future__ import annotations

import numpy as np
import pytest

import stylobench
from stylobench.attributors.random_subspaces import RandomSubspaces
from stylobench.errors import SpecError
from stylobench.features.texts import as_texts

TEXTS, AUTHORS = ["so it is", "thus it was"] * 3, ["Ann", "Bob"] * 3


def votes(model, texts):
    """One document, round and author after the other."""
    rows = model.vectors_.transform(as_texts(texts)).toarray()
    shares = np.zeros((len(rows), len(model.classes_)))
    for i, row in enumerate(rows):
        for turn in range(model.rounds):
            seen = model.chosen_[:, turn]
            x, people = row[seen], model.authors_[seen].T
            if model.similarity == "cosine":
                near = [x @ y / np.sqrt(y @ y) if y.any() else 0.0 for y in people]
            else:
                near = [np.minimum(x, y).sum() / max(np.maximum(x, y).sum(), 1e-300) for y in people]
            best = np.isclose(near, max(near), rtol=1e-12, atol=0)
            shares[i, best] += 1 / best.sum() / model.rounds
    return shares


@pytest.mark.parametrize("similarity", ["cosine", "minmax"])
def test_votes_are_what_a_plain_implementation_counts(similarity):
    corpus = stylobench.world(authors=3, topics=2, documents=24, words=80, seed=2)
    model = RandomSubspaces(rounds=25, similarity=similarity).fit(corpus.texts, corpus.column("author"))
    tested = [*corpus.texts[:6], "he said that it was perhaps so", ""]
    assert model.predict_proba(tested) == pytest.approx(votes(model, tested))


def test_rounds_see_their_share_of_the_features_and_differ():
    model = RandomSubspaces(rounds=7, share=0.4, min_documents=1).fit(TEXTS, AUTHORS)
    assert (model.chosen_.sum(axis=0) == round(0.4 * len(model.chosen_))).all()
    assert len(np.unique(model.chosen_, axis=1).T) > 1


def test_one_round_that_sees_everything_is_the_nearest_author():
    model = RandomSubspaces("words", rounds=1, share=1.0, min_documents=1).fit(["a a b", "b c"], ["Ann", "Bob"])
    # cosines with a b: 3 / root 10 and 1 / 2
    assert model.predict_proba(["a b", "c", "zzz"]).tolist() == [[1, 0], [0, 1], [0.5, 0.5]]


def test_another_seed_draws_other_rounds():
    first, second = (RandomSubspaces(rounds=5, seed=seed).fit(TEXTS, AUTHORS).chosen_ for seed in (0, 1))
    assert not np.array_equal(first, second)


@pytest.mark.parametrize(
    ("wrong", "line"),
    [
        ({"rounds": 0}, r"random_subspaces\(rounds=0\)"),
        ({"share": 0.0}, r"random_subspaces\(share=0\.0\): it must be above 0 and at most 1"),
        ({"similarity": "dice"}, r"similarity='dice'\): it can be one of: cosine, minmax"),
        ({"features": "vocabulary_richness"}, "'vocabulary_richness' measures"),
    ],
)
def test_wrong_parameters_are_refused_in_one_line(wrong, line):
    with pytest.raises(SpecError, match=line):
        RandomSubspaces(**wrong).fit(TEXTS, AUTHORS)
