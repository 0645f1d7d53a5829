from __future__ import annotations

import numpy as np
import pytest

import stylobench
from stylobench.attributors.profile_intersection import ProfileIntersection
from stylobench.errors import SpecError


def test_worked_out_by_hand():
    """Of the words a b e, Ann's profile has two, Bob's one and Cid's none, however often they stand there."""
    model = ProfileIntersection("words").fit(["a b c", "a a a d", "x"], ["Ann", "Bob", "Cid"])
    assert model.decision_function(["a b b e", ""]) == pytest.approx(np.array([[2 / 3, 1 / 3, 0], [0, 0, 0]]))


def test_profiles_of_documents_are_cut_as_well():
    """The two most frequent words of the document are b and a; of equally frequent ones the first counts."""
    model = ProfileIntersection("words", size=2).fit(["a b", "c d", "x"], ["Ann", "Bob", "Cid"])
    assert model.decision_function(["b b d c a"])[0] == pytest.approx([1, 0, 0])


def test_it_counts_common_ngrams():
    corpus = stylobench.world(authors=3, topics=2, documents=12, words=60, seed=2)
    texts, authors = list(corpus.texts), np.array(corpus.column("author"))
    model = ProfileIntersection("char_ngrams(n=6)", size=100_000).fit(texts, authors)

    def grams(some):
        plain = [" ".join(text.lower().split()) for text in some]
        return {text[i : i + 6] for text in plain for i in range(len(text) - 5)}

    known = [grams([texts[i] for i in np.flatnonzero(authors == who)]) for who in model.classes_]
    tested = ["he said that it was perhaps the best of them", texts[0][:200]]
    expected = [[len(grams([text]) & one) / len(grams([text])) for one in known] for text in tested]
    assert model.decision_function(tested) == pytest.approx(np.array(expected))


def test_a_profile_of_nothing_is_refused():
    with pytest.raises(SpecError, match=r"profile_intersection\(size=1\.5\)"):
        ProfileIntersection(size=1.5).fit(["so it is", "thus it was"], ["Ann", "Bob"])
