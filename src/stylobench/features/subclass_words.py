"""What clusters are about, and clusters too small to speak for themselves: pure functions on codes 0, 1, ..., k-1."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from scipy import sparse

from stylobench.errors import SplitError
from stylobench.features._same_bits import product
from stylobench.features._word_weights import document_frequencies, tf_idf
from stylobench.features.row_order import by_size
from stylobench.features.texts import as_texts
from stylobench.records import Floats, Rows

LEAST = 10
OTHER = "other"
MOST_SMALL = 20
# a word in fewer texts of the whole is a name or a slip, not what a cluster is about
LEAST_TEXTS = 3
AT_ONCE = 8192


def default_clusters(n: int) -> int:
    """The root of half the number of documents, as published, and at least 2.

    >>> default_clusters(200), default_clusters(100_000), default_clusters(1)
    (10, 224, 2)
    """
    return max(2, round(float(np.sqrt(n / 2))))


def merged(vectors: Floats, codes: Rows, least: int = LEAST) -> tuple[Rows, Rows]:
    """Clusters of at least `least` rows, largest first, and how many smaller ones went into each.

    The smallest cluster (of equals the later) goes into the one with the nearest centroid, again and again. It stops
    when two are left, however small they are: one cluster would be no mix.

    >>> codes, joined = merged(np.array([[0.0], [0.0], [9.0], [9.0], [8.0]]), np.array([0, 0, 1, 1, 2]), least=2)
    >>> codes.tolist(), joined.tolist()
    ([1, 1, 0, 0, 0], [1, 0])
    """
    sums, sizes = _sums(vectors, codes), np.bincount(codes).astype(np.float64)
    goes, joined, alive = np.arange(len(sizes)), np.zeros(len(sizes), dtype=np.int64), sizes > 0
    while alive.sum() > 2:
        small = _smallest(sizes, alive)
        if sizes[small] >= least:
            break
        alive[small] = False
        into = _nearest_alive(sums, sizes, alive, small)
        sums[into] += sums[small]
        sizes[into] += sizes[small]
        joined[into] += joined[small] + 1
        goes[goes == small] = into
    left = goes[codes]
    final = by_size(left)
    owners = np.empty(int(final.max(initial=-1)) + 1, dtype=np.int64)
    owners[final] = left
    return final, joined[owners]


def _smallest(sizes: Floats, alive: np.ndarray) -> int:
    return len(sizes) - 1 - int(np.argmin(np.where(alive, sizes, np.inf)[::-1]))


def _nearest_alive(sums: Floats, sizes: Floats, alive: np.ndarray, place: int) -> int:
    others = np.flatnonzero(alive)
    gaps = sums[others] / sizes[others, None] - sums[place] / sizes[place]
    return int(others[np.argmin((gaps * gaps).sum(axis=1))])


def merged_labels(labels: Sequence[str], least: int = LEAST) -> tuple[list[str], dict[str, int]]:
    """Labels of fewer than `least` documents become one called "other", or join the largest label where they are fewer
    than `least` even together; and how many went into it, if any did.

    Where fewer than two labels are large all stay as they are, up to `MOST_SMALL`; more are refused.

    >>> merged_labels(["a", "a", "b", "b", "c", "d"], least=2)
    (['a', 'a', 'b', 'b', 'other', 'other'], {'other': 2})
    >>> merged_labels(["a", "a", "b", "b", "c"], least=2)
    (['a', 'a', 'b', 'b', 'a'], {'a': 1})
    """
    names, codes, sizes = np.unique(np.asarray(labels, dtype=object), return_inverse=True, return_counts=True)
    small = sizes < least
    few = (~small).sum() < 2
    if few and len(names) > MOST_SMALL:
        raise SplitError(f"{len(names)} labels, of which fewer than two have {least} items: give coarser labels")
    if few or not small.any():
        return [str(label) for label in labels], {}
    into = OTHER if sizes[small].sum() >= least else str(names[np.argmax(sizes)])
    kept = [into if is_small else str(name) for name, is_small in zip(names, small, strict=True)]
    return [kept[code] for code in codes], {into: int(small.sum())}


def marks(texts: Sequence[str], codes: Rows, words: int = 8) -> list[list[str]]:
    """The words of each cluster whose mean tf-idf lies highest above that of all texts, at most `words`.

    >>> marks(["boat boat", "boat", "law", "law law"], np.array([0, 0, 1, 1]), words=1)
    [['boat'], ['law']]
    """
    counts, k = as_texts(texts).counts("words"), int(codes.max(initial=-1)) + 1
    matrix = sparse.csr_matrix(counts.matrix, dtype=np.float64)
    usual = np.flatnonzero(document_frequencies(matrix) >= min(LEAST_TEXTS, len(codes) // max(k, 1)))
    weights = tf_idf(matrix[:, usual])
    totals, everywhere = sparse.csr_matrix(_members(codes) @ weights), np.asarray(weights.mean(axis=0)).ravel()
    sizes, found = np.bincount(codes, minlength=k), []
    for code in range(k):
        row = totals[code]
        above = row.data / sizes[code] - everywhere[row.indices]
        best = np.lexsort((row.indices, -above))[:words]
        found.append([counts.names[usual[row.indices[place]]] for place in best if above[place] > 0])
    return found


def examples(vectors: Floats, codes: Rows, count: int = 3) -> list[Rows]:
    """The rows nearest to the centroid of each cluster, the nearest first, at most `count`.

    >>> [rows.tolist() for rows in examples(np.array([[0.0], [1.0], [3.0], [7.0]]), np.array([0, 0, 0, 1]), count=2)]
    [[1, 0], [3]]
    """
    centres = _centres(vectors, codes)
    gaps = np.concatenate([np.zeros(0), *(_gaps(vectors, codes, centres, at) for at in _parts(len(codes)))])
    order = np.lexsort((gaps, codes))
    starts = np.searchsorted(codes[order], np.arange(len(centres) + 1))
    return [order[start : min(start + count, end)] for start, end in pairwise(starts)]


def purity(codes: Rows, labels: Sequence[str]) -> tuple[list[tuple[str, float]], float]:
    """Of each cluster the most frequent label (of equals the first by name) and its share; the share over all rows.

    >>> purity(np.array([0, 0, 0, 1]), ["sea", "sea", "law", "law"])
    ([('sea', 0.6666666666666666), ('law', 1.0)], 0.75)
    """
    names, places = np.unique(np.asarray(labels, dtype=object), return_inverse=True)
    k = int(codes.max(initial=-1)) + 1
    table = np.bincount(codes * len(names) + places, minlength=k * len(names)).reshape(k, len(names))
    best, most, sizes = table.argmax(axis=1), table.max(axis=1, initial=0), table.sum(axis=1)
    each = [(str(names[best[code]]), float(most[code] / sizes[code])) for code in range(k)]
    return each, float(most.sum() / len(codes))


def assigned(vectors: Floats, codes: Rows, others: Floats) -> Rows:
    """The cluster whose centroid lies nearest to each of the other rows: the lowest of equals.

    >>> assigned(np.array([[0.0], [2.0], [9.0]]), np.array([0, 0, 1]), np.array([[4.0], [6.0]])).tolist()
    [0, 1]
    """
    centres = _centres(vectors, codes)
    lengths = (centres * centres).sum(axis=1)
    found = [np.argmin(lengths - 2 * product(others[at], centres.T), axis=1) for at in _parts(len(others))]
    return np.concatenate([np.zeros(0, dtype=np.int64), *found])


def _centres(vectors: Floats, codes: Rows) -> Floats:
    return np.asarray(_sums(vectors, codes) / np.bincount(codes)[:, None])


def _sums(vectors: Floats, codes: Rows) -> Floats:
    return np.asarray(_members(codes) @ vectors)


def _members(codes: Rows) -> sparse.csr_matrix:
    """One row per cluster, with a one at each of its members."""
    shape = (int(codes.max(initial=-1)) + 1, len(codes))
    return sparse.csr_matrix((np.ones(len(codes)), (codes, np.arange(len(codes)))), shape=shape)


def _gaps(vectors: Floats, codes: Rows, centres: Floats, at: slice) -> Floats:
    gaps = vectors[at] - centres[codes[at]]
    return np.asarray((gaps * gaps).sum(axis=1))


def _parts(count: int) -> list[slice]:
    return [slice(start, start + AT_ONCE) for start in range(0, count, AT_ONCE)]
