"""An ensemble of linear discriminants, each over a few of the frequent words.

After the abstract of Stamatatos 2006 (feature set subspacing ensembles) and a published reproduction: the 1,000 most
frequent words are dealt at random to subspaces of 2 that share no word and leave none out; each gets a linear
discriminant, poor by itself but different from the others; what counts is the average of the mean and of the geometric
mean of their probabilities. Ours are: all authors are equally probable beforehand, and 1% of each word's variance is
added so that no covariance is singular. Committees of such ensembles, the paper's variant, are left out.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from scipy import sparse

from stylobench.attributors._attributor import Probable
from stylobench.attributors._vectors import Scaling
from stylobench.attributors.maxent import softmax
from stylobench.errors import SpecError
from stylobench.records import Floats, Rows
from stylobench.seeds import generator

AT_ONCE = 64
RIDGE = 0.01


class LdaSubspaces(Probable):
    """Many small linear discriminants over standardised relative frequencies.

    size             words in a subspace
    most_frequent    how many words are dealt out

    >>> texts = ["so it is", "thus it was", "so so it is", "thus thus it was"]
    >>> LdaSubspaces().fit(texts, ["Ann", "Bob"] * 2).predict(["so it is"]).tolist()
    ['Ann']
    """

    family: ClassVar[str] = "words"
    year: ClassVar[int] = 2006
    paper: ClassVar[str] = "Stamatatos 2006"
    looks_at: ClassVar[str] = "frequent words, a few at a time"

    scaling: Scaling = "relative"

    def __init__(
        self,
        features: str = "words",
        size: int = 2,
        min_documents: int = 2,
        most_frequent: int | None = 1000,
        seed: int = 0,
    ) -> None:
        self.features = features
        self.size = size
        self.min_documents = min_documents
        self.most_frequent = most_frequent
        self.seed = seed

    def _learn(self, matrix: sparse.csr_matrix, codes: Rows) -> None:
        if not isinstance(self.size, int) or self.size < 1:
            raise SpecError(f"lda_subspaces(size={self.size!r}): it must be a whole number of at least 1")
        values = matrix.toarray()
        spread = values.std(axis=0)
        self.centre_, self.spread_ = values.mean(axis=0), np.where(spread > 0, spread, 1.0)
        self.subspaces_ = self._dealt(values.shape[1])
        self.slopes_, self.starts_ = self._discriminants((values - self.centre_) / self.spread_, codes)

    def _dealt(self, width: int) -> Rows:
        """One row of columns per subspace; the last is filled up with columns of others."""
        order = generator(self.seed, "lda_subspaces").permutation(width)
        return np.resize(order, (-(-width // self.size), self.size))

    def _discriminants(self, values: Floats, codes: Rows) -> tuple[Floats, Floats]:
        """Slopes by subspace, column and author; starts by subspace and author."""
        means = np.stack([values[codes == k].mean(axis=0) for k in range(len(self.classes_))], axis=1)
        rest = values - means.T[codes]
        within = rest.T @ rest / max(len(codes) - len(self.classes_), 1)
        each = within[self.subspaces_[:, :, None], self.subspaces_[:, None, :]]
        each += RIDGE * np.eye(self.size)
        middles = means[self.subspaces_]
        slopes = np.linalg.solve(each, middles)
        return slopes, -(slopes * middles).sum(axis=1) / 2

    def _scores(self, matrix: sparse.csr_matrix) -> Floats:
        parts = range(0, matrix.shape[0], AT_ONCE)
        return np.vstack([self._combined(matrix[start : start + AT_ONCE]) for start in parts])

    def _combined(self, matrix: sparse.csr_matrix) -> Floats:
        values = (matrix.toarray() - self.centre_) / self.spread_
        logs = np.repeat(self.starts_[None], len(values), axis=0)
        for place in range(self.size):
            # not as a product of matrices, which may round differently in other company
            logs += values[:, self.subspaces_[:, place], None] * self.slopes_[None, :, place]
        logs -= logs.max(axis=2, keepdims=True)
        logs -= np.log(np.exp(logs).sum(axis=2, keepdims=True))
        return np.asarray((np.exp(logs).mean(axis=1) + softmax(logs.mean(axis=1))) / 2)
