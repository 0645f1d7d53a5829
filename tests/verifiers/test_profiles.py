from __future__ import annotations

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from stylobench.features.texts import Texts
from stylobench.verifiers._profiles import Profile, dissimilarities, ngram_counts

TEXTS = st.lists(st.text("ab c", max_size=30), min_size=1, max_size=4)


@given(TEXTS, st.integers(1, 5))
def test_a_profile_holds_the_commonest_ngrams_of_all_texts_together(texts: list[str], size: int) -> None:
    plain = [" ".join(text.split()) for text in texts]
    grams = Counter(text[i : i + 2] for text in plain for i in range(len(text) - 1))
    commonest = sorted(grams, key=lambda gram: (-grams[gram], gram))[:size]
    counts = ngram_counts(Texts(texts), "characters", 2)
    profile = Profile.of(counts, np.arange(len(texts)), size)
    found = dict(zip([counts.names[column] for column in profile.columns], profile.shares, strict=True))
    assert found == {gram: grams[gram] / grams.total() for gram in commonest}
    assert list(found) == sorted(found)


def test_shares_of_ngrams_that_a_profile_lacks_are_zero() -> None:
    profile = Profile(np.array([2, 5]), np.array([0.75, 0.25]))
    assert profile.shares_of(np.array([0, 2, 3, 5, 9])).tolist() == [0, 0.75, 0, 0.25, 0]
    assert Profile(np.zeros(0, np.int64), np.zeros(0)).shares_of(np.array([1])).tolist() == [0]


def test_word_ngrams_are_runs_of_words() -> None:
    counts = ngram_counts(Texts(["To be, or not to be", "be"]), "words", 2)
    assert counts.names == ["be or", "not to", "or not", "to be"]
    assert counts.matrix.toarray().tolist() == [[1, 1, 1, 2], [0, 0, 0, 0]]
    assert ngram_counts(Texts(["To be", "be"]), "words", 1).names == ["be", "to"]


@given(st.floats(0.01, 1), st.floats(0, 1))
def test_a_dissimilarity_is_symmetric_and_at_most_four(first: float, second: float) -> None:
    there, back = dissimilarities(np.array([first, second]), np.array([second, first]))
    assert there == back
    assert 0 <= there <= 4
    assert (there == 0) == (first == second)
