from __future__ import annotations

import math

import pytest

from stylobench.features.basic9 import Basic9, syllables


def row(text):
    counts = Basic9().count([text])
    return dict(zip(counts.names, counts.matrix.toarray()[0].tolist(), strict=True))


def test_the_nine_measures_by_hand():
    # 6 words, 5 of them different, two sentences; 1 + 1 + 1 + 1 + 1 + 4 syllables, "education" is complex
    found = row("The man came. The new education!")
    assert found["different words"] == pytest.approx(math.log(6))
    assert found["different words per word"] == pytest.approx(5 / 6)
    assert found["sentences"] == pytest.approx(math.log(3))
    assert found["words per sentence"] == 3
    assert found["syllables per word"] == pytest.approx(9 / 6)
    assert found["characters"] == pytest.approx(math.log(33))
    assert found["characters without white space"] == pytest.approx(math.log(28))
    assert found["gunning fog"] == pytest.approx(0.4 * (3 + 100 / 6))
    assert found["flesch reading ease"] == pytest.approx(206.835 - 1.015 * 3 - 84.6 * 1.5)


@pytest.mark.parametrize(
    ("word", "count"),
    [("a", 1), ("apple", 2), ("makes", 1), ("walked", 1), ("needed", 2), ("tables", 2), ("area", 2), ("rhythm", 1)],
)
def test_syllables_are_groups_of_vowels_but_for_silent_endings(word, count):
    assert syllables(word) == count


@pytest.mark.parametrize("text", ["", " \n", "?! ..."])
def test_a_text_without_words_measures_nothing(text):
    assert set(row(text).values()) == {0}
