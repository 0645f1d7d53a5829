"""MajorClust (Stein & Niggemann 1999): every text joins the cluster that pulls it most; finds their number itself."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from stylobench.clusterers._label_passing import pass_labels
from stylobench.clusterers._nearest_rows import nearest_rows
from stylobench.errors import SpecError
from stylobench.features._tiles import filled_up, tiled
from stylobench.features._word_weights import unit_rows
from stylobench.features.row_order import by_content
from stylobench.records import Floats, Rows
from stylobench.seeds import generator


class Majorclust:
    """Label passing on a graph of likeness.

    An edge joins a row to each of its `neighbours` nearest by cosine, if that is at least `threshold` and above 0, and
    weighs as much as the cosine. Every row starts as its own cluster and takes, in an order that `seed` draws anew for
    each pass, the label with the largest sum of edge weights among its neighbours, until nothing changes. A row without
    edges stays alone; more neighbours make fewer clusters. Changed against the paper: only the nearest have edges.

    >>> Majorclust(neighbours=1).fit_predict(np.array([[1.0, 0.0], [0.0, 1.0], [0.1, 1.0], [1.0, 0.1]])).tolist()
    [1, 0, 0, 1]
    """

    def __init__(self, neighbours: int = 20, threshold: float = 0.3, seed: int | None = None) -> None:
        if neighbours < 1:
            raise SpecError(f"majorclust(neighbours={neighbours}): at least 1")
        self.neighbours = neighbours
        self.threshold = threshold
        self.seed = seed

    def fit_predict(self, vectors: Floats) -> Rows:
        """The cluster of every row, the largest first; the same for any order of the rows."""
        return by_content(vectors, self._find)

    def _find(self, rows: Floats) -> Rows:
        graph = _graph(unit_rows(rows), self.neighbours, self.threshold)
        starts, ends = graph.indptr.astype(np.int64), graph.indices.astype(np.int64)
        labels, rng = np.arange(len(rows)), generator(self.seed or 0, "majorclust")
        while pass_labels(rng.permutation(len(rows)), starts, ends, graph.data, labels):
            pass
        return labels


def _graph(rows: Floats, neighbours: int, threshold: float) -> sparse.csr_matrix:
    """Symmetric; an edge found from either end counts once."""
    count = min(neighbours, len(rows) - 1)
    filled = filled_up(rows)
    found, alike = nearest_rows(filled, tiled(filled), count)
    near, likeness = found.ravel(), alike.ravel()
    kept = (likeness >= threshold) & (likeness > 0)
    ends = (np.repeat(np.arange(len(rows)), count)[kept], near[kept])
    one_way = sparse.csr_matrix((likeness[kept], ends), shape=(len(rows), len(rows)))
    return sparse.csr_matrix(one_way.maximum(one_way.T))
