"""Quadratic Delta: squared differences of z-scores of the most frequent words.

After descriptions of Argamon 2008, who read Burrows's Delta as a likelihood: where frequencies are normal, the nearest
author by squared differences is the likeliest one. An author is the mean of the author's documents, as in
`burrows_delta`.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from scipy import sparse

from stylobench.attributors.burrows_delta import BurrowsDelta
from stylobench.records import Floats


class QuadraticDelta(BurrowsDelta):
    """The score is minus the mean squared difference between a document and an author.

    most_frequent    how many words enter

    >>> model = QuadraticDelta().fit(["so it is", "thus it was"] * 3, ["Ann", "Bob"] * 3)
    >>> model.predict(["so it", "thus it was"]).tolist()
    ['Ann', 'Bob']
    """

    family: ClassVar[str] = "words"
    year: ClassVar[int] = 2008
    paper: ClassVar[str] = "Argamon 2008"
    looks_at: ClassVar[str] = "frequent words, large differences above all"

    def __init__(self, features: str = "words", min_documents: int = 2, most_frequent: int | None = 150) -> None:
        super().__init__(features, min_documents, most_frequent)

    def _scores(self, matrix: sparse.csr_matrix) -> Floats:
        scores = (matrix.toarray() - self.centre_) / self.spread_
        return np.stack([-((scores - profile) ** 2).mean(axis=1) for profile in self.profiles_], axis=1)
