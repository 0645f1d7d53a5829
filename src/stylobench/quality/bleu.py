"""BLEU: word n-grams of the rewritten text that the original has too (Papineni et al., 2002), from 0 to 100."""

from __future__ import annotations

from typing import Any

from stylobench.quality._overlap import Overlap


class Bleu(Overlap):
    """By sacrebleu, exponential smoothing, orders that a text is too short for left out."""

    title = "BLEU against the original (sampled sentences)"
    blind = (
        "It rewards leaving text alone: it cannot see whether a change is a good paraphrase or nonsense, and one lost "
        "negation costs as little as any other word."
    )

    def scorer(self, metrics: Any) -> Any:
        """BLEU by sacrebleu."""
        return metrics.BLEU(effective_order=True, force=True)
