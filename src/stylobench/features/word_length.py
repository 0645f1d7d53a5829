"""Word lengths: how many words have one letter, two letters, and so on."""

from __future__ import annotations

from collections.abc import Iterable

from stylobench.features._counting import Counts, count_known
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
        return count_known(map(_lengths, texts), NAMES)


def _lengths(text: str) -> list[str]:
    return [NAMES[min(len(word), LONGEST) - 1] for word in tokens(text)]
