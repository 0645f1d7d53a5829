"""Word counts made ready for topic models: words between two document frequencies, tf-idf, unit rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy import sparse
from threadpoolctl import threadpool_limits

from stylobench.errors import CorpusError, SpecError
from stylobench.features._same_bits import logs
from stylobench.features.texts import Texts
from stylobench.records import Floats


def unit_rows(matrix: Floats) -> Floats:
    """Every row at length 1; a row of zeros, which has no direction, stays as it is.

    >>> unit_rows(np.array([[3.0, 4.0], [0.0, 0.0]])).tolist()
    [[0.6, 0.8], [0.0, 0.0]]
    """
    lengths = np.sqrt((matrix * matrix).sum(axis=1, keepdims=True))
    return np.asarray(matrix / np.where(lengths > 0, lengths, 1.0))


def whatever_the_order(texts: Texts, encode: Callable[[Texts], Floats]) -> Floats:
    """Encode on one thread in an order that hangs on the contents alone, so that the bits do too."""
    digests = texts.digests()
    order = np.array(sorted(range(len(texts)), key=digests.__getitem__), dtype=np.int64)
    with threadpool_limits(1):
        encoded = encode(texts.take(order))
    vectors = np.empty_like(encoded)
    vectors[order] = encoded
    return unit_rows(vectors)


def used_words(texts: Texts) -> sparse.csr_matrix:
    """Word counts without the columns of words that these texts do not have."""
    matrix = sparse.csr_matrix(texts.counts("words").matrix, dtype=np.float64)
    return matrix[:, document_frequencies(matrix) > 0]


@dataclass(frozen=True)
class Band:
    """Which words a topic model is built on: those in a share of the texts between low and high, the most frequent."""

    model: str
    components: int
    low: float
    high: float
    words: int

    def __post_init__(self) -> None:
        if self.components < 1 or self.words < 1:
            raise SpecError(f"{self.model}: components and words must be at least 1")
        if not 0 <= self.low <= self.high <= 1:
            raise SpecError(f"{self.model}(low={self.low}, high={self.high}): shares between 0 and 1, low before high")

    def counts(self, texts: Texts) -> sparse.csr_matrix:
        """Counts of these words; among equally frequent ones the first by name."""
        matrix = used_words(texts)
        share = document_frequencies(matrix) / max(1, matrix.shape[0])
        inside = np.flatnonzero((share >= self.low) & (share <= self.high))
        if not len(inside):
            raise CorpusError(
                f"encoder {self.model}: no word stands in {self.low:.0%} to {self.high:.0%} of the {len(texts)} "
                "documents, so there is nothing to model; use the encoder lsa"
            )
        totals = np.asarray(matrix[:, inside].sum(axis=0)).ravel()
        kept = np.sort(inside[np.argsort(-totals, kind="stable")[: self.words]])
        return matrix[:, kept]

    def most_components(self, counts: sparse.csr_matrix) -> int:
        """As many components as asked for, or as the texts and words allow."""
        return min(self.components, *counts.shape)


def tf_idf(counts: sparse.csr_matrix) -> sparse.csr_matrix:
    """1 + log of the count, times log((1 + n) / df), rows at unit length.

    Words that stand nearly everywhere, which are style and not topic, weigh next to nothing, but never nothing.
    """
    idf = logs((1 + counts.shape[0]) / np.maximum(document_frequencies(counts), 1))
    weighted = sparse.csr_matrix(counts, copy=True)
    weighted.data = (1 + logs(weighted.data)) * idf[weighted.indices]
    lengths = np.sqrt(np.asarray(weighted.multiply(weighted).sum(axis=1)).ravel())
    return sparse.csr_matrix(sparse.diags(1 / np.where(lengths > 0, lengths, 1.0)) @ weighted)


def document_frequencies(counts: sparse.csr_matrix) -> Floats:
    """In how many texts each word stands."""
    return np.bincount(counts.indices, minlength=counts.shape[1]).astype(np.float64)
