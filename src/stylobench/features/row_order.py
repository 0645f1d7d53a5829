"""Labels of rows that hang on what the rows hold, and not on the order in which they come."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from threadpoolctl import threadpool_limits

from stylobench.records import Floats, Rows


def by_content(vectors: Floats, find: Callable[[Floats], Rows]) -> Rows:
    """What `find` (the `fit_predict` of a clusterer) makes of the rows, sorted by their bytes, on one thread.

    Equal rows get one label. Labels are 0, 1, ... by size, largest first; whatever a clusterer calls noise (-1) is one
    more cluster.

    >>> by_content(np.array([[5.0], [1.0], [5.0]]), lambda rows: (rows[:, 0] < 3).astype(np.int64)).tolist()
    [0, 1, 0]
    """
    first, kind = _kinds(vectors)
    order = np.argsort(kind, kind="stable")
    with threadpool_limits(1):
        found = np.asarray(find(np.asarray(vectors)[order]))
    at_first_copy = np.empty(len(order), dtype=np.int64)
    at_first_copy[order] = np.unique(found, return_inverse=True)[1]
    return by_size(at_first_copy[first][kind])


def by_size(codes: Rows) -> Rows:
    """The same groups, numbered by size; of equally large ones the lower number stays first.

    >>> by_size(np.array([4, 7, 7])).tolist()
    [1, 0, 0]
    """
    places, sizes = np.unique(codes, return_inverse=True, return_counts=True)[1:]
    return np.asarray(np.argsort(np.argsort(-sizes, kind="stable"), kind="stable")[places], dtype=np.int64)


def distinct_rows(vectors: Floats) -> int:
    """How many different rows there are.

    >>> distinct_rows(np.array([[0.0, 1.0], [-0.0, 1.0], [1.0, 1.0]]))
    2
    """
    return len(_kinds(vectors)[0])


def _kinds(vectors: Floats) -> tuple[Rows, Rows]:
    """Of the different rows, sorted by their bytes: where each stands first, and which of them every row is."""
    # adding 0 makes -0 and 0 one number
    rows = np.ascontiguousarray(np.asarray(vectors, dtype=np.float64) + 0.0)
    if not rows.size:
        return np.zeros(min(1, len(rows)), dtype=np.int64), np.zeros(len(rows), dtype=np.int64)
    keys = rows.view(np.dtype((np.void, rows.dtype.itemsize * rows.shape[1]))).ravel()
    first, kind = np.unique(keys, return_index=True, return_inverse=True)[1:]
    return np.asarray(first, dtype=np.int64), np.asarray(kind, dtype=np.int64)
