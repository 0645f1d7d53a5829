"""How much of a feature's variance belongs to the author, how much to the topic (Type II sums of squares).

Additive two-way layout with unequal and empty cells: value = mean + author + topic + rest. A share is the sum
of squares that a term adds to the other one, divided by the total sum of squares.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse, stats

from stylobench.records import Floats, Rows


@dataclass(frozen=True)
class VarianceShares:
    """One value per feature. `author_p` is the F-test of the author term given the topics."""

    author_share: Floats
    topic_share: Floats
    rest_share: Floats
    author_p: Floats
    author_df: int
    topic_df: int
    rest_df: int

    @property
    def neutrality(self) -> Floats:
        """Author share minus topic share, each less what chance alone would give its degrees of freedom."""
        noise = self.rest_share / max(self.rest_df, 1)
        author = self.author_share - self.author_df * noise
        topic = self.topic_share - self.topic_df * noise
        return author - topic


def variance_shares(matrix: sparse.csr_matrix, authors: Rows, topics: Rows) -> VarianceShares:
    """The shares of every column of a documents x features matrix; NaN where a feature never varies.

    >>> x = sparse.csr_matrix([[1.0, 1.0], [1.0, 0.0], [0.0, 1.0], [0.0, 0.0]])
    >>> shares = variance_shares(x, np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1]))
    >>> shares.author_share.round(12).tolist(), shares.topic_share.round(12).tolist()
    ([1.0, 0.0], [0.0, 1.0])
    """
    layout = _Layout.of(authors, topics)
    total, by_author, by_topic, both = layout.sums_of_squares(matrix)
    rest = np.maximum(total - both, 0.0)
    author_df, topic_df = layout.rank - layout.topics, layout.rank - layout.authors
    rest_df = len(layout.author) - layout.rank
    whole = np.where(total > 0, total, np.nan)
    author = np.maximum(both - by_topic, 0.0)
    return VarianceShares(
        author / whole,
        np.maximum(both - by_author, 0.0) / whole,
        rest / whole,
        _p_values(author, author_df, rest, rest_df),
        author_df,
        topic_df,
        rest_df,
    )


def interaction_shares(matrix: sparse.csr_matrix, authors: Rows, topics: Rows) -> tuple[Floats, int]:
    """The interaction's share on the filled sub-table, and its number of cells (0: there is none).

    The sub-table is what remains when the author or topic with the most empty cells goes, again and again.
    """
    inside, cells = filled_part(authors, topics)
    if cells == 0:
        return np.full(matrix.shape[1], np.nan), 0
    layout = _Layout.of(authors[inside], topics[inside])
    part = matrix[inside]
    total, _, _, both = layout.sums_of_squares(part)
    codes = layout.author * layout.topics + layout.topic
    filled = _between(_group_sums(part, codes), np.bincount(codes), part.shape[0])
    return np.maximum(filled - both, 0.0) / np.where(total > 0, total, np.nan), cells


def filled_part(authors: Rows, topics: Rows) -> tuple[Rows, int]:
    """The documents of a sub-table without empty cells, and its number of cells (0 below 2 x 2)."""
    _, author = np.unique(authors, return_inverse=True)
    _, topic = np.unique(topics, return_inverse=True)
    table = np.zeros((author.max() + 1, topic.max() + 1), dtype=np.int64)
    np.add.at(table, (author, topic), 1)
    rows, columns = np.arange(table.shape[0]), np.arange(table.shape[1])
    while (empty := table[np.ix_(rows, columns)] == 0).any():
        by_row, by_column = empty.mean(axis=1), empty.mean(axis=0)
        if by_row.max() >= by_column.max():
            rows = np.delete(rows, int(np.argmax(by_row)))
        else:
            columns = np.delete(columns, int(np.argmax(by_column)))
    if len(rows) < 2 or len(columns) < 2:
        return np.zeros(0, dtype=np.int64), 0
    return np.flatnonzero(np.isin(author, rows) & np.isin(topic, columns)), len(rows) * len(columns)


@dataclass(frozen=True)
class _Layout:
    author: Rows
    topic: Rows
    authors: int
    topics: int
    inverse: Floats
    rank: int

    @classmethod
    def of(cls, authors: Rows, topics: Rows) -> _Layout:
        """Codes from 0 without gaps, and the pseudo-inverse of the design's normal equations."""
        a, author = np.unique(authors, return_inverse=True)
        t, topic = np.unique(topics, return_inverse=True)
        table = np.zeros((len(a), len(t)))
        np.add.at(table, (author, topic), 1.0)
        normal = np.block([[np.diag(table.sum(axis=1)), table], [table.T, np.diag(table.sum(axis=0))]])
        rank = int(np.linalg.matrix_rank(normal, hermitian=True))
        return cls(author, topic, len(a), len(t), np.linalg.pinv(normal, hermitian=True), rank)

    def sums_of_squares(self, matrix: sparse.csr_matrix) -> tuple[Floats, Floats, Floats, Floats]:
        """Per feature about its mean: total, explained by author, by topic, and by both."""
        n = matrix.shape[0]
        by_author = _group_sums(matrix, self.author)
        by_topic = _group_sums(matrix, self.topic)
        mean = by_author.sum(axis=0) / n
        squares = np.asarray(matrix.multiply(matrix).sum(axis=0), dtype=np.float64).ravel()
        sizes_a, sizes_t = np.bincount(self.author), np.bincount(self.topic)
        # sums of the centred values: the design holds the mean, and small differences keep their digits
        sums = np.vstack([by_author - np.outer(sizes_a, mean), by_topic - np.outer(sizes_t, mean)])
        both = np.einsum("ij,ij->j", sums, self.inverse @ sums)
        author = _between(by_author, sizes_a, n)
        return squares - n * mean**2, author, _between(by_topic, sizes_t, n), both


def _group_sums(matrix: sparse.csr_matrix, codes: Rows) -> Floats:
    n = len(codes)
    groups = sparse.csr_matrix((np.ones(n), (codes, np.arange(n))), shape=(codes.max() + 1, n))
    return np.asarray((groups @ matrix).toarray(), dtype=np.float64)


def _between(sums: Floats, sizes: Rows, n: int) -> Floats:
    mean = sums.sum(axis=0) / n
    deviations = sums / np.maximum(sizes, 1)[:, None] - mean
    between: Floats = (sizes[:, None] * deviations**2).sum(axis=0)
    return between


def _p_values(explained: Floats, df: int, rest: Floats, rest_df: int) -> Floats:
    if df < 1 or rest_df < 1:
        return np.full(len(explained), np.nan)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = (explained / df) / (rest / rest_df)
    return np.asarray(stats.f.sf(ratio, df, rest_df), dtype=np.float64)
