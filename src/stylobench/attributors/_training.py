"""Choices that look at the topics of the training documents."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from stylobench.features.variance_shares import variance_shares
from stylobench.records import Floats, Rows

# Shares are dense, authors by features; a cue of style is not among the rarest words.
MOST_JUDGED = 5_000


def cell_weights(authors: Rows, topics: Rows) -> Floats:
    """Weights under which each author x topic cell counts equally; they add up to the number of documents.

    >>> cell_weights(np.array([0, 0, 0, 1]), np.array([0, 0, 1, 1])).tolist()
    [0.6666666666666666, 0.6666666666666666, 1.3333333333333333, 1.3333333333333333]
    """
    cells, sizes = np.unique(np.stack([authors, topics]), axis=1, return_inverse=True, return_counts=True)[1:]
    weights: Floats = len(authors) / (len(sizes) * sizes[np.ravel(cells)])
    return weights


def neutral_columns(matrix: sparse.csr_matrix, authors: Rows, topics: Rows, keep: int) -> Rows:
    """The features whose variance belongs most to the author and least to the topic, in order of column."""
    if topics.max() == 0 or keep >= matrix.shape[1]:
        return np.arange(matrix.shape[1])
    frequent = np.argsort(-matrix.getnnz(axis=0), kind="stable")[: max(MOST_JUDGED, keep)]
    neutrality = variance_shares(matrix[:, np.sort(frequent)], authors, topics).neutrality
    return np.sort(np.sort(frequent)[np.argsort(-neutrality, kind="stable")[:keep]])
