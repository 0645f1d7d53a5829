"""k-means by Lloyd's algorithm, started by k-means++, with the same bits on every processor."""

from __future__ import annotations

import numpy as np

from stylobench.features._compiled import compiled_in_order
from stylobench.features._tiles import CENTRES, TILE, filled_up, products, squared_lengths, tiled
from stylobench.records import Floats, Rows

ROUNDS = 300
# centres that move less than this share of the variance of a column have settled
SETTLED = 1e-4


def kmeans(rows: Floats, k: int, starts: int, rng: np.random.Generator) -> Rows:
    """The cluster of every row: of several starts that with the least sum of squares, the first of equals."""
    values = np.asarray(rows, dtype=np.float64)
    centred = values - values.mean(axis=0)
    least_move = SETTLED * float(centred.var(axis=0).mean())
    padded = filled_up(centred)
    tiles, lengths = tiled(padded), squared_lengths(padded)
    tries = 2 + int(np.log(k))
    best, least = np.zeros(len(rows), dtype=np.int64), np.inf
    for _ in range(starts):
        places = spread_places(padded, tiles, lengths, k, int(rng.integers(len(rows))), rng.random((k, tries)))
        labels, squares = settled(padded, tiles, lengths, padded[places], least_move)
        if squares < least:
            best, least = labels, squares
    return best


@compiled_in_order
def spread_places(rows: Floats, tiles: Floats, lengths: Floats, k: int, first: int, draws: Floats) -> Rows:
    """The rows at which k-means++ starts (Arthur & Vassilvitskii 2007): the farther from those so far, the likelier.

    Of several rows drawn for a place, that one is taken which leaves the least sum of squares.
    """
    count, tries = len(rows), draws.shape[1]
    taken, tried = np.full(k, first), np.full(tries, first)
    apart = np.full(count, np.inf)
    found = _nearer(rows, tiles, lengths, tried[:1], apart)
    for place in range(1, k):
        apart[:] = found[0]
        total = 0.0
        for row in range(count):
            total += apart[row]
        for draw in range(tries):
            tried[draw] = _drawn(apart, draws[place, draw] * total)
        found = _nearer(rows, tiles, lengths, tried, apart)
        least, best = np.inf, 0
        for draw in range(tries):
            squares = 0.0
            for row in range(count):
                squares += found[draw, row]
            if squares < least:
                least, best = squares, draw
        taken[place] = tried[best]
        found[0] = found[best]
    return taken


@compiled_in_order
def _drawn(apart: Floats, until: float) -> int:
    """The row at which the running sum of squared distances passes a number."""
    total, last = 0.0, 0
    for row in range(len(apart)):
        total += apart[row]
        if apart[row] > 0.0:
            last = row
            if total > until:
                break
    return last


@compiled_in_order
def _nearer(rows: Floats, tiles: Floats, lengths: Floats, places: Rows, apart: Floats) -> Floats:
    """For every place, the squared distance of each row to its nearest centre if the row there were one more."""
    count = len(rows)
    centres = np.zeros((len(places) + len(places) % CENTRES, rows.shape[1]))
    for place in range(len(places)):
        centres[place] = rows[places[place]]
    found, block = np.empty((len(places), count)), np.empty((len(centres), TILE))
    for number in range(len(tiles)):
        start = number * TILE
        products(tiles[number], centres, block)
        for place in range(len(places)):
            length = lengths[places[place]]
            for row in range(min(TILE, count - start)):
                # exactly 0 for equal rows; below 0 by rounding for rows that are nearly equal
                gap = max(0.0, (lengths[start + row] + length) - 2 * block[place, row])
                found[place, start + row] = min(apart[start + row], gap)
    return found


@compiled_in_order
def settled(rows: Floats, tiles: Floats, lengths: Floats, centres: Floats, least_move: float) -> tuple[Rows, float]:
    """The nearest centre of every row once the centres have settled, and the sum of squared distances."""
    (count, width), k = rows.shape, len(centres)
    labels, apart = np.full(count, -1), np.empty(count)
    means = np.zeros((k + k % CENTRES, width))
    means[:k] = centres
    sizes, before = np.zeros(k), np.empty((k, width))
    for _ in range(ROUNDS):
        if _nearest(tiles, lengths, means, k, labels, apart) == 0:
            break
        before[:] = means[:k]
        sizes[:], means[:] = 0.0, 0.0
        for row in range(count):
            sizes[labels[row]] += 1.0
            for column in range(width):
                means[labels[row], column] += rows[row, column]
        moved = 0.0
        for place in range(k):
            if sizes[place] == 0.0:
                # a cluster that lost all its rows begins anew at the row that lies farthest from its centre
                farthest = np.argmax(apart)
                apart[farthest] = 0.0
                means[place] = rows[farthest]
            else:
                means[place] /= sizes[place]
            for column in range(width):
                move = means[place, column] - before[place, column]
                moved += move * move
        if moved <= least_move:
            _nearest(tiles, lengths, means, k, labels, apart)
            break
    squares = 0.0
    for row in range(count):
        squares += apart[row]
    return labels, squares


@compiled_in_order
def _nearest(tiles: Floats, lengths: Floats, centres: Floats, k: int, labels: Rows, apart: Floats) -> int:
    """Write the nearest centre of every row, of equals the lowest, and its squared distance; how many rows moved."""
    count, changed, sizes = len(lengths), 0, squared_lengths(centres)
    block, least = np.empty((len(centres), TILE)), np.empty(TILE)
    nearest = np.empty(TILE, dtype=np.int64)
    for number in range(len(tiles)):
        start = number * TILE
        products(tiles[number], centres, block)
        least[:] = np.inf
        for place in range(k):
            for row in range(TILE):
                gap = sizes[place] - 2 * block[place, row]
                closer = gap < least[row]
                least[row] = gap if closer else least[row]
                nearest[row] = place if closer else nearest[row]
        for row in range(min(TILE, count - start)):
            changed += labels[start + row] != nearest[row]
            labels[start + row] = nearest[row]
            apart[start + row] = max(0.0, lengths[start + row] + least[row])
    return changed
