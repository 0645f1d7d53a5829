"""How many clusters a clusterer makes."""

from __future__ import annotations

from stylobench.errors import SplitError
from stylobench.features.row_order import distinct_rows
from stylobench.features.subclass_words import default_clusters
from stylobench.records import Floats


def number_of_clusters(vectors: Floats, k: int | None) -> int:
    """As many as asked for; when nothing was asked, the root of half the rows, or fewer where many rows are equal."""
    different = distinct_rows(vectors)
    if k is None:
        return min(default_clusters(len(vectors)), max(different, 1))
    if not 2 <= k <= different:
        raise SplitError(f"{k} clusters cannot be made of {different} different texts; ask for 2 or more, up to that")
    return k
