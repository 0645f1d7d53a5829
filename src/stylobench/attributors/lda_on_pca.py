"""Linear discriminant analysis on principal components of word frequencies (Baayen et al. 2002)."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from scipy import sparse
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from stylobench.attributors._attributor import Probable
from stylobench.attributors._vectors import Scaling
from stylobench.errors import SplitError
from stylobench.records import Floats, Rows


class LdaOnPca(Probable):
    """Standardised relative frequencies, their first components, then a linear discriminant.

    >>> texts = ["so it is", "thus it was", "so so it is", "thus thus it was"]
    >>> LdaOnPca(components=1).fit(texts, ["Ann", "Bob"] * 2).predict(["so it is"]).tolist()
    ['Ann']
    """

    family: ClassVar[str] = "words"
    year: ClassVar[int] = 2002
    paper: ClassVar[str] = "Baayen et al. 2002"
    looks_at: ClassVar[str] = "frequent words that go together"

    scaling: Scaling = "relative"

    def __init__(
        self,
        features: str = "words",
        components: int = 30,
        min_documents: int = 2,
        most_frequent: int | None = 100,
    ) -> None:
        self.features = features
        self.components = components
        self.min_documents = min_documents
        self.most_frequent = most_frequent

    def _learn(self, matrix: sparse.csr_matrix, codes: Rows) -> None:
        if len(codes) <= len(self.classes_):
            raise SplitError(
                f"lda_on_pca has {len(codes)} training documents of {len(self.classes_)} authors; "
                "it needs more documents than authors"
            )
        values = matrix.toarray()
        spread = values.std(axis=0)
        self.centre_, self.spread_ = values.mean(axis=0), np.where(spread > 0, spread, 1.0)
        components = min(self.components, len(codes) - len(self.classes_), values.shape[1])
        self.axes_ = PCA(components, svd_solver="full").fit((values - self.centre_) / self.spread_)
        self.model_ = LinearDiscriminantAnalysis().fit(self._components(matrix), codes)

    def _components(self, matrix: sparse.csr_matrix) -> Floats:
        components: Floats = self.axes_.transform((matrix.toarray() - self.centre_) / self.spread_)
        return components

    def _scores(self, matrix: sparse.csr_matrix) -> Floats:
        scores: Floats = self.model_.predict_proba(self._components(matrix))
        return scores
