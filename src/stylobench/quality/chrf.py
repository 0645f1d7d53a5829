"""chrF: character n-grams shared with the original (Popović, 2015), from 0 to 100."""

from __future__ import annotations

from typing import Any

from stylobench.quality._overlap import Overlap


class Chrf(Overlap):
    """By sacrebleu: up to six characters, recall counting twice."""

    title = "chrF against the original (sampled sentences)"
    blind = (
        "It rewards leaving text alone, and words that look alike: it cannot see whether a change is a good paraphrase "
        "or nonsense."
    )

    def scorer(self, metrics: Any) -> Any:
        """chrF2 by sacrebleu."""
        return metrics.CHRF()
