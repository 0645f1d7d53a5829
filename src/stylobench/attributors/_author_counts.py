"""What each author wrote, added up: how often every feature stands in all of an author's training documents."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from stylobench.errors import CorpusError, SpecError
from stylobench.features._counting import Counts
from stylobench.features.texts import Texts
from stylobench.records import Floats, Rows


@dataclass(frozen=True)
class AuthorCounts:
    """One row per author, one column per name, names in order."""

    names: list[str]
    counts: sparse.csr_matrix

    @classmethod
    def of(cls, texts: Texts, codes: Rows, features: str) -> AuthorCounts:
        """Counts are whole numbers, so that their sums do not depend on the order of the documents."""
        counted = texts.counts(features)
        if counted.measured:
            raise SpecError(f"{features!r} measures, and only what is counted adds up; give words or characters")
        whose = sparse.csr_matrix((np.ones(len(codes)), (codes, np.arange(len(codes)))))
        sums = sparse.csr_matrix(whose @ counted.matrix.astype(np.float64))
        sums.sort_indices()
        if not sums.nnz:
            raise CorpusError(f"the training documents have no {features}; give longer texts")
        used, sums = narrowed(sums)
        return cls([counted.names[column] for column in used], sums)

    def shares(self) -> AuthorCounts:
        """Counts as shares of all that the author has."""
        return AuthorCounts(self.names, as_shares(self.counts))

    def most_frequent(self, size: int) -> AuthorCounts:
        """The most frequent features of each author alone."""
        used, kept = narrowed(most_frequent(self.counts, size))
        return AuthorCounts([self.names[column] for column in used], kept)

    def table(self, counted: Counts, used: Rows) -> Floats:
        """A row per used column of what was counted elsewhere, a column per author."""
        places = np.full(len(counted.names), -1)
        mine = np.array([counted.columns.positions.get(name, -1) for name in self.names], np.int64)
        found = mine >= 0
        places[mine[found]] = np.flatnonzero(found)
        wanted = places[used]
        table = np.zeros((len(used), self.counts.shape[0]))
        table[wanted >= 0] = self.counts[:, wanted[wanted >= 0]].toarray().T
        return table


def as_shares(counts: sparse.csr_matrix) -> sparse.csr_matrix:
    """Each row divided by its sum."""
    totals = np.asarray(counts.sum(axis=1, dtype=np.float64)).ravel()
    each = np.repeat(np.where(totals > 0, totals, 1.0), np.diff(counts.indptr))
    return sparse.csr_matrix((counts.data / each, counts.indices, counts.indptr), shape=counts.shape)


def most_frequent(counts: sparse.csr_matrix, size: int) -> sparse.csr_matrix:
    """The `size` highest of each row; of equals the first in order."""
    kept = np.ones(counts.nnz, np.bool_)
    for row in np.flatnonzero(np.diff(counts.indptr) > size):
        low, high = counts.indptr[row], counts.indptr[row + 1]
        kept[low + np.argsort(-counts.data[low:high], kind="stable")[size:]] = False
    ends = np.r_[0, np.cumsum(kept)][counts.indptr]
    return sparse.csr_matrix((counts.data[kept], counts.indices[kept], ends), shape=counts.shape)


def narrowed(matrix: sparse.csr_matrix) -> tuple[Rows, sparse.csr_matrix]:
    """The columns that are in use, and the matrix of them alone."""
    used = np.flatnonzero(np.bincount(matrix.indices, minlength=matrix.shape[1]))
    places = np.empty(matrix.shape[1], matrix.indices.dtype)
    places[used] = np.arange(len(used))
    return used, sparse.csr_matrix(
        (matrix.data, places[matrix.indices], matrix.indptr), shape=(matrix.shape[0], len(used))
    )
