"""Content words kept: of the stems of content words in either text, the share that the same sentence has in both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import snowballstemmer

from stylobench.features.function_words import FUNCTION_WORDS
from stylobench.features.prose import WORD, Token
from stylobench.quality._kept import Kept, plain

_STEMMER = snowballstemmer.stemmer("porter")
_FUNCTION_WORDS = frozenset(FUNCTION_WORDS)


class ContentOverlap(Kept):
    """Words other than function words, by Porter's stems.

    >>> from stylobench.features.difference import difference
    >>> ContentOverlap().measure_rewrite(difference("The dogs bark.", "A dog barked loudly."))
    0.6666666666666666
    """

    title = "content words kept"
    blind = (
        "Stems are compared by sentence: it counts a perfect synonym as lost, and cannot see who did what to whom or "
        "anything that function words say."
    )

    def found(self, tokens: Sequence[Token]) -> Iterable[str]:
        """The stems of content words."""
        return [stem for token in tokens if token.kind == WORD and (stem := _stem(token.text))]


@lru_cache(2**18)
def _stem(word: str) -> str:
    bare = plain(word)
    return "" if bare.replace("'", "") in _FUNCTION_WORDS else str(_STEMMER.stemWord(bare.removesuffix("'s")))
