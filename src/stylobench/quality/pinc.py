"""PINC: the share of word n-grams of a rewritten sentence that its original has not (Chen & Dolan, 2011)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from stylobench.edits import Rewrite
from stylobench.quality._aligned import aligned_tokens
from stylobench.quality._kept import plain
from stylobench.quality._measure import Measure

LONGEST = 4


class Pinc(Measure):
    """The mean over sentences of the mean over n = 1 to 4; lengths that a sentence has no n-gram of are left out.

    >>> from stylobench.features.difference import difference
    >>> Pinc().measure_rewrite(difference("it is cold", "it is warm"))
    0.611111111111111
    """

    dimension = "soundness"
    title = "PINC: n-grams that are new"
    better = "low"
    scale = "share"
    blind = "It says how much of the wording is new, not whether it is right: paraphrase and nonsense score alike."

    def measure_rewrite(self, rewrite: Rewrite) -> float:
        """NaN where no sentence is left."""
        pairs = [[[plain(token.text) for token in side] for side in pair] for pair in aligned_tokens(rewrite)]
        values = [_new_share(old, new) for old, new in pairs if new]
        return math.fsum(values) / len(values) if values else float("nan")


def _new_share(old: Sequence[str], new: Sequence[str]) -> float:
    if old == new:
        return 0.0
    shares = []
    for length in range(1, min(LONGEST, len(new)) + 1):
        grams = _grams(new, length)
        shares.append(len(grams - _grams(old, length)) / len(grams))
    return math.fsum(shares) / len(shares)


def _grams(words: Sequence[str], length: int) -> set[tuple[str, ...]]:
    return set(zip(*(words[at:] for at in range(length)), strict=False))
