"""Word n-grams: runs of n neighbouring words as `words` leaves them."""

from __future__ import annotations

from collections.abc import Iterable

from stylobench.errors import SpecError
from stylobench.features._counting import Counts, count_tokens
from stylobench.features.words import tokens


class WordNgrams:
    """Runs of `n` words; sentences do not part them.

    >>> WordNgrams(n=2).count(["To be, or not to be"]).names
    ['be or', 'not to', 'or not', 'to be']
    """

    def __init__(self, n: int = 2) -> None:
        if not isinstance(n, int) or n < 1:
            raise SpecError(f"word_ngrams(n={n!r}): n must be a whole number of at least 1")
        self.n = n

    def count(self, texts: Iterable[str]) -> Counts:
        """One row per text, one column per run of words."""
        return count_tokens(map(self._ngrams, texts))

    def _ngrams(self, text: str) -> list[str]:
        words = tokens(text)
        return [" ".join(run) for run in zip(*(words[start:] for start in range(self.n)), strict=False)]
