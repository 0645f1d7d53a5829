"""Perplexity by an n-gram model, as a ratio to that of the original: above 1 reads less like English."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Self

from stylobench.edits import Rewrite
from stylobench.features.ngram_model import NgramModel, default_model
from stylobench.quality._measure import Measure


class Perplexity(Measure):
    """Words and marks four at a time; the judge has read WordNet's definitions and whatever it was fitted to.

    It must not have read the originals that it judges: they would look too good.
    """

    dimension = "sensibleness"
    title = "perplexity by 4-grams, times that of the original"
    better = "low"
    scale = "ratio"
    blind = (
        "It looks four words far and no further: rare but right words count against a text, and frequent words in a "
        "sequence that means nothing count for it."
    )

    def __init__(self) -> None:
        self._read: tuple[str, ...] = ()
        self._originals: dict[str, float] = {}

    def fit(self, texts: Iterable[str]) -> Self:
        """A judge that has read these texts too."""
        judge = type(self)()
        judge._read = tuple(texts)
        return judge

    def measure_rewrite(self, rewrite: Rewrite) -> float:
        """NaN where either text has no words."""
        if rewrite.original not in self._originals:
            self._originals[rewrite.original] = self._model.perplexity(rewrite.original)
        before = self._originals[rewrite.original]
        return (before if rewrite.unchanged else self._model.perplexity(rewrite.text)) / before

    @cached_property
    def _model(self) -> NgramModel:
        return default_model().extended(self._read)
