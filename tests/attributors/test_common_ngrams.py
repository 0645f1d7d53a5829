from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import stylobench
from stylobench.attributors.common_ngrams import CommonNgrams
from stylobench.errors import CorpusError, SpecError


def test_worked_out_by_hand():
    """Document a b b: shares 1/3 and 2/3. Ann has a 1/2, b 1/2: .16 + .08163. Bob has a 1: 1 for a, 4 for b."""
    model = CommonNgrams("words", size=10).fit(["a b", "a", "c"], ["Ann", "Bob", "Cid"])
    ann = (2 * (1 / 2 - 1 / 3) / (1 / 2 + 1 / 3)) ** 2 + (2 * (1 / 2 - 2 / 3) / (1 / 2 + 2 / 3)) ** 2
    assert model.decision_function(["a b b"])[0] == pytest.approx([-ann, -(1 + 4), -12])


def test_profiles_hold_the_most_frequent_alone_and_the_first_of_equals():
    model = CommonNgrams("words", size=2).fit(["a a a b b c", "d d c c b b"], ["Ann", "Bob"])
    present = model.profiles_.counts.toarray() > 0
    assert [[model.profiles_.names[j] for j in np.flatnonzero(row)] for row in present] == [["a", "b"], ["b", "c"]]


def plain(texts, authors, tested, n, size):
    """Kešelj's formula over dictionaries."""

    def profile(some):
        grams = Counter(
            t[i : i + n] for t in (" ".join(s.lower().split()) for s in some) for i in range(len(t) - n + 1)
        )
        total = sum(grams.values())
        return {gram: count / total for gram, count in sorted(grams.items(), key=lambda one: (-one[1], one[0]))[:size]}

    def apart(one, two):
        shares = [(one.get(gram, 0), two.get(gram, 0)) for gram in {**one, **two}]
        return sum((2 * (f - g) / (f + g)) ** 2 for f, g in shares)

    known = [profile([t for t, a in zip(texts, authors, strict=True) if a == who]) for who in sorted(set(authors))]
    return [[-apart(profile([text]), one) for one in known] for text in tested]


@pytest.mark.parametrize("size", [50, 5000])
def test_it_is_what_a_plain_implementation_gives(size):
    corpus = stylobench.world(authors=3, topics=2, documents=12, words=60, seed=2)
    texts, authors = list(corpus.texts), list(corpus.column("author"))
    tested = [*texts[:3], "unheard-of qqqq zzzz", ""]
    model = CommonNgrams("char_ngrams(n=3)", size=size).fit(texts, authors)
    assert model.decision_function(tested) == pytest.approx(np.array(plain(texts, authors, tested, 3, size)))


def test_what_it_cannot_use_is_refused_in_one_line():
    with pytest.raises(SpecError, match=r"common_ngrams\(size=0\): size must be a whole number of at least 1"):
        CommonNgrams(size=0).fit(["so it is", "thus it was"], ["Ann", "Bob"])
    with pytest.raises(SpecError, match="'vocabulary_richness' measures"):
        CommonNgrams("vocabulary_richness").fit(["so it is", "thus it was"], ["Ann", "Bob"])
    with pytest.raises(CorpusError, match="the training documents have no char_ngrams"):
        CommonNgrams().fit(["so", "it"], ["Ann", "Bob"])
