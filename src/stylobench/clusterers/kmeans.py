"""k-means by Lloyd's algorithm, started by k-means++: ten times, less often where there are very many rows."""

from __future__ import annotations

from stylobench.clusterers._number import number_of_clusters
from stylobench.features._lloyd import kmeans
from stylobench.features.row_order import by_content
from stylobench.records import Floats, Rows
from stylobench.seeds import generator

STARTS = 10
# ten starts up to 10,000 rows, five at 20,000, one from 50,001 on
ROWS_STARTED = 100_000


class Kmeans:
    """The best of several starts; `k` is the root of half the rows when left out.

    >>> import numpy as np
    >>> Kmeans(k=2).fit_predict(np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 1.1]])).tolist()
    [1, 0, 0]
    """

    def __init__(self, k: int | None = None, starts: int | None = None, seed: int | None = None) -> None:
        self.k = k
        self.starts = starts
        self.seed = seed

    def fit_predict(self, vectors: Floats) -> Rows:
        """The cluster of every row, the largest first; the same for any order of the rows."""
        k = number_of_clusters(vectors, self.k)
        starts = self.starts or max(1, min(STARTS, ROWS_STARTED // len(vectors)))
        return by_content(vectors, lambda rows: kmeans(rows, k, starts, generator(self.seed or 0, "kmeans")))
