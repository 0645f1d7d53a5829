"""Naive Bayes: one multinomial over the words of each author, smoothed."""

from __future__ import annotations

from typing import ClassVar

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
        self.model_ = MultinomialNB(alpha=self.alpha).fit(matrix, codes)

    def _scores(self, matrix: sparse.csr_matrix) -> Floats:
        scores: Floats = self.model_.predict_proba(matrix)
        return scores
