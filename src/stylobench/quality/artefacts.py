"""Artefacts of editing: spacing, doubling and capitalisation that no writer means, per 1,000 words."""

from __future__ import annotations

from stylobench.features._artefacts import slips
from stylobench.features.prose import analysed
from stylobench.quality._measure import TextMeasure, per_1000


class Artefacts(TextMeasure):
    """What the paper saw in rewritten texts, such as white space before every mark, found by patterns.

    >>> Artefacts().measure_one("It was , it seems, the the end. so be it.")
    300.0
    """

    dimension = "sensibleness"
    title = "spacing and capital artefacts per 1,000 words"
    better = "low"
    scale = "per_1000"
    blind = "It knows eight patterns of clumsy editing: a fluent wrong sentence has none, a careless writer has some."

    def measure_one(self, text: str) -> float:
        """NaN where there are no words."""
        return per_1000(sum(slips(text).values()), analysed(text).words)
