"""Compiled table of two counts per n-gram, found by a hash of its symbols, for models made and dropped by thousands.

A key of 64 bits stands for the n-gram itself: two of a million n-grams share one with a chance below 1 in 10 million.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from stylobench.features._compiled import compiled_in_order

Keys = npt.NDArray[np.uint64]
Counts = npt.NDArray[np.int32]
Symbols = npt.NDArray[np.int32]

GRAM, CONTEXT = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD1B54A32D192ED03)
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
HIGH, MIDDLE, LOW = np.uint64(30), np.uint64(27), np.uint64(31)


class Table(NamedTuple):
    """Open addressing over a power of two of places; key 0 is a free place."""

    keys: Keys
    counts: Counts


@compiled_in_order
def table(entries: int) -> Table:
    """An empty table for at most so many entries."""
    size = 1024
    while size < 2 * entries:
        size *= 2
    return Table(np.zeros(size, np.uint64), np.zeros((size, 2), np.int32))


@compiled_in_order
def mixed(key: np.uint64, symbol: int) -> np.uint64:
    """The key of an n-gram with one more symbol (the finaliser of splitmix64)."""
    key = (key ^ np.uint64(symbol)) + GRAM
    key = (key ^ (key >> HIGH)) * FIRST
    key = (key ^ (key >> MIDDLE)) * SECOND
    key = key ^ (key >> LOW)
    return key if key != np.uint64(0) else GRAM


@compiled_in_order
def place(held: Table, key: np.uint64) -> int:
    """Where a key is held, or the free place where it belongs."""
    last = np.uint64(len(held.keys) - 1)
    at = key & last
    while held.keys[at] != key and held.keys[at] != np.uint64(0):
        at = (at + np.uint64(1)) & last
    return int(at)


@compiled_in_order
def is_held(held: Table, at: int) -> bool:
    """Whether a place is taken."""
    return bool(held.keys[at] != np.uint64(0))
