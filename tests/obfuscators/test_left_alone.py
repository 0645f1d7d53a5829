"""Where a word has no synonym: under a negation, with a negation inside, and where it means something else."""

from __future__ import annotations

import pytest

from stylobench.features.prose import analysed
from stylobench.features.thesaurus import installed
from stylobench.obfuscators._left_alone import left_alone, under_negation
from stylobench.obfuscators._reading import Reading

pytestmark = pytest.mark.skipif(not installed(), reason="WordNet is not installed (apt: wordnet-base)")


def place_of(word: str, text: str) -> tuple[Reading, int]:
    reading = Reading.of(analysed(text))
    return reading, reading.lows.index(word)


@pytest.mark.parametrize(
    ("word", "text", "expected"),
    [
        ("unhappy", "He isn't unhappy.", True),
        ("unhappy", "He isn’t unhappy.", True),
        ("happy", "He was never a happy man.", True),
        ("happy", "He had no very happy life.", True),
        ("sad", "He did not come, a sad man.", False),
        ("sad", "Not one of all the men was sad.", False),
        ("sad", "It was not. A sad man came.", False),
        ("sad", "A sad man did not come.", False),
    ],
)
def test_a_negation_reaches_three_words_but_over_no_mark(word: str, text: str, expected: bool) -> None:
    reading, place = place_of(word, text)
    assert under_negation(reading.prose.tokens, place) is expected


@pytest.mark.parametrize(
    ("word", "text", "expected"),
    [
        ("unhappy", "He was an unhappy man.", True),
        ("impossible", "It was impossible.", True),
        ("dislike", "They dislike it.", True),
        ("uncle", "His uncle came.", False),
        ("interesting", "It was interesting.", False),
        ("until", "He slept until noon.", False),
        ("however", "However good it is, he is late.", True),
        ("however", "It grew, however small it was.", True),
        ("however", "He was late, however.", False),
        ("however", "However, he was late.", False),
        ("while", "It has been a while.", True),
        ("realised", "He realised it.", True),
        ("doctor", "The doctor came.", False),
    ],
)
def test_words_that_stay(word: str, text: str, expected: bool) -> None:
    reading, place = place_of(word, text)
    assert left_alone(reading.prose, place) is expected
