"""Topics for texts that have none: k-means clusters of their vectors, named by the words that mark them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy import sparse
from sklearn.cluster import KMeans
from threadpoolctl import threadpool_limits

from stylobench.errors import SplitError
from stylobench.features._word_weights import document_frequencies, tf_idf
from stylobench.features.texts import as_texts
from stylobench.records import Floats, Rows
from stylobench.seeds import generator

STARTS = 10
WORDS = 3
# a word in fewer texts of the whole is a name or a slip, not what a cluster is about
LEAST_TEXTS = 3


def clusters(vectors: Floats, k: int, seed: int = 0, texts: Sequence[str] | None = None) -> list[str]:
    """The cluster of every text, such as `cluster 07 (boat, sea, sail)`; largest first, the same for any order.

    >>> clusters(np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 1.0]]), 2)
    ['cluster 2', 'cluster 1', 'cluster 1']
    """
    codes = _codes(vectors, k, seed)
    width = len(str(k))
    names = [f"cluster {number + 1:0{width}d}" for number in range(k)]
    if texts is not None:
        names = [f"{name} ({', '.join(words)})" for name, words in zip(names, _marks(texts, codes, k), strict=True)]
    return [names[code] for code in codes]


def _codes(vectors: Floats, k: int, seed: int) -> Rows:
    """The place of each text's cluster in order of size."""
    keys = [row.tobytes() for row in np.ascontiguousarray(vectors)]
    if not 2 <= k <= len(set(keys)):
        raise SplitError(
            f"{k} clusters cannot be made of {len(set(keys))} different texts; ask for 2 or more, up to that"
        )
    order = sorted(range(len(keys)), key=keys.__getitem__)
    start = int(generator(seed, "clusters").integers(2**31))
    with threadpool_limits(1):
        found = KMeans(k, n_init=STARTS, random_state=start).fit_predict(vectors[order])
    rank = np.argsort(np.argsort(-np.bincount(found, minlength=k), kind="stable"), kind="stable")
    codes = np.empty(len(order), dtype=np.int64)
    codes[order] = rank[found]
    return codes


def _marks(texts: Sequence[str], codes: Rows, k: int) -> list[list[str]]:
    """The words whose mean tf-idf is highest above that of all texts."""
    counts = as_texts(texts).counts("words")
    matrix = sparse.csr_matrix(counts.matrix, dtype=np.float64)
    usual = np.flatnonzero(document_frequencies(matrix) >= min(LEAST_TEXTS, len(codes) // k))
    weights = tf_idf(matrix[:, usual])
    member = sparse.csr_matrix((np.ones(len(codes)), (codes, np.arange(len(codes)))), shape=(k, len(codes)))
    means = np.asarray((member @ weights).todense()) / np.bincount(codes, minlength=k)[:, None]
    above = means - np.asarray(weights.mean(axis=0)).ravel()
    return [[counts.names[usual[place]] for place in np.argsort(-row, kind="stable")[:WORDS]] for row in above]
