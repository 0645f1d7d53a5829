"""Punctuation n-grams: runs of n punctuation marks, whatever stands between them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from stylobench.errors import SpecError
from stylobench.features._counting import Counts, count_tokens

_NO_MARK = re.compile(r"[\w\s]+")


class MarkNgrams:
    """Runs of `n` marks in the order of the text; an underscore is no mark.

    >>> MarkNgrams(n=2).count(["Oh, no! Well, well."]).names
    ['!,', ',!', ',.']
    """

    def __init__(self, n: int = 2) -> None:
        if not isinstance(n, int) or n < 1:
            raise SpecError(f"mark_ngrams(n={n!r}): n must be a whole number of at least 1")
        self.n = n

    def count(self, texts: Iterable[str]) -> Counts:
        """One row per text, one column per run of marks."""
        return count_tokens(map(self._ngrams, texts))

    def _ngrams(self, text: str) -> list[str]:
        marks, n = _NO_MARK.sub("", text), self.n
        return [marks[i : i + n] for i in range(len(marks) - n + 1)]
