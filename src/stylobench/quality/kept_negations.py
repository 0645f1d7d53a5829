"""Negations kept: of the negations in either text, the share that the same sentence has in both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from stylobench.features.prose import WORD, Token
from stylobench.quality._kept import Kept, plain

_LIST = "not no never none nobody nothing nowhere neither nor cannot without hardly scarcely barely"
NEGATIONS = frozenset(_LIST.split())


class KeptNegations(Kept):
    """Any negation stands for any other; "don't" and "do not" have one each.

    >>> from stylobench.features.difference import difference
    >>> KeptNegations().measure_rewrite(difference("I don't know. It is so.", "I do not know. It isn't so."))
    0.5
    """

    title = "negations kept"
    blind = (
        "Negating words are counted by sentence: it cannot see what they negate, prefixes such as un-, or a meaning "
        "that is turned round without them."
    )

    def found(self, tokens: Sequence[Token]) -> Iterable[str]:
        """One find per negating word."""
        return ["not" for token in tokens if token.kind == WORD and _negates(plain(token.text))]


def _negates(word: str) -> bool:
    return word in NEGATIONS or word.endswith("n't")
