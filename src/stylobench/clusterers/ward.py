"""Ward's hierarchy: clusters whose union adds least to the sum of squares are joined until `k` are left."""

from __future__ import annotations

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from stylobench.clusterers._number import number_of_clusters
from stylobench.clusterers._ward_kernels import ward_merges
from stylobench.errors import SplitError
from stylobench.features.row_order import by_content
from stylobench.records import Floats, Rows

# the work grows with the square of the rows: about a minute here
MOST_ROWS = 20_000


class Ward:
    """No chance in it; at most 20,000 rows.

    >>> Ward(k=2).fit_predict(np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 1.1]])).tolist()
    [1, 0, 0]
    """

    def __init__(self, k: int | None = None) -> None:
        self.k = k

    def fit_predict(self, vectors: Floats) -> Rows:
        """The cluster of every row, the largest first; the same for any order of the rows."""
        if len(vectors) > MOST_ROWS:
            raise SplitError(
                f"the clusterer ward takes at most {MOST_ROWS:,} texts and there are {len(vectors):,}; use kmeans"
            )
        k = number_of_clusters(vectors, self.k)
        return by_content(vectors, lambda rows: _cut(rows, k))


def _cut(rows: Floats, k: int) -> Rows:
    count = len(rows)
    pairs, heights = ward_merges(np.array(rows, dtype=np.float64))
    lowest = pairs[np.argsort(heights, kind="stable")[: count - k]]
    tree = sparse.csr_matrix((np.ones(len(lowest)), (lowest[:, 0], lowest[:, 1])), shape=(count, count))
    return np.asarray(connected_components(tree, directed=False)[1], dtype=np.int64)
