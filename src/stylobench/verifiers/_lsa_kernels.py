"""The loop of latent semantic analysis: each text is projected on its own."""

from __future__ import annotations

from typing import Any

import numpy as np

from stylobench.features._compiled import compiled_in_order
from stylobench.features._same_bits import log_of

Array = Any


@compiled_in_order
def projected(counts: tuple[Array, Array, Array], weights: Array, directions: Array) -> Array:
    """The rows as unit vectors along the directions; rows without a feature as NaN."""
    values, columns, ends = counts
    vectors = np.zeros((len(ends) - 1, directions.shape[1]))
    for i in range(len(ends) - 1):
        for j in range(ends[i], ends[i + 1]):
            weighted = log_of(1 + values[j]) * weights[columns[j]]
            for k in range(directions.shape[1]):
                vectors[i, k] += weighted * directions[columns[j], k]
        vectors[i] /= np.sqrt((vectors[i] * vectors[i]).sum())
    return vectors
