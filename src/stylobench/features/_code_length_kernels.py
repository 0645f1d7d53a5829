"""Compiled PPM that learns while it codes: how many bits one text takes after another."""

from __future__ import annotations

import numpy as np

from stylobench.features._compiled import compiled_in_order
from stylobench.features._ngram_trie import (
    FOLLOWED,
    KINDS,
    LENGTH,
    MARK,
    ROOT,
    SEEN,
    SHORTER,
    Symbols,
    Trie,
    add,
    place,
    trie,
)
from stylobench.records import Floats, Rows


@compiled_in_order
def lengths(symbols: Symbols, ends: Rows, couples: Rows, shape: tuple[int, int], found: Floats) -> None:
    """Write, for each couple (sorted by its first text), the bits of the second text after the first.

    Text i is `symbols[ends[i]:ends[i + 1]]`; -1 stands for no text. `shape` is the symbols of context, and how many
    symbols there can be.
    """
    start = 0
    while start < len(couples):
        first, stop, longest = couples[start, 0], start, 0
        while stop < len(couples) and couples[stop, 0] == first:
            longest = max(longest, ends[couples[stop, 1] + 1] - ends[couples[stop, 1]])
            stop += 1
        before = symbols[ends[first] : ends[first + 1]] if first >= 0 else symbols[:0]
        held = trie((shape[0] + 1) * (len(before) + longest))
        _, context, size = coded(before, held, ROOT, 1, shape)
        counts = held.counts[:size].copy()
        for i in range(start, stop):
            second = couples[i, 1]
            found[i], _, grown = coded(symbols[ends[second] : ends[second + 1]], held, context, size, shape)
            forget(held, size, grown, counts)
        start = stop


@compiled_in_order
def forget(held: Trie, size: int, grown: int, counts: Symbols) -> None:
    """Leave the first nodes, with their former counts."""
    for node in range(size, grown):
        held.places[held.counts[node, MARK]] = 0
    held.counts[:size] = counts


@compiled_in_order
def coded(text: Symbols, held: Trie, context: int, size: int, shape: tuple[int, int]) -> tuple[float, int, int]:
    """The bits of a text, all of which is learnt on the way, after the longest context; and the context and the number
    of nodes behind it.
    """
    order, alphabet = shape
    total = 0.0
    for symbol in text:
        bits, longest, size = symbol_bits(symbol, held, context, size, alphabet)
        total += bits
        context = longest if held.links[longest, LENGTH] <= order else held.links[longest, SHORTER]
    return total, context, size


@compiled_in_order
def symbol_bits(symbol: int, held: Trie, context: int, size: int, alphabet: int) -> tuple[float, int, int]:
    """What a symbol costs, from its longest context down to the first that knows it; those on the way learn it. Also
    the longest n-gram that it makes, and the number of nodes.
    """
    bits, longest, longer = 0.0, ROOT, ROOT
    while True:
        at = place(held, context, symbol)
        node, known = held.places[at], held.places[at] != 0
        if not known:
            node = size
            add(held, node, context, symbol, at)
            held.counts[node, MARK] = at
            size += 1
        if longest == ROOT:
            longest = node
        else:
            held.links[longer, SHORTER] = node
        followed, kinds, seen = held.counts[context, FOLLOWED], held.counts[context, KINDS], held.counts[node, SEEN]
        held.counts[context, FOLLOWED] += 1
        held.counts[node, SEEN] += 1
        if known:
            return float(bits + np.log2(2.0 * followed / (2.0 * seen - 1.0))), longest, size
        held.counts[context, KINDS] += 1
        if followed > 0:
            bits += np.log2(2.0 * followed / kinds)
        if context == ROOT:
            return float(bits + np.log2(alphabet)), longest, size
        context, longer = held.links[context, SHORTER], node
