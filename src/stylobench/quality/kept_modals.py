"""Modal verbs kept: of those in either text, the share that the same sentence has in both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from stylobench.features.prose import MARK, WORD, Token
from stylobench.quality._kept import Kept, plain

MODALS = frozenset(["can", "could", "may", "might", "must", "shall", "should", "will", "would", "ought"])
CONTRACTED = {"can't": "can", "cannot": "can", "won't": "will", "shan't": "shall"}
AFTER_HAD = frozenset(["better", "been", "had", "gone", "done", "seen"])
NOTHING = Token("", 0, 0, MARK)


class KeptModals(Kept):
    """Each modal verb by itself, contractions by what they stand for.

    >>> from stylobench.features.difference import difference
    >>> KeptModals().measure_rewrite(difference("You may go. I'll stay.", "You must go. I will stay."))
    0.3333333333333333
    """

    title = "modal verbs kept"
    blind = (
        "Modal verbs are counted by sentence: it guesses what 'd stands for, takes the noun will for the verb, and "
        "cannot see 'have to', adverbs such as perhaps, or whose modal it is."
    )

    def found(self, tokens: Sequence[Token]) -> Iterable[str]:
        """Every modal verb in full."""
        words = pairwise([*tokens, NOTHING])
        found = (_modal(plain(token.text), plain(after.text)) for token, after in words if token.kind == WORD)
        return [modal for modal in found if modal]


def _modal(word: str, after: str) -> str:
    if word in MODALS:
        return word
    if word.endswith("'ll"):
        return "will"
    if word.endswith("'d"):
        return "" if after in AFTER_HAD or after.endswith(("ed", "en")) else "would"
    bare = word.removesuffix("n't")
    return CONTRACTED.get(word) or (bare if bare in MODALS and bare != word else "")
