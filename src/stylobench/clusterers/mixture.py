"""Gaussian mixture fitted by expectation-maximisation; every row goes to its likeliest component."""

from __future__ import annotations

from typing import Literal

import numpy as np

from stylobench.clusterers._mixture_kernels import likeliest_components
from stylobench.clusterers._number import number_of_clusters
from stylobench.errors import SpecError
from stylobench.features._lloyd import kmeans
from stylobench.features.row_order import by_content
from stylobench.records import Floats, Rows
from stylobench.seeds import generator

ROUNDS = 200
# the mean log likelihood creeps on long after the clusters have settled
SETTLED = 1e-3
# keeps a component that holds equal rows from shrinking to a point; vectors of texts have length 1
LEAST_VARIANCE = 1e-4

Shape = Literal["spherical", "diag"]


class Mixture:
    """Started from k-means; `shape` of a component is `spherical` or `diag`.

    A component that is the likeliest of no row is no cluster, so that there may be fewer than `k`.

    >>> Mixture(k=2).fit_predict(np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 1.1]])).tolist()
    [1, 0, 0]
    """

    def __init__(self, k: int | None = None, shape: Shape = "spherical", seed: int | None = None) -> None:
        if shape not in ("spherical", "diag"):
            raise SpecError(f"mixture(shape={shape!r}): write shape=spherical or shape=diag")
        self.k = k
        self.shape = shape
        self.seed = seed

    def fit_predict(self, vectors: Floats) -> Rows:
        """The cluster of every row, the largest first; the same for any order of the rows."""
        k = number_of_clusters(vectors, self.k)
        return by_content(vectors, lambda rows: self._likeliest(np.asarray(rows, dtype=np.float64), k))

    def _likeliest(self, rows: Floats, k: int) -> Rows:
        start = kmeans(rows, k, 1, generator(self.seed or 0, "mixture"))
        spherical = self.shape == "spherical"
        return likeliest_components(rows, start, k, spherical, LEAST_VARIANCE, ROUNDS, SETTLED)
