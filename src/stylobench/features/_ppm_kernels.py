"""Compiled parts of PPM: documents as sorted reversed n-grams, and two documents scored by one merge of them.

A reversed n-gram is a character followed by its context from near to far. In sorted order the longest context after
which a character was seen in another document stands beside it. Probabilities are whole numbers of 2**-32 bits, so
that sums do not depend on their order. Padding at the beginning of a text is symbol 0; a row's values beyond its own
length repeat the last one, so that padding which meets padding adds nothing.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from stylobench.features._compiled import compiled_in_order
from stylobench.records import Rows

Symbols = npt.NDArray[np.int32]
Places = npt.NDArray[np.uint32]

SYMBOLS = 6  # in a reversed n-gram: the character and five of context
COLUMNS = SYMBOLS + 1  # values of a row, by how many symbols match
NARROW, WIDE = 10, 21  # bits of a symbol where six, or three, stand in one word
ONE_BIT = 1 << 32
UNSEEN = 8 * ONE_BIT
EDGE = 1 << 62  # greater than all keys; shares no symbol with any


class Models(NamedTuple):
    """Documents one after the other: distinct keys in order, how often each occurs, bits by how many symbols match.

    `keys` has one word per row, or two. Document i lies in `spans[i]`, with a row of edges before and after it.
    """

    keys: Rows
    weights: Symbols
    values: Rows
    spans: Rows


class Scratch(NamedTuple):
    """Room for the longest document: fresh memory for each would take as long as the work."""

    packed: Rows
    order: Symbols
    further: Symbols
    ranks: Symbols
    shared: Symbols
    counts: Symbols
    final: Symbols


@compiled_in_order
def tabulate(symbols: Symbols, ends: Rows, logs: Rows, width: int, models: Models) -> None:
    """Fill in the documents whose symbols end where said; spans come with room for every position and shrink."""
    longest = 0
    for span in models.spans:
        longest = max(longest, span[1] - span[0] - 2)
    scratch = Scratch(
        np.empty((len(models.keys), longest), np.int64),
        np.empty(longest, np.int32),
        np.empty(longest, np.int32),
        np.empty(longest, np.int32),
        np.empty(longest, np.int32),
        np.empty((COLUMNS, longest), np.int32),
        np.zeros((COLUMNS, 2), np.int32),
    )
    for i in range(len(ends)):
        low, high = models.spans[i]
        text = symbols[ends[i] - (high - low - 2) : ends[i]]
        pack(text, width, scratch.packed)
        sort(text, width, scratch)
        count(len(text), scratch)
        models.spans[i, 1] = low + fill(scratch, logs[: len(text) + 1], width, models, low)


@compiled_in_order
def pack(text: Symbols, width: int, packed: Rows) -> None:
    """Per position, its first `width` symbols and zeros, in one word of six symbols or two of three."""
    words = len(packed)
    each, bits = SYMBOLS // words, NARROW if words == 1 else WIDE
    for place in range(len(text)):
        for word in range(words):
            key = 0
            for i in range(word * each, (word + 1) * each):
                key = (key << bits) | (text[place - i] if i < width and i <= place else 0)
            packed[word, place] = key


@compiled_in_order
def sort(text: Symbols, width: int, scratch: Scratch) -> None:
    """Order positions by their reversed n-grams, a stable pass by character for every further symbol; rank them."""
    size, order, further = len(text), scratch.order, scratch.further
    starts = np.zeros(text.max() + 2, np.int64)
    for symbol in text:
        starts[symbol + 1] += 1
    starts = np.cumsum(starts)
    order[:size] = np.arange(size)
    for _ in range(width):
        free = starts.copy()
        further[free[text[0]]] = 0
        free[text[0]] += 1
        for row in range(size):
            place = order[row] + 1
            if place < size:
                further[free[text[place]]] = place
                free[text[place]] += 1
        order[:size] = further[:size]
    for row in range(size):
        scratch.ranks[order[row]] = row


@compiled_in_order
def count(size: int, scratch: Scratch) -> None:
    """Count, by length, the rows that begin like each row; `final` are those that begin like the text's end."""
    packed, order, shared, starts = scratch.packed, scratch.order, scratch.shared, scratch.further
    shared[0] = 0
    for row in range(1, size):
        shared[row] = match(packed, order[row - 1], packed, order[row])
    last = scratch.ranks[size - 1]
    for length in range(1, COLUMNS):
        counts, start, end = scratch.counts[length], 0, size
        # products instead of branches: where rows begin anew cannot be foreseen
        for row in range(size):
            start += (shared[row] < length) * (row - start)
            starts[row] = start
        for row in range(size - 1, -1, -1):
            counts[row] = end - starts[row]
            end -= (shared[row] < length) * (end - row)
        scratch.final[length, 0] = starts[last]
        scratch.final[length, 1] = starts[last] + counts[last]


@compiled_in_order
def fill(scratch: Scratch, logs: Rows, width: int, models: Models, low: int) -> int:
    """Write a document's distinct rows from `low` on, and edges around them; how many rows that makes."""
    size, counts, ranks, final = len(logs) - 1, scratch.counts, scratch.ranks, scratch.final
    at = low
    for row in range(size):
        if scratch.shared[row] == SYMBOLS:
            models.weights[at] += 1
            continue
        at += 1
        models.weights[at] = 1
        place, values = scratch.order[row], models.values[at]
        models.keys[:, at] = scratch.packed[:, place]
        values[0], values[1] = UNSEEN, logs[size] - logs[counts[1, row]]
        before, held = ranks[max(place - 1, 0)], min(place + 1, width)
        for length in range(2, COLUMNS):
            values[length] = values[length - 1]
            if length <= held:
                # a context at the very end of the text was followed by nothing
                ends = final[length - 1, 0] <= before < final[length - 1, 1]
                values[length] = logs[counts[length - 1, before] - ends] - logs[counts[length, row]]
    for edge in (low, at + 1):
        models.keys[:, edge] = EDGE
        models.values[edge] = UNSEEN
    return at + 2 - low


@compiled_in_order
def match(keys: Rows, row: int, others: Rows, place: int) -> int:
    """How many symbols two keys share."""
    apart = keys[0, row] ^ others[0, place]
    if len(keys) == 1:
        return narrow_match(apart)
    if apart == 0:
        return 3 + wide_match(keys[1, row] ^ others[1, place])
    return wide_match(apart)


@compiled_in_order
def narrow_match(apart: int) -> int:
    """How many of six symbols are the same, given the bits that are not."""
    length = 0
    for more in range(SYMBOLS):
        length += apart < (1 << (NARROW * more))
    return length


@compiled_in_order
def wide_match(apart: int) -> int:
    """How many of three symbols are the same, given the bits that are not."""
    length = 0
    for more in range(SYMBOLS // 2):
        length += apart < (1 << (WIDE * more))
    return length


@compiled_in_order
def merge(models: Models, couples: Rows, totals: Rows) -> None:
    """The sum of bits of each couple's second by the first's values, and of the first by the second's."""
    longest = 0
    for span in models.spans:
        longest = max(longest, span[1] - span[0])
    in_first, in_second = np.empty(longest, np.uint32), np.empty(longest, np.uint32)
    heads = models.keys[0]
    for i in range(len(couples)):
        (a, b), (c, d) = models.spans[couples[i, 0]], models.spans[couples[i, 1]]
        first, second = models.values[a:b], models.values[c:d]
        if len(models.keys) == 1:
            places(heads[a:b], heads[c:d], in_first, in_second)
            totals[i, 0] = bits(heads[a:b], first, heads[c:d], models.weights[c:d], in_first)
            totals[i, 1] = bits(heads[c:d], second, heads[a:b], models.weights[a:b], in_second)
        else:
            one, two = models.keys[:, a:b], models.keys[:, c:d]
            wide_places(one, two, in_first, in_second)
            totals[i, 0] = wide_bits(one, first, two, models.weights[c:d], in_first)
            totals[i, 1] = wide_bits(two, second, one, models.weights[a:b], in_second)


@compiled_in_order
def places(first: Rows, second: Rows, in_first: Places, in_second: Places) -> None:
    """Where each key of one would stand in the other. Without branches: which key comes next cannot be foreseen."""
    one, two, end = 1, 1, len(first) + len(second) - 2
    while one + two < end:
        a, b = first[one], second[two]
        in_second[one] = two
        in_first[two] = one
        one += a <= b
        two += b <= a


@compiled_in_order
def bits(model: Rows, values: Rows, text: Rows, weights: Symbols, found: Places) -> int:
    """The sum of the text's bits under a model, given where its keys stand in the model."""
    total, flat = 0, values.reshape(-1)
    for i in range(1, len(text) - 1):
        key, row = text[i], found[i]
        # unsigned indices need no check for counting from the end
        below, above = key ^ model[np.uint32(row - 1)], key ^ model[row]
        row = np.uint32(row - (below < above))
        total += weights[i] * flat[np.uint32(row * COLUMNS + narrow_match(min(below, above)))]
    return total


@compiled_in_order
def wide_places(first: Rows, second: Rows, in_first: Places, in_second: Places) -> None:
    """The same for keys of two words."""
    one, two, end = 1, 1, first.shape[1] + second.shape[1] - 2
    while one + two < end:
        in_second[one] = two
        in_first[two] = one
        ahead = (first[0, one] > second[0, two]) - (first[0, one] < second[0, two])
        if ahead == 0:
            ahead = (first[1, one] > second[1, two]) - (first[1, one] < second[1, two])
        one += ahead <= 0
        two += ahead >= 0


@compiled_in_order
def wide_bits(model: Rows, values: Rows, text: Rows, weights: Symbols, found: Places) -> int:
    """The same for keys of two words."""
    total = 0
    for i in range(1, text.shape[1] - 1):
        below, above = match(model, found[i] - 1, text, i), match(model, found[i], text, i)
        row = found[i] - (below > above)
        total += weights[i] * values[row, max(below, above)]
    return total
