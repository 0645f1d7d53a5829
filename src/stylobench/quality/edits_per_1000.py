"""Edits per 1,000 words of the original."""

from __future__ import annotations

from stylobench.edits import Rewrite
from stylobench.features.prose import analysed
from stylobench.quality._measure import Measure, per_1000


class EditsPer1000(Measure):
    """How many places were touched.

    >>> from stylobench.edits import Edit
    >>> EditsPer1000().measure_rewrite(Rewrite("He is ill. She is not.", (Edit(3, 5, "was", "tense"),)))
    166.66666666666666
    """

    dimension = "efficiency"
    title = "edits per 1,000 words"
    better = "low"
    scale = "per_1000"
    blind = "It counts edits as the obfuscator records them: one edit may change a letter or rewrite a sentence."

    def measure_rewrite(self, rewrite: Rewrite) -> float:
        """NaN where there are no words."""
        return per_1000(len(rewrite.edits), analysed(rewrite.original).words)
