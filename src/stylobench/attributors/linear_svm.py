"""Linear support vector machine: one author against the rest, squared hinge loss."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from scipy import sparse
from sklearn.svm import LinearSVC

from stylobench.attributors._attributor import Scoring
from stylobench.records import Floats, Rows


class LinearSvm(Scoring):
    """scikit-learn's LinearSVC over log counts in rows of length 1, solved in the primal: no chance in it.

    >>> model = LinearSvm(min_documents=1).fit(["so it is", "thus it was"] * 3, ["Ann", "Bob"] * 3)
    >>> model.predict(["so so", "thus"]).tolist()
    ['Ann', 'Bob']
    """

    family: ClassVar[str] = "words"
    year: ClassVar[int] = 1998
    paper: ClassVar[str] = "Joachims 1998"
    looks_at: ClassVar[str] = "all words, weighed"

    def __init__(
        self,
        features: str = "words",
        C: float = 1.0,
        min_documents: int = 2,
        most_frequent: int | None = None,
    ) -> None:
        self.features = features
        self.C = C
        self.min_documents = min_documents
        self.most_frequent = most_frequent

    def _learn(self, matrix: sparse.csr_matrix, codes: Rows) -> None:
        self.machine_ = LinearSVC(C=self.C, dual=False, tol=1e-5, max_iter=10_000).fit(matrix, codes)

    def _scores(self, matrix: sparse.csr_matrix) -> Floats:
        scores: Floats = self.machine_.decision_function(matrix)
        return np.stack([-scores, scores], axis=1) / 2 if scores.ndim == 1 else scores
