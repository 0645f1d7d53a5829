"""Word unigrams: lower-cased, whatever is neither alphanumeric nor white space deleted, split on white space."""

from __future__ import annotations

import re
from collections.abc import Iterable

from stylobench.features._counting import Counts, count_tokens

_DELETED = re.compile(r"[^\w\s]|_")
_ASCII = {i: chr(i).lower() if chr(i).isalnum() or chr(i).isspace() else None for i in range(128)}


def normalise(text: str) -> str:
    """Lower case, then nothing but letters, digits and white space.

    Deleting, not replacing, joins what the character stood between, as published.

    >>> normalise("Don't stop_here: ÉTÉ!")
    'dont stophere été'
    """
    return text.translate(_ASCII) if text.isascii() else _DELETED.sub("", text.lower())


def tokens(text: str) -> list[str]:
    """The words of a text.

    >>> tokens("Don't -- stop!")
    ['dont', 'stop']
    """
    return normalise(text).split()


class Words:
    """Every word of the texts.

    >>> Words().count(["To be, or not to be"]).names
    ['be', 'not', 'or', 'to']
    """

    def count(self, texts: Iterable[str]) -> Counts:
        """One row per text, one column per word."""
        return count_tokens(map(tokens, texts))
