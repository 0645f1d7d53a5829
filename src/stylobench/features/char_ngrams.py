"""Character n-grams: every run of n characters, lower-cased, white space as one blank."""

from __future__ import annotations

from collections.abc import Iterable

from stylobench.errors import SpecError
from stylobench.features._counting import Counts, count_runs


class CharNgrams:
    """Runs of `n` characters; punctuation stays, because it is style.

    >>> CharNgrams(n=3).count(["A  cat."]).names
    [' ca', 'a c', 'at.', 'cat']
    """

    def __init__(self, n: int = 4, lower: bool = True) -> None:
        if not isinstance(n, int) or n < 1:
            raise SpecError(f"char_ngrams(n={n!r}): n must be a whole number of at least 1")
        self.n = n
        self.lower = lower

    def count(self, texts: Iterable[str]) -> Counts:
        """One row per text, one column per n-gram."""
        return count_runs(map(self._plain, texts), self.n)

    def ngrams(self, text: str) -> list[str]:
        """The n-grams of one text, from its beginning to its end."""
        plain, n = self._plain(text), self.n
        return [plain[i : i + n] for i in range(len(plain) - n + 1)]

    def _plain(self, text: str) -> str:
        return " ".join((text.lower() if self.lower else text).split())
