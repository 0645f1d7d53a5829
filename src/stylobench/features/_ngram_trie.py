"""Compiled trie of n-grams and their counts, for models made and dropped by thousands.

An n-gram is a node: it knows the one without its last symbol (its context), the one without its first (which is
shorter), and is found from its context by its last symbol. A context is an n-gram too, so that whoever reads on finds
the next n-gram by one look-up, and all shorter ones without any. With an n-gram a trie holds every shorter one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from stylobench.features._compiled import compiled_in_order

Numbers = npt.NDArray[np.int32]
Symbols = npt.NDArray[np.int32]

ROOT = 0
CONTEXT, SYMBOL, SHORTER, LENGTH = 0, 1, 2, 3
SEEN, FOLLOWED, KINDS, MARK = 0, 1, 2, 3
FIRST, SECOND = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9)
HALF = np.uint64(32)


class Trie(NamedTuple):
    """Per node its links, and how often it was seen, how much followed it and how many kinds of that (the fourth count
    is for whoever counts); `places` is open addressing over a power of two of node numbers, where 0 is free.
    """

    links: Numbers
    counts: Numbers
    places: Numbers


@compiled_in_order
def power_of_two(most: int) -> int:
    """How many places let so many stand without crowding."""
    size = 64
    while size < 2 * most:
        size *= 2
    return size


@compiled_in_order
def trie(most: int) -> Trie:
    """One that holds the empty n-gram, with room for so many others."""
    # what no node uses is never touched: it costs neither time nor cache
    links, counts = np.empty((most + 1, 4), np.int32), np.empty((most + 1, 4), np.int32)
    links[ROOT] = 0
    counts[ROOT] = 0
    return Trie(links, counts, np.zeros(power_of_two(most), np.int32))


@compiled_in_order
def place(held: Trie, context: int, symbol: int) -> int:
    """Where the number of the n-gram stands that a symbol makes of a context, or the free place where it belongs."""
    last = np.uint64(len(held.places) - 1)
    key = (np.uint64(context) * FIRST + np.uint64(symbol)) * SECOND
    at = (key ^ (key >> HALF)) & last
    node = held.places[at]
    while node != 0 and (held.links[node, CONTEXT] != context or held.links[node, SYMBOL] != symbol):
        at = (at + np.uint64(1)) & last
        node = held.places[at]
    return int(at)


@compiled_in_order
def add(held: Trie, node: int, context: int, symbol: int, at: int) -> None:
    """A new n-gram, not counted yet, at a free place; what is shorter than it must be linked by the caller."""
    held.places[at] = node
    held.links[node, CONTEXT], held.links[node, SYMBOL] = context, symbol
    held.links[node, SHORTER], held.links[node, LENGTH] = ROOT, held.links[context, LENGTH] + 1
    held.counts[node] = 0
