"""Topics for texts that have none: k-means clusters of their vectors, named by the words that mark them."""

from __future__ import annotations

from collections.abc import Sequence

from stylobench.errors import SplitError
from stylobench.features._lloyd import kmeans
from stylobench.features.row_order import by_content, distinct_rows
from stylobench.features.subclass_words import marks
from stylobench.records import Floats, Rows
from stylobench.seeds import generator

STARTS = 10
WORDS = 3


def clusters(vectors: Floats, k: int, seed: int = 0, texts: Sequence[str] | None = None) -> list[str]:
    """The cluster of every text, such as `cluster 07 (boat, sea, sail)`; largest first, the same for any order.

    >>> import numpy as np
    >>> clusters(np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 1.0]]), 2)
    ['cluster 2', 'cluster 1', 'cluster 1']
    """
    codes = _codes(vectors, k, seed)
    width = len(str(k))
    names = [f"cluster {number + 1:0{width}d}" for number in range(k)]
    if texts is not None:
        names = [f"{name} ({', '.join(words)})" for name, words in zip(names, marks(texts, codes, WORDS), strict=True)]
    return [names[code] for code in codes]


def _codes(vectors: Floats, k: int, seed: int) -> Rows:
    """The place of each text's cluster in order of size."""
    different = distinct_rows(vectors)
    if not 2 <= k <= different:
        raise SplitError(f"{k} clusters cannot be made of {different} different texts; ask for 2 or more, up to that")
    return by_content(vectors, lambda rows: kmeans(rows, k, STARTS, generator(seed, "clusters")))
