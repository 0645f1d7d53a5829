"""Compiled PPM that learns while it codes: how many bits one text takes after another."""

from __future__ import annotations

import numpy as np

from stylobench.features._compiled import compiled_in_order
from stylobench.features._hashed_counts import CONTEXT, Keys, Symbols, Table, mixed, place, table
from stylobench.records import Floats, Rows


@compiled_in_order
def lengths(symbols: Symbols, ends: Rows, couples: Rows, shape: tuple[int, int], found: Floats) -> None:
    """Write, for each couple (sorted by its first text), the bits of the second text after the first.

    Text i is `symbols[ends[i]:ends[i + 1]]`; -1 stands for no text. `shape` is the symbols of context, and how many
    symbols there can be.
    """
    longest = 0
    for text in couples[:, 1]:
        longest = max(longest, ends[text + 1] - ends[text])
    before, held = np.int64(-2), table(0)
    work = table(0)
    for i in range(len(couples)):
        first, second = couples[i]
        if first != before:
            size = ends[first + 1] - ends[first] if first >= 0 else 0
            held = table(2 * (shape[0] + 1) * (size + longest))
            work = Table(held.keys.copy(), held.counts.copy())
            if first >= 0:
                coded(symbols[ends[first] : ends[first + 1]], symbols[:0], held, shape)
            before = first
        work.keys[:], work.counts[:] = held.keys, held.counts
        past = symbols[ends[first] : ends[first + 1]] if first >= 0 else symbols[:0]
        found[i] = coded(symbols[ends[second] : ends[second + 1]], past, work, shape)


@compiled_in_order
def coded(text: Symbols, past: Symbols, held: Table, shape: tuple[int, int]) -> float:
    """The bits of a text, all of which is learnt on the way; `past` is what stands before it."""
    order, alphabet = shape
    contexts = np.empty(order + 1, np.uint64)
    bits = 0.0
    for i in range(len(text)):
        most = order
        contexts[0] = CONTEXT
        for length in range(1, order + 1):
            if i + len(past) < length:
                most = i + len(past)
                break
            near = text[i - length] if i >= length else past[i - length]
            contexts[length] = mixed(contexts[length - 1], near)
        bits += symbol_bits(text[i], contexts[: most + 1], held, alphabet)
    return bits


@compiled_in_order
def symbol_bits(symbol: int, contexts: Keys, held: Table, alphabet: int) -> float:
    """What a symbol costs, from its longest context down to the first that knows it; those on the way learn it."""
    bits = 0.0
    for length in range(len(contexts) - 1, -1, -1):
        context = place(held, contexts[length])
        held.keys[context] = contexts[length]
        followed, kinds = held.counts[context]
        key = mixed(contexts[length], -1 - symbol)
        gram = place(held, key)
        held.keys[gram] = key
        seen = held.counts[gram, 0]
        held.counts[gram, 0] += 1
        held.counts[context, 0] += 1
        if seen > 0:
            return float(bits + np.log2(2.0 * followed / (2.0 * seen - 1.0)))
        held.counts[context, 1] += 1
        if followed > 0:
            bits += np.log2(2.0 * followed / kinds)
    return float(bits + np.log2(alphabet))
