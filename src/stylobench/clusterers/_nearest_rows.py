"""The rows most like each row, in machine code."""

from __future__ import annotations

import numpy as np

from stylobench.features._compiled import compiled_in_order
from stylobench.features._tiles import CENTRES, TILE, products
from stylobench.records import Floats, Rows

AT_ONCE = 64


@compiled_in_order
def nearest_rows(rows: Floats, tiles: Floats, count: int) -> tuple[Rows, Floats]:
    """For each row the `count` others with the largest product, of equals the first, and these products.

    The rows come filled up and as tiles.
    """
    number, width = rows.shape
    near, likeness = np.zeros((number, count), dtype=np.int64), np.full((number, count), -np.inf)
    some, block = np.zeros((AT_ONCE, width)), np.empty((AT_ONCE, TILE))
    for first in range(0, number, AT_ONCE):
        size = min(AT_ONCE, number - first)
        some[:size] = rows[first : first + size]
        for tile in range(len(tiles)):
            products(tiles[tile], some[: size + size % CENTRES], block)
            for row in range(size):
                for column in range(min(TILE, number - tile * TILE)):
                    other = tile * TILE + column
                    if other != first + row and block[row, column] > likeness[first + row, count - 1]:
                        _put(near[first + row], likeness[first + row], other, block[row, column])
    return near, likeness


@compiled_in_order
def _put(near: Rows, likeness: Floats, other: int, value: float) -> None:
    """Put one more in its place; the last falls out."""
    place = len(near) - 1
    while place > 0 and likeness[place - 1] < value:
        near[place], likeness[place] = near[place - 1], likeness[place - 1]
        place -= 1
    near[place], likeness[place] = other, value
