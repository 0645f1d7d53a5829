"""Character frequencies: every character that is no white space, lower-cased."""

from __future__ import annotations

from collections.abc import Iterable

from stylobench.features._counting import Counts, count_tokens


class CharacterFrequencies:
    """How often each character is used.

    >>> CharacterFrequencies().count(["A b, a"]).names
    [',', 'a', 'b']
    """

    def count(self, texts: Iterable[str]) -> Counts:
        """One row per text, one column per character."""
        return count_tokens("".join(text.lower().split()) for text in texts)
