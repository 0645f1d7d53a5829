"""Latent Dirichlet allocation: the mix of 50 topics that a model finds in each text."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from sklearn.decomposition import LatentDirichletAllocation

from stylobench.features._word_weights import Band, whatever_the_order
from stylobench.features.texts import Texts, as_texts
from stylobench.records import Floats


class Lda:
    """Shares of topics per text (Blei et al., 2003), on words between two document frequencies, as in the HITS paper.

    Fewer components where there are fewer texts or words than that; no word between the two frequencies is an error.

    >>> Lda(components=2).encode(["sea boat", "sea sail", "law court", "law judge"]).shape
    (4, 2)
    """

    def __init__(self, components: int = 50, low: float = 0.1, high: float = 0.5, words: int = 5000) -> None:
        self.band = Band("lda", components, low, high, words)

    def encode(self, texts: Sequence[str]) -> Floats:
        """One unit row per text."""
        return whatever_the_order(as_texts(texts), self._mixes)

    def _mixes(self, texts: Texts) -> Floats:
        counts = self.band.counts(texts)
        # a fixed start, so that the same texts give the same model
        model = LatentDirichletAllocation(self.band.most_components(counts), random_state=0)
        return np.asarray(model.fit_transform(counts), dtype=np.float64)
