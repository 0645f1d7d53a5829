"""Latent semantic analysis: tf-idf of words reduced to 100 dimensions; needs nothing beyond the core."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from stylobench.errors import SpecError
from stylobench.features._singular_vectors import scaled_left_vectors
from stylobench.features._word_weights import tf_idf, used_words, whatever_the_order
from stylobench.features.texts import Texts, as_texts
from stylobench.records import Floats


class Lsa:
    """Whole texts by the words they share (Deerwester et al., 1990); fewer dimensions where the corpus has no more.

    The same bits for any order of the texts, any number of threads and any processor. A text without words has a vector
    of zeros.

    >>> vectors = Lsa().encode(["a boat at sea", "the sea and a boat", "taxes and law"])
    >>> bool(vectors[0] @ vectors[1] > vectors[0] @ vectors[2])
    True
    """

    def __init__(self, dimensions: int = 100) -> None:
        if dimensions < 1:
            raise SpecError(f"lsa(dimensions={dimensions}): at least 1 dimension is needed")
        self.dimensions = dimensions

    def encode(self, texts: Sequence[str]) -> Floats:
        """One unit row per text."""
        return whatever_the_order(as_texts(texts), self._reduced)

    def _reduced(self, texts: Texts) -> Floats:
        weights = tf_idf(used_words(texts))
        rank = min(self.dimensions, *weights.shape)
        if rank == 0:
            return np.zeros((len(texts), 1))
        return scaled_left_vectors(weights, rank)
