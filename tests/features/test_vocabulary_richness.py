from __future__ import annotations

import math

import pytest

from stylobench.features.vocabulary_richness import VocabularyRichness


def row(text):
    counts = VocabularyRichness().count([text])
    return dict(zip(counts.names, counts.matrix.toarray()[0].tolist(), strict=True))


def test_vocabulary_richness():
    # a three times, b and c once: n = 5, three types
    found = row("a b a c a")
    assert found["types per root"] == pytest.approx(3 / math.sqrt(5))
    assert found["types per word"] == pytest.approx(3 / 5)
    assert found["once"] == pytest.approx(2 / 3)
    assert found["twice"] == 0
    assert found["yule"] == pytest.approx(1e4 * (9 + 1 + 1 - 5) / 25)
    assert found["simpson"] == pytest.approx(6 / 20)
    assert found["entropy"] == pytest.approx(-(0.6 * math.log2(0.6) + 0.4 * math.log2(0.2)))
    assert found["honore"] == pytest.approx(100 * math.log(5) / (1 - 2 / 4))


def test_an_empty_text_measures_nothing():
    assert set(row("").values()) == {0}
