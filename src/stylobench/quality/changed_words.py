"""Words changed: the share of words, in either text, that the same sentence of the other text has not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from stylobench.edits import Rewrite
from stylobench.features.prose import MARK, Token
from stylobench.quality._kept import Kept


class ChangedWords(Kept):
    """How much was replaced, dropped or added; a word in another case is another word.

    >>> from stylobench.features.difference import difference
    >>> ChangedWords().measure_rewrite(difference("It was a cold day.", "It was a chilly day."))
    0.33333333333333337
    """

    dimension = "efficiency"
    title = "words changed"
    better = "low"
    blind = "It cannot see words that only changed places within a sentence, punctuation, or whether a change matters."

    def found(self, tokens: Sequence[Token]) -> Iterable[str]:
        """Every word as it is written."""
        return [token.text for token in tokens if token.kind != MARK]

    def measure_rewrite(self, rewrite: Rewrite) -> float:
        """NaN where there are no words."""
        return 1.0 - super().measure_rewrite(rewrite)
