"""Basic nine: vocabulary, complexity, sentences, syllables, characters and two measures of readability."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from math import log1p

from stylobench.features._counting import Counts, measures
from stylobench.features.sentence_length import sentences
from stylobench.features.words import tokens

NAMES = [
    "different words",
    "different words per word",
    "sentences",
    "words per sentence",
    "syllables per word",
    "characters",
    "characters without white space",
    "gunning fog",
    "flesch reading ease",
]
HARD = 3  # syllables from which on Gunning calls a word complex
_VOWELS = re.compile(r"[aeiouyà-öø-ÿ]+")
_SILENT = re.compile(r"(?<=[^aeiouyl])es?$|(?<=[^aeiouytd])ed$")


@lru_cache(maxsize=65536)
def syllables(word: str) -> int:
    """How many syllables an English word has, by its groups of vowels without the endings that stay silent.

    >>> [syllables(word) for word in ("the", "table", "named", "wanted", "reading", "47")]
    [1, 2, 1, 2, 2, 1]
    """
    return max(len(_VOWELS.findall(_SILENT.sub("", word))), 1)


class Basic9:
    """Nine simple measures (Brennan, Afroz & Greenstadt 2012); the four that are counts as logarithms.

    >>> row = Basic9().count(["The cat sat. The dog ran away."]).matrix.toarray()[0]
    >>> [round(float(value), 3) for value in row[1:5]]
    [0.857, 1.099, 3.5, 1.143]
    """

    def count(self, texts: Iterable[str]) -> Counts:
        """One row per text."""
        return measures(map(_measures, texts), NAMES)


def _measures(text: str) -> tuple[float, ...]:
    uses = Counter(tokens(text))
    words = uses.total()
    if words == 0:
        return (0.0,) * len(NAMES)
    parts = len(sentences(text))
    length = words / parts
    by_word = {word: syllables(word) for word in uses}
    sounds = sum(by_word[word] * count for word, count in uses.items()) / words
    hard = sum(count for word, count in uses.items() if by_word[word] >= HARD) / words
    fog, ease = 0.4 * (length + 100 * hard), 206.835 - 1.015 * length - 84.6 * sounds
    inked = len("".join(text.split()))
    counts = log1p(len(uses)), log1p(parts), log1p(len(text)), log1p(inked)
    return counts[0], len(uses) / words, counts[1], length, sounds, counts[2], counts[3], fog, ease
