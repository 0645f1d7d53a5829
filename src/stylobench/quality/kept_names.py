"""Names kept: of the capitalised words inside sentences of either text, the share that both have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from stylobench.features.prose import WORD, Token
from stylobench.quality._kept import Kept, plain

# after these a capital says nothing
OPENERS = frozenset(".!?:;\"'“”‘’([-–—*") | {"...", "--"}
NEVER_NAMES = frozenset({"i", "i'm", "i'd", "i've", "i'll"})


class KeptNames(Kept):
    """Names are found by their capital and looked for in any case, so that lower-case names are not lost ones.

    >>> from stylobench.features.difference import difference
    >>> KeptNames().measure_rewrite(difference("We met Ann in Paris.", "We met Ann in London."))
    0.3333333333333333
    """

    title = "names kept"
    blind = (
        "Names are guessed from capitals inside sentences: it cannot see a name that opens a sentence or stands in "
        "capitals throughout, nor that two names changed places."
    )

    def found(self, tokens: Sequence[Token]) -> Iterable[str]:
        """Words with a capital first and a small letter after it that open neither a sentence nor a quotation."""
        inside = [token for before, token in pairwise(tokens) if before.text not in OPENERS and token.kind == WORD]
        names = [token.text for token in inside if token.text[0].isupper() and not token.text.isupper()]
        return [_bare(name) for name in names if plain(name) not in NEVER_NAMES]

    def counts(self, old: Sequence[Token], new: Sequence[Token]) -> tuple[Counter[str], Counter[str]]:
        """The names of either text, counted in both."""
        names = {*self.found(old), *self.found(new)}
        if not names:
            return Counter(), Counter()
        both = [Counter(word for token in side if (word := _bare(token.text)) in names) for side in (old, new)]
        return both[0], both[1]


def _bare(name: str) -> str:
    return plain(name).removesuffix("'s")
