"""Measures of machine translation, the original being the reference: sampled sentences, scored as one small corpus."""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property
from typing import Any

from stylobench.edits import Rewrite
from stylobench.errors import MissingPart
from stylobench.quality._aligned import aligned_texts
from stylobench.quality._measure import COMMAND, Measure
from stylobench.quality._sampled import spread


class Overlap(Measure):
    """A score of sacrebleu from 0 to 100; at most `sentences` of a text are looked at, evenly spread."""

    dimension = "soundness"
    better = "high"
    scale = "number"

    def __init__(self, sentences: int = 8) -> None:
        self.sentences = sentences

    @abstractmethod
    def scorer(self, metrics: Any) -> Any:
        """The scorer of the module `sacrebleu.metrics`."""

    @cached_property
    def _scorer(self) -> Any:
        try:
            from sacrebleu import metrics
        except ModuleNotFoundError:
            raise MissingPart("sacrebleu, which scores BLEU and chrF,", COMMAND) from None
        return self.scorer(metrics)

    def measure_rewrite(self, rewrite: Rewrite) -> float:
        """NaN where the original has no sentence."""
        pairs = spread(aligned_texts(rewrite), self.sentences)
        if not pairs:
            return float("nan")
        if all(old == new for old, new in pairs):
            return 100.0
        return float(self._scorer.corpus_score([new for _, new in pairs], [[old for old, _ in pairs]]).score)
