"""Rows in tiles, for the products of all rows with many others, with the same bits on every processor.

A column of a tile holds one value of each of its rows, so that the sums of many rows grow side by side while each keeps
its order.
"""

from __future__ import annotations

import numpy as np

from stylobench.features._compiled import compiled_in_order
from stylobench.records import Floats

TILE = 64
COLUMNS = 4
CENTRES = 2


def filled_up(rows: Floats) -> Floats:
    """The rows with columns of zeros behind, up to a number that `products` takes."""
    width = rows.shape[1]
    filled = np.zeros((len(rows), width + -width % COLUMNS))
    filled[:, :width] = rows
    return filled


@compiled_in_order
def tiled(rows: Floats) -> Floats:
    """The rows as tiles: tiles x columns x rows of a tile."""
    count, width = rows.shape
    tiles = np.zeros(((count + TILE - 1) // TILE, width, TILE))
    for row in range(count):
        for column in range(width):
            tiles[row // TILE, column, row % TILE] = rows[row, column]
    return tiles


@compiled_in_order
def squared_lengths(rows: Floats) -> Floats:
    """The sum of squares of every row, in the order in which `products` adds."""
    found = np.zeros(len(rows))
    for row in range(len(rows)):
        for column in range(rows.shape[1]):
            found[row] += rows[row, column] * rows[row, column]
    return found


@compiled_in_order
def products(tile: Floats, centres: Floats, found: Floats) -> None:
    """The product of every centre with every row of a tile, two centres and four columns at a time; both come filled up
    with zeros.
    """
    for place in range(0, len(centres), CENTRES):
        one, two = found[place], found[place + 1]
        one[:] = 0.0
        two[:] = 0.0
        for column in range(0, centres.shape[1], COLUMNS):
            a0, a1 = centres[place, column], centres[place, column + 1]
            a2, a3 = centres[place, column + 2], centres[place, column + 3]
            b0, b1 = centres[place + 1, column], centres[place + 1, column + 1]
            b2, b3 = centres[place + 1, column + 2], centres[place + 1, column + 3]
            for row in range(TILE):
                x0, x1 = tile[column, row], tile[column + 1, row]
                x2, x3 = tile[column + 2, row], tile[column + 3, row]
                one[row] = (((one[row] + a0 * x0) + a1 * x1) + a2 * x2) + a3 * x3
                two[row] = (((two[row] + b0 * x0) + b1 * x1) + b2 * x2) + b3 * x3
