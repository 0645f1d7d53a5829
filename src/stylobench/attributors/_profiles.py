"""Profiles: the most frequent features of a document or an author, and methods that compare them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy import sparse
from threadpoolctl import threadpool_limits

from stylobench.attributors._attributor import Scoring, known_authors
from stylobench.attributors._author_counts import AuthorCounts, as_shares, most_frequent, narrowed
from stylobench.errors import SpecError
from stylobench.features.texts import Texts, as_texts
from stylobench.records import Floats, Rows


class ProfileComparison(Scoring):
    """An attributor that compares profiles; a method adds `_compared`."""

    size: int
    profiles_: AuthorCounts

    def fit(self, texts: Sequence[str], authors: Sequence[str]) -> ProfileComparison:
        """Learn from texts and their authors, and from nothing else."""
        if not isinstance(self.size, int) or self.size < 1:
            name = type(self).__module__.rpartition(".")[2]
            raise SpecError(f"{name}(size={self.size!r}): size must be a whole number of at least 1")
        self.classes_, codes = known_authors(texts, authors)
        with threadpool_limits(1):
            self.profiles_ = AuthorCounts.of(as_texts(texts), codes, self.features).shares().most_frequent(self.size)
        return self

    def _texts_scores(self, texts: Texts) -> Floats:
        counted = texts.counts(self.features)
        used, documents = narrowed(most_frequent(as_shares(counted.matrix.astype(np.float64)), self.size))
        return self._compared(documents, self.profiles_.table(counted, used), self.profiles_.counts.getnnz(axis=1))

    def _compared(self, documents: sparse.csr_matrix, authors: Floats, sizes: Rows) -> Floats:
        """Scores of documents' profiles; authors' ones have a row per column of those, and their sizes."""
        raise NotImplementedError
