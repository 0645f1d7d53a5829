"""Grade of similarity from 0 to 5, on the scale of the STS tasks, from the cosine of sentence vectors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from stylobench.edits import Rewrite
from stylobench.quality._measure import Measure
from stylobench.quality._similarity import similarities
from stylobench.records import Floats

TOP = 5.0


class StsGrade(Measure):
    """Five times the similarity of meaning, nothing below 0; about `sentences` in all are looked at."""

    dimension = "soundness"
    title = "similarity as an STS grade (sampled sentences)"
    better = "high"
    scale = "grade"
    blind = (
        "A high grade does not mean readable: on examples shuffled words had 4.1 and 4.6 of 5 and a negation up to "
        "4.5, as the paper found grades above 4 for unreadable text."
    )

    def __init__(self, sentences: int = 200) -> None:
        self.sentences = sentences

    def measure(self, rewrites: Sequence[Rewrite]) -> Floats:
        """NaN where the original has no sentence."""
        return np.maximum(0.0, TOP * similarities(rewrites, self.sentences))
