"""Shares of features in texts: which features count is chosen on training texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from stylobench.errors import SplitError
from stylobench.features.texts import Texts
from stylobench.records import Floats, Rows
from stylobench.verifiers._fitting_shapes import require_shape
from stylobench.verifiers._others_kernels import shares
from stylobench.verifiers._tfidf import Frequencies

Weights = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Chosen:
    """Features by name, and what the share of each in a text is multiplied by."""

    features: str
    names: list[str]
    factors: Floats

    def __post_init__(self) -> None:
        require_shape("factors", self.factors, len(self.names))

    @classmethod
    def of(cls, texts: Texts, rows: Rows, features: str, most: int, idf: bool = False) -> Chosen:
        """The most frequent features of these rows."""
        found = Frequencies.of(texts, rows, features)
        best = found.take(found.most_frequent(most))
        factors = np.log((1 + best.texts) / (1 + best.documents)) + 1 if idf else np.ones(len(best.places))
        return cls(features, best.names, factors)

    def weights(self, texts: Texts, rows: Rows) -> Weights:
        """A row per text: the share of each feature among all features of the set, times its factor."""
        counts = texts.counts(self.features)
        matrix, places = counts.matrix, counts.places_among(self.names).astype(np.int32)
        made: Weights = shares((matrix.data, matrix.indices, matrix.indptr), rows, places, self.factors)
        return made


def require_any(chosen: Sequence[Chosen]) -> None:
    """Refuse training texts in which there was nothing to choose."""
    if not any(each.names for each in chosen):
        features = "+".join(each.features for each in chosen)
        raise SplitError(f"no training text has any of {features}; give longer texts")
