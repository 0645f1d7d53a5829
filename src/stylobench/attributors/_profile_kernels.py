"""The loops of profile comparisons: documents' sparse profiles against a table of authors' ones."""

from __future__ import annotations

from typing import Any

import numpy as np

from stylobench.features._compiled import compiled_in_order

Array = Any
ALONE = 4.0


@compiled_in_order
def relative_differences(documents: tuple[Array, Array, Array], authors: Array, sizes: Array) -> Array:
    """The sum of (2 (f - g) / (f + g))^2 over all features of two profiles, per document and author."""
    data, columns, ends = documents
    apart = np.empty((len(ends) - 1, len(sizes)))
    for i in range(len(apart)):
        for k in range(len(sizes)):
            apart[i, k] = ALONE * sizes[k]
        for j in range(ends[i], ends[i + 1]):
            share, others = data[j], authors[columns[j]]
            for k in range(len(sizes)):
                difference = 2 * (share - others[k]) / (share + others[k])
                # a feature of both was counted above as the author's alone
                apart[i, k] += difference * difference - ALONE * (others[k] > 0)
    return apart
