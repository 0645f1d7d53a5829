"""Foreign words left over by a round trip of translations, per 1,000 words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from stylobench.edits import Rewrite
from stylobench.features.prose import analysed
from stylobench.quality._measure import Measure, per_1000
from stylobench.records import Floats

NOTE = "untranslated words"


class Untranslated(Measure):
    """What the obfuscator notes itself; nothing where it never speaks of it.

    >>> Untranslated().measure([Rewrite("Good day to you.", notes={NOTE: 1}), Rewrite("Good night.")]).tolist()
    [250.0, 0.0]
    """

    dimension = "sensibleness"
    title = "foreign words left over, per 1,000 words"
    better = "low"
    scale = "per_1000"
    blind = "It counts words that the translator did not know and says so: a wrong translation is not among them."

    def measure(self, rewrites: Sequence[Rewrite]) -> Floats:
        """NaN throughout where no text has the note; a text without it has none left over."""
        if not any(NOTE in rewrite.notes for rewrite in rewrites):
            return np.full(len(rewrites), np.nan)
        return super().measure(rewrites)

    def measure_rewrite(self, rewrite: Rewrite) -> float:
        """NaN where there are no words."""
        return per_1000(rewrite.notes.get(NOTE, 0), analysed(rewrite.text).words)
