from __future__ import annotations

import numpy as np
import pytest

from stylobench.features.function_words import FUNCTION_WORDS
from stylobench.features.writeprints import DIGITS, LETTERS, MARKS, SIGNS, Writeprints

TEXT = "The cat & the dog: 42!"


def row(text):
    counts = Writeprints().count([text])
    return dict(zip(counts.names, counts.matrix.toarray()[0].tolist(), strict=True))


def test_characters_are_counted_per_character_and_words_per_word():
    # 22 characters; the words are the cat the dog 42
    found = row(TEXT)
    assert found["letter t"] == pytest.approx(3 / 22)
    assert found["digit 4"] == found["sign &"] == found["mark !"] == found["capitals"] == pytest.approx(1 / 22)
    assert found["letters"] == pytest.approx(12 / 22)
    assert found["white space"] == pytest.approx(5 / 22)
    assert found["word the"] == pytest.approx(2 / 5)
    assert found["letters per word"] == pytest.approx(14 / 5)
    assert found["short words"] == 1
    assert found["long words"] == 0
    assert found["words of 03 letters"] == pytest.approx(4 / 5)
    assert found["richness: types per word"] == pytest.approx(4 / 5)
    assert found["sentence length: mean"] == 5


def test_the_columns_are_always_the_same():
    names = Writeprints().count([]).names
    assert names == Writeprints().count([TEXT, ""]).names
    assert len(names) == len(set(names)) == 7 + len(LETTERS + DIGITS + SIGNS + MARKS) + 15 + 8 + 5 + len(FUNCTION_WORDS)


def test_each_row_depends_on_its_text_alone():
    together = Writeprints().count([TEXT, "", "So be it."]).matrix.toarray()
    for place, text in enumerate([TEXT, "", "So be it."]):
        assert np.array_equal(Writeprints().count([text]).matrix.toarray()[0], together[place])
    assert not together[1].any()
