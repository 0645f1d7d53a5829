"""Nearest neighbours by cosine: the authors of the k most similar training documents vote."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from scipy import sparse

from stylobench.attributors._attributor import Probable
from stylobench.records import Floats, Rows

AT_ONCE = 256


class Knn(Probable):
    """The share of each author among the `k` nearest; of equally near documents the earlier one counts.

    >>> model = Knn(k=1, min_documents=1).fit(["so it is", "thus it was"], ["Ann", "Bob"])
    >>> model.predict(["so so", "thus"]).tolist()
    ['Ann', 'Bob']
    """

    family: ClassVar[str] = "words"
    year: ClassVar[int] = 1967
    paper: ClassVar[str] = "Cover & Hart 1967"
    looks_at: ClassVar[str] = "the most similar documents by their words"

    def __init__(
        self,
        features: str = "words",
        k: int = 5,
        min_documents: int = 2,
        most_frequent: int | None = 2000,
    ) -> None:
        self.features = features
        self.k = k
        self.min_documents = min_documents
        self.most_frequent = most_frequent

    def _learn(self, matrix: sparse.csr_matrix, codes: Rows) -> None:
        self.known_ = matrix
        self.codes_ = codes

    def _scores(self, matrix: sparse.csr_matrix) -> Floats:
        parts = range(0, matrix.shape[0], AT_ONCE)
        return np.vstack([self._votes(matrix[start : start + AT_ONCE]) for start in parts])

    def _votes(self, matrix: sparse.csr_matrix) -> Floats:
        k = min(self.k, len(self.codes_))
        likeness = (self.known_ @ matrix.T.toarray()).T
        nearest = np.argsort(-likeness, axis=1, kind="stable")[:, :k]
        votes = np.zeros((matrix.shape[0], len(self.classes_)))
        np.add.at(votes, (np.arange(len(votes))[:, None], self.codes_[nearest]), 1.0 / k)
        return votes
