"""Burrows's Delta: mean absolute difference of z-scores of the most frequent words."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from scipy import sparse

from stylobench.attributors._attributor import Scoring
from stylobench.attributors._vectors import Scaling
from stylobench.records import Floats, Rows


class BurrowsDelta(Scoring):
    """Burrows 2002: relative frequencies become z-scores; an author is the mean of the author's documents.

    The score is minus the Delta between a document and an author.

    >>> model = BurrowsDelta().fit(["so it is", "thus it was"] * 3, ["Ann", "Bob"] * 3)
    >>> model.predict(["so it", "thus it was"]).tolist()
    ['Ann', 'Bob']
    """

    family: ClassVar[str] = "words"
    year: ClassVar[int] = 2002
    paper: ClassVar[str] = "Burrows 2002"
    looks_at: ClassVar[str] = "the most frequent words"

    scaling: Scaling = "relative"

    def __init__(self, features: str = "words", min_documents: int = 2, most_frequent: int | None = 150) -> None:
        self.features = features
        self.min_documents = min_documents
        self.most_frequent = most_frequent

    def _learn(self, matrix: sparse.csr_matrix, codes: Rows) -> None:
        values = matrix.toarray()
        spread = values.std(axis=0)
        self.centre_, self.spread_ = values.mean(axis=0), np.where(spread > 0, spread, 1.0)
        scores = (values - self.centre_) / self.spread_
        self.profiles_ = np.stack([scores[codes == k].mean(axis=0) for k in range(len(self.classes_))])

    def _scores(self, matrix: sparse.csr_matrix) -> Floats:
        scores = (matrix.toarray() - self.centre_) / self.spread_
        return np.stack([-np.abs(scores - profile).mean(axis=1) for profile in self.profiles_], axis=1)
