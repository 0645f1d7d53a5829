"""Naive Bayes: one multinomial over the words of each author, smoothed."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from scipy import sparse
from sklearn.naive_bayes import MultinomialNB

from stylobench.attributors._attributor import Probable
from stylobench.attributors._vectors import Scaling
from stylobench.errors import SpecError
from stylobench.records import Floats, Rows


class NaiveBayes(Probable):
    """scikit-learn's MultinomialNB over raw counts.

    >>> model = NaiveBayes(min_documents=1).fit(["so it is", "thus it was"] * 3, ["Ann", "Bob"] * 3)
    >>> model.predict(["so so", "thus"]).tolist()
    ['Ann', 'Bob']
    """

    family: ClassVar[str] = "words"
    year: ClassVar[int] = 1998
    paper: ClassVar[str] = "McCallum & Nigam 1998"
    looks_at: ClassVar[str] = "all words, counted"

    scaling: Scaling = "raw"

    def __init__(
        self,
        features: str = "words",
        alpha: float = 1.0,
        min_documents: int = 2,
        most_frequent: int | None = None,
    ) -> None:
        self.features = features
        self.alpha = alpha
        self.min_documents = min_documents
        self.most_frequent = most_frequent

    def _learn(self, matrix: sparse.csr_matrix, codes: Rows) -> None:
        measured = [block.features for block in self.vectors_.blocks if block.centre is not None]
        if measured:
            raise SpecError(f"naive_bayes counts, but {measured[0]!r} measures; give it words or characters")
        self.model_ = MultinomialNB(alpha=self.alpha)
        self.model_.partial_fit(
            _of_authors(matrix, codes), np.arange(len(self.classes_)), np.arange(len(self.classes_))
        )
        documents = np.bincount(codes).astype(np.float64)
        self.model_.class_count_ = documents
        self.model_.class_log_prior_ = np.log(documents) - np.log(documents.sum())

    def _scores(self, matrix: sparse.csr_matrix) -> Floats:
        scores: Floats = self.model_.predict_proba(matrix)
        return scores


def _of_authors(matrix: sparse.csr_matrix, codes: Rows) -> sparse.csr_matrix:
    """What each author wrote, added up. MultinomialNB would do so with a dense table of documents and authors."""
    whose = sparse.csr_matrix((np.ones(len(codes)), (codes, np.arange(len(codes)))))
    return sparse.csr_matrix(whose @ matrix)
