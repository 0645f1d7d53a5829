"""How much of some kind of word is in both texts, sentence by sentence."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import ClassVar

from stylobench.edits import Rewrite
from stylobench.features.prose import Token
from stylobench.quality._aligned import aligned_tokens
from stylobench.quality._measure import Better, Dimension, Measure


class Kept(Measure):
    """Of all finds in either text the share that both have; the order within a sentence does not matter."""

    dimension: ClassVar[Dimension] = "soundness"
    better: ClassVar[Better] = "high"
    scale = "share"

    @abstractmethod
    def found(self, tokens: Sequence[Token]) -> Iterable[str]:
        """The finds in a sentence, each by what must be the same in the other text."""

    def counts(self, old: Sequence[Token], new: Sequence[Token]) -> tuple[Counter[str], Counter[str]]:
        """How often each find is in the sentence and in what became of it."""
        return Counter(self.found(old)), Counter(self.found(new))

    def measure_rewrite(self, rewrite: Rewrite) -> float:
        """NaN where neither text has any."""
        both = either = 0
        for old, new in aligned_tokens(rewrite):
            before, after = self.counts(old, new)
            both += (before & after).total()
            either += (before | after).total()
        return both / either if either else float("nan")


def plain(word: str) -> str:
    """A word in lower case with straight apostrophes."""
    return word.lower().replace("’", "'")
