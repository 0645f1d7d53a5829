"""Non-negative matrix factorisation: tf-idf of words as a sum of 50 parts."""

from __future__ import annotations

import warnings
from collections.abc import Sequence

import numpy as np
from sklearn import decomposition
from sklearn.exceptions import ConvergenceWarning

from stylobench.features._word_weights import Band, tf_idf, whatever_the_order
from stylobench.features.texts import Texts, as_texts
from stylobench.records import Floats


class Nmf:
    """How much of each part is in a text (Lee & Seung, 1999), on words between two document frequencies, as in the
    HITS paper.

    Fewer components where there are fewer texts or words than that; no word between the two frequencies is an error.
    A text without any of the words has a vector of zeros.

    >>> vectors = Nmf(components=2).encode(["sea boat", "sea sail", "law court", "law judge"])
    >>> bool(vectors[0] @ vectors[1] > vectors[0] @ vectors[2])
    True
    """

    def __init__(self, components: int = 50, low: float = 0.1, high: float = 0.5, words: int = 5000) -> None:
        self.band = Band("nmf", components, low, high, words)

    def encode(self, texts: Sequence[str]) -> Floats:
        """One unit row per text."""
        return whatever_the_order(as_texts(texts), self._parts)

    def _parts(self, texts: Texts) -> Floats:
        counts = self.band.counts(texts)
        model = decomposition.NMF(self.band.most_components(counts), init="nndsvda", random_state=0)
        with warnings.catch_warnings():
            # a factorisation that is still creeping after 200 rounds is good enough to compare topics
            warnings.simplefilter("ignore", ConvergenceWarning)
            return np.asarray(model.fit_transform(tf_idf(counts)), dtype=np.float64)
