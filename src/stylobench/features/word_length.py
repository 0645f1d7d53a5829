"""Word lengths: how many words have one letter, two letters, and so on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from stylobench.features._counting import Counts, counted
from stylobench.features.words import tokens

LONGEST = 15
NAMES = [f"{length:02d} letters" for length in range(1, LONGEST + 1)]


class WordLength:
    """Counts of words by length; all words of 15 letters and more stand together.

    >>> WordLength().count(["a be a"]).matrix.toarray()[0, :3].tolist()
    [2.0, 1.0, 0.0]
    """

    def count(self, texts: Iterable[str]) -> Counts:
        """One row per text, one column per length."""
        return counted((word_lengths(tokens(text)) for text in texts), NAMES)


def word_lengths(words: Iterable[str]) -> list[int]:
    """How many words there are of each length.

    >>> word_lengths(["a", "be", "a"])[:3]
    [2, 1, 0]
    """
    found = Counter(map(len, words))
    longest = sum(count for length, count in found.items() if length >= LONGEST)
    return [*(found[length] for length in range(1, LONGEST)), longest]
