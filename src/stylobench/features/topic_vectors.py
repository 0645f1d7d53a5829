"""A vector per topic: the mean of the unit vectors of its documents."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from stylobench.errors import SplitError
from stylobench.features._same_bits import product
from stylobench.features._word_weights import unit_rows
from stylobench.records import Floats


def topic_vectors(vectors: Floats, topics: Sequence[str]) -> tuple[list[str], Floats]:
    """The topics in sorted order, and the mean vector of each, to the bit the same for any order of the documents.

    >>> names, matrix = topic_vectors(np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 1.0]]), ["sea", "law", "sea"])
    >>> names, matrix.tolist()
    (['law', 'sea'], [[0.0, 1.0], [0.5, 0.5]])
    """
    if len(vectors) != len(topics):
        raise SplitError(f"{len(topics)} documents with a topic need as many vectors; there are {len(vectors)}")
    names, codes = np.unique(np.asarray(topics, dtype=np.str_), return_inverse=True)
    order = np.argsort(codes, kind="stable")
    groups = np.split(vectors[order], np.cumsum(np.bincount(codes, minlength=len(names)))[:-1]) if len(names) else []
    # a sum of sorted values does not know in which order they came
    means = [np.sort(group, axis=0).mean(axis=0) for group in groups]
    return [str(name) for name in names], np.array(means).reshape(len(names), vectors.shape[1])


def cosines(matrix: Floats) -> Floats:
    """The cosine of every topic with every other, exactly 1 on the diagonal.

    >>> cosines(np.array([[2.0, 0.0], [3.0, 4.0]])).tolist()
    [[1.0, 0.6], [0.6, 1.0]]
    """
    units = unit_rows(matrix)
    found: Floats = np.clip(product(units, units.T), -1.0, 1.0)
    np.fill_diagonal(found, 1.0)
    return found
