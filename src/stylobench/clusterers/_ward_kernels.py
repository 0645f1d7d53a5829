"""Ward's tree by chains of nearest neighbours, on centroids: memory for the rows, and none for their distances."""

from __future__ import annotations

import numpy as np

from stylobench.features._compiled import compiled_in_order
from stylobench.records import Booleans, Floats, Rows

COLUMNS = 16


@compiled_in_order
def ward_merges(centres: Floats) -> tuple[Rows, Floats]:
    """All merges as pairs of rows that stand for their clusters, with the growth of the sum of squares of each.

    `centres` is overwritten. The pairs are in the order found, which is not that of their heights.
    """
    count = len(centres)
    sizes, alive = np.ones(count), np.ones(count, dtype=np.bool_)
    pairs, heights = np.empty((count - 1, 2), dtype=np.int64), np.empty(count - 1)
    chain, length, lowest = np.empty(count, dtype=np.int64), 0, 0
    for merge in range(count - 1):
        if length == 0:
            while not alive[lowest]:
                lowest += 1
            chain[0], length = lowest, 1
        while True:
            last = chain[length - 1]
            before = chain[length - 2] if length > 1 else -1
            best, height = _nearest(centres, sizes, alive, last, before)
            if best == before:
                break
            chain[length] = best
            length += 1
        length -= 2
        pairs[merge, 0], pairs[merge, 1], heights[merge] = last, before, height
        _join(centres, sizes, alive, last, before)
    return pairs, heights


@compiled_in_order
def _nearest(centres: Floats, sizes: Floats, alive: Booleans, place: int, favoured: int) -> tuple[int, float]:
    # the favoured one wins a tie, or a chain of equals would never end
    best = favoured
    height = _growth(centres, sizes, place, favoured, np.inf) if favoured >= 0 else np.inf
    for other in range(len(sizes)):
        if alive[other] and other != place and other != favoured:
            found = _growth(centres, sizes, place, other, height)
            if found < height:
                best, height = other, found
    return best, height


@compiled_in_order
def _growth(centres: Floats, sizes: Floats, one: int, other: int, most: float) -> float:
    """Exact where it is below `most`; a sum that has reached it need not be finished."""
    factor = sizes[one] * sizes[other] / (sizes[one] + sizes[other])
    growth, width = 0.0, centres.shape[1]
    for start in range(0, width, COLUMNS):
        if growth >= most:
            break
        stop = min(start + COLUMNS, width)
        whole = start + (stop - start) // 4 * 4
        a = b = c = d = 0.0
        for column in range(start, whole, 4):
            gap = centres[one, column] - centres[other, column]
            a += gap * gap
            gap = centres[one, column + 1] - centres[other, column + 1]
            b += gap * gap
            gap = centres[one, column + 2] - centres[other, column + 2]
            c += gap * gap
            gap = centres[one, column + 3] - centres[other, column + 3]
            d += gap * gap
        for column in range(whole, stop):
            gap = centres[one, column] - centres[other, column]
            a += gap * gap
        growth += ((a + b) + (c + d)) * factor
    return growth


@compiled_in_order
def _join(centres: Floats, sizes: Floats, alive: Booleans, kept: int, gone: int) -> None:
    whole = sizes[kept] + sizes[gone]
    for column in range(centres.shape[1]):
        centres[kept, column] = (sizes[kept] * centres[kept, column] + sizes[gone] * centres[gone, column]) / whole
    sizes[kept] = whole
    alive[gone] = False
