"""Which of two items of different classes scores higher, summed up by cluster: what AUC is made of.

AUC of a mix is a bilinear form of the shares of its clusters, so that no draw needs to rank anything again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba
import numpy as np

from stylobench.records import Booleans, Floats, Rows

F = TypeVar("F", bound=Callable[..., Any])


def _compiled(function: F) -> F:
    try:
        fast: F = numba.njit(cache=True, nogil=True)(function)
    except RuntimeError:
        # numba refuses at this point when it finds no place for its cache
        fast = numba.njit(nogil=True)(function)
    return fast


def concordant_pairs(scores: Floats, truth: Booleans, clusters: Rows, k: int) -> Floats:
    """How often a true item of cluster i scores above a false one of cluster j, equal scores half: k x k.

    >>> concordant_pairs(np.array([0.9, 0.2, 0.2]), np.array([True, True, False]), np.array([0, 1, 1]), 2).tolist()
    [[0.0, 1.0], [0.0, 0.5]]
    """
    order = np.argsort(scores, kind="stable")
    ranked = scores[order]
    ends = np.append(np.flatnonzero(np.diff(ranked)) + 1, len(ranked)) if len(ranked) else np.zeros(0, np.int64)
    return _walk(truth[order], clusters[order], ends, k)


@_compiled
def _walk(truth: Booleans, clusters: Rows, ends: Rows, k: int) -> Floats:
    """From the lowest score up, one run of equal scores at a time; `below` holds twice the false items so far."""
    pairs = np.zeros((k, k))
    below = np.zeros(k)
    start = 0
    for end in ends:
        for place in range(start, end):
            if not truth[place]:
                below[clusters[place]] += 1
        for place in range(start, end):
            if truth[place]:
                row = pairs[clusters[place]]
                for j in range(k):
                    row[j] += below[j]
        for place in range(start, end):
            if not truth[place]:
                below[clusters[place]] += 1
        start = end
    return pairs / 2


def shares_beaten(scores: Floats, truth: Booleans, weights: Floats) -> Floats:
    """For each true item the weighted share of false ones that score below it, for each false one of true ones above.

    Equal scores count half. These are the components of DeLong's variance, at the given weights of the items.

    >>> shares_beaten(np.array([0.9, 0.2, 0.2]), np.array([True, True, False]), np.ones(3)).tolist()
    [1.0, 0.5, 0.75]
    """
    found = np.empty(len(scores))
    for kind in (truth, ~truth):
        order = np.argsort(scores[~kind], kind="stable")
        ranked, sums = scores[~kind][order], np.concatenate([[0.0], np.cumsum(weights[~kind][order])])
        low, high = (sums[np.searchsorted(ranked, scores[kind], side)] for side in ("left", "right"))
        share = (low + high) / 2 / sums[-1] if sums[-1] > 0 else np.full(int(kind.sum()), np.nan)
        found[kind] = share if kind is truth else 1 - share
    return found
