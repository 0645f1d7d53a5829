"""Eder's Delta: differences of z-scores, the more frequent word counting more.

After the measure of Eder in the package stylo (Eder et al. 2016): the difference in the word of rank r among n counts
(n - r + 1) / n. The code of the package counts (n - r + 2) / n, which is next to the same. Ranks go by the mean
relative frequency in the training documents, of equally frequent words the first in the alphabet; an author is the
mean of the author's documents, as in `burrows_delta`.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from scipy import sparse

from stylobench.attributors.burrows_delta import BurrowsDelta
from stylobench.records import Floats, Rows


class EdersDelta(BurrowsDelta):
    """The score is minus the weighted mean difference between a document and an author.

    most_frequent    how many words enter

    >>> model = EdersDelta().fit(["so it is", "thus it was"] * 3, ["Ann", "Bob"] * 3)
    >>> model.predict(["so it", "thus it was"]).tolist()
    ['Ann', 'Bob']
    """

    family: ClassVar[str] = "words"
    year: ClassVar[int] = 2016
    paper: ClassVar[str] = "Eder et al. 2016"
    looks_at: ClassVar[str] = "frequent words, the most frequent above all"

    def __init__(self, features: str = "words", min_documents: int = 2, most_frequent: int | None = 150) -> None:
        super().__init__(features, min_documents, most_frequent)

    def _learn(self, matrix: sparse.csr_matrix, codes: Rows) -> None:
        super()._learn(matrix, codes)
        self.weights_ = np.empty(len(self.centre_))
        self.weights_[np.argsort(-self.centre_, kind="stable")] = np.arange(len(self.centre_), 0, -1)
        self.weights_ /= len(self.centre_)

    def _scores(self, matrix: sparse.csr_matrix) -> Floats:
        scores = (matrix.toarray() - self.centre_) / self.spread_
        apart = [-(np.abs(scores - profile) * self.weights_).mean(axis=1) for profile in self.profiles_]
        return np.stack(apart, axis=1)
