"""Compiled parts of the Kneser-Ney model: learning from sequences of symbols, and the bits of others under it.

A sequence is a range of a long array of symbols from 1 on; 0 ends a sentence, and what follows knows nothing of what
came before. Contexts that begin before a sentence does are filled up with 0.

One model that many texts are asked of holds all its n-grams (`learnt`, `bits`). Where many models are asked about one
text, each counts only what the text can ask for (`read`, `counted`, `costs_of`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from stylobench.features._compiled import compiled_in_order
from stylobench.features._ngram_trie import (
    CONTEXT,
    FIRST,
    FOLLOWED,
    HALF,
    KINDS,
    LENGTH,
    MARK,
    ROOT,
    SECOND,
    SEEN,
    SHORTER,
    Numbers,
    Symbols,
    Trie,
    add,
    place,
    power_of_two,
    trie,
)
from stylobench.records import Floats, Rows

NO_SYMBOL = -1


class Shape(NamedTuple):
    """Symbols of an n-gram, how many symbols there can be, and what is taken off every count."""

    order: int
    vocabulary: int
    discount: float


class Work(NamedTuple):
    """Ranges of symbols: model i learns from `learnt[starts[i]:starts[i + 1]]` and is asked about `asked[i]`."""

    learnt: Rows
    starts: Rows
    asked: Rows


@compiled_in_order
def of_models(symbols: Symbols, work: Work, shape: Shape, found: Floats) -> None:
    """Write the bits of the range that each model is asked about; those about the same should stand together."""
    most = 0
    for model in range(len(work.asked)):
        most = max(most, others_at_most(symbols, work.learnt[work.starts[model] : work.starts[model + 1]], shape))
    others = np.zeros((power_of_two(most), 4), np.int32)
    text = symbols[:0]
    held, paths = read(text, shape)
    for model in range(len(work.asked)):
        if model == 0 or (work.asked[model] != work.asked[model - 1]).any():
            text = symbols[work.asked[model, 0] : work.asked[model, 1]]
            held, paths = read(text, shape)
        ranges = work.learnt[work.starts[model] : work.starts[model + 1]]
        counted(symbols, ranges, held, others, model + 1, shape)
        total = 0.0
        for cost in costs_of(text, held, paths, model + 1, shape):
            total += cost
        found[model] = total


@compiled_in_order
def others_at_most(symbols: Symbols, ranges: Rows, shape: Shape) -> int:
    """How many n-grams can be met, at most, that the text asked about does not have but may have contexts of.

    A context grows by one symbol at most with each that is read, except where a sentence begins.
    """
    most = 0
    for first, last in ranges:
        most += 2 * (last - first) + shape.order
        for i in range(first, last):
            most += shape.order * (symbols[i] == 0)
    return most


@compiled_in_order
def begun(most: int, shape: Shape) -> tuple[Trie, int]:
    """A trie with the contexts at the beginning of a sentence, of which the longest has the last number; and how many
    nodes it has.
    """
    held = trie(most + shape.order)
    for length in range(1, shape.order):
        held.links[length, SHORTER], held.links[length, LENGTH] = length - 1, length
        held.counts[length] = 0
    return held, shape.order


@compiled_in_order
def next_context(held: Trie, node: int, order: int) -> int:
    """The context that the longest n-gram leaves for the next symbol."""
    return int(held.links[node, SHORTER] if held.links[node, LENGTH] == order else node)


@compiled_in_order
def learn_symbol(held: Trie, context: int, symbol: int, size: int) -> tuple[int, int]:
    """Count a symbol after its longest context; the longest n-gram that it makes, and the number of nodes.

    A shorter n-gram counts how many different symbols came before it, so the first that is not new ends it.
    """
    longest, longer = ROOT, ROOT
    while True:
        at = place(held, context, symbol)
        node, known = held.places[at], held.places[at] != 0
        if not known:
            node = size
            add(held, node, context, symbol, at)
            size += 1
        if longest == ROOT:
            longest = node
        else:
            held.links[longer, SHORTER] = node
        held.counts[node, SEEN] += 1
        held.counts[context, FOLLOWED] += 1
        held.counts[context, KINDS] += not known
        if known or context == ROOT:
            return longest, size
        context, longer = held.links[context, SHORTER], node


@compiled_in_order
def learnt(text: Symbols, shape: Shape) -> tuple[Trie, int]:
    """The model of a text, and how many nodes it has."""
    held, size = begun(shape.order * len(text), shape)
    begin = size - 1
    context = begin
    for symbol in text:
        if symbol == 0:
            context = begin
            continue
        longest, size = learn_symbol(held, context, symbol, size)
        context = next_context(held, longest, shape.order)
    return held, size


@compiled_in_order
def of_texts(symbols: Symbols, ends: Rows, couples: Rows, shape: Shape, found: Floats) -> None:
    """Write, for each couple (sorted by its first text), the bits of the second text under the model of the first.

    Text i is `symbols[ends[i]:ends[i + 1]]`.
    """
    held, size = learnt(symbols[:0], shape)
    chances = np.zeros((size, 2))
    for i in range(len(couples)):
        first, second = couples[i]
        if i == 0 or first != couples[i - 1, 0]:
            held, size = learnt(symbols[ends[first] : ends[first + 1]], shape)
            chances = np.zeros((size, 2))
            chances[ROOT, 0] = 1.0 / shape.vocabulary
        found[i] = bits(symbols[ends[second] : ends[second + 1]], held, chances, shape)


@compiled_in_order
def bits(text: Symbols, held: Trie, chances: Floats, shape: Shape) -> float:
    """What a text costs under a model; the end of a sentence costs nothing.

    `chances` holds what was computed before: per n-gram of the model the chance of its last symbol after the others,
    and the bits of that; 0 where nobody asked yet.
    """
    contexts = np.empty(shape.order, np.int32)
    begin = shape.order - 1
    context, total = begin, 0.0
    for symbol in text:
        if symbol == 0:
            context = begin
            continue
        # a context that nothing followed is not the model's
        while context != ROOT and held.counts[context, FOLLOWED] == 0:
            context = held.links[context, SHORTER]
        unknown = 0
        node = held.places[place(held, context, symbol)]
        while node == 0:
            contexts[unknown] = context
            unknown += 1
            if context == ROOT:
                break
            context = held.links[context, SHORTER]
            node = held.places[place(held, context, symbol)]
        if chances[node, 0] == 0.0:
            compute_chance(held, node, chances, shape)
        if unknown == 0:
            if chances[node, 1] == 0.0:
                chances[node, 1] = -np.log2(chances[node, 0])
            total += chances[node, 1]
        else:
            chance = chances[node, 0]
            for i in range(unknown - 1, -1, -1):
                chance = after_context(held, contexts[i], 0, chance, shape.discount)
            total += -np.log2(chance)
        context = next_context(held, node, shape.order)
    return total


@compiled_in_order
def after_context(held: Trie, context: int, seen: int, shorter: float, discount: float) -> float:
    """The chance of a symbol seen so often after a context; `shorter` is that after the context without its first."""
    followed, kinds = held.counts[context, FOLLOWED], held.counts[context, KINDS]
    if followed == 0:
        return shorter
    return float((max(seen - discount, 0.0) + discount * kinds * shorter) / followed)


@compiled_in_order
def compute_chance(held: Trie, node: int, chances: Floats, shape: Shape) -> None:
    """Write the chance of an n-gram of the model, and those of the shorter ones that it needs."""
    nodes, number = np.empty(shape.order, np.int32), 0
    while chances[node, 0] == 0.0:
        nodes[number] = node
        number += 1
        node = held.links[node, SHORTER]
    chance = chances[node, 0]
    for i in range(number - 1, -1, -1):
        node = nodes[i]
        chance = after_context(held, held.links[node, CONTEXT], held.counts[node, SEEN], chance, shape.discount)
        chances[node, 0] = chance


@compiled_in_order
def read(text: Symbols, shape: Shape) -> tuple[Trie, Numbers]:
    """All n-grams of a text, not counted; and per symbol the nodes of those that end there, from short to long."""
    held, size = begun(shape.order * len(text), shape)
    begin = size - 1
    paths = np.zeros((len(text), shape.order), np.int32)
    context = begin
    for i in range(len(text)):
        if text[i] == 0:
            context = begin
            continue
        node, size = learn_symbol(held, context, text[i], size)
        context = next_context(held, node, shape.order)
        for length in range(shape.order - 1, -1, -1):
            paths[i, length] = node
            node = held.links[node, SHORTER]
    held.counts[:size] = 0
    return held, paths


@compiled_in_order
def is_first(others: Numbers, last: np.uint64, node: int, before: int, symbol: int, mark: int) -> bool:
    """Whether an n-gram is met for the first time that the text asked about does not have: a symbol after a context of
    that text, or after such a one with a symbol before it; it is kept under the mark of the model.
    """
    key = (np.uint64(node) * FIRST + np.uint64(symbol)) * SECOND + np.uint64(before + 1)
    key = (key ^ (key >> HALF)) * FIRST
    at = (key >> HALF) & last
    while others[at, 3] == mark:
        if others[at, 0] == node and others[at, 1] == before and others[at, 2] == symbol:
            return False
        at = (at + np.uint64(1)) & last
    others[at, 0], others[at, 1], others[at, 2], others[at, 3] = node, before, symbol, mark
    return True


@compiled_in_order
def count(held: Trie, node: int, column: int, mark: int) -> int:
    """Add one to a count of a node, which begins at 0 in each model; what it was."""
    if held.counts[node, MARK] != mark:
        held.counts[node] = 0
        held.counts[node, MARK] = mark
    former = held.counts[node, column]
    held.counts[node, column] = former + 1
    return int(former)


@compiled_in_order
def counted(symbols: Symbols, ranges: Rows, held: Trie, others: Numbers, mark: int, shape: Shape) -> None:
    """Count what a model learns from ranges of symbols, under its mark, as far as the text asked about can need it.

    From its longest context that the text has, and one symbol further left (only to see whether that is new), down to
    the first n-gram that is not new: what is longer makes no difference to the text.
    """
    last = np.uint64(power_of_two(others_at_most(symbols, ranges, shape)) - 1)
    begin = shape.order - 1
    for first, end in ranges:
        context, start = begin, first
        for i in range(first, end):
            symbol = symbols[i]
            if symbol == 0:
                context, start = begin, i + 1
                continue
            new, length = True, held.links[context, LENGTH]
            if length < shape.order - 1:
                further = symbols[i - length - 1] if i - length - 1 >= start else 0
                new = is_first(others, last, context, further, symbol, mark)
            node = held.places[place(held, context, symbol)]
            while node == 0:
                if new:
                    new = is_first(others, last, context, NO_SYMBOL, symbol, mark)
                    count(held, context, FOLLOWED, mark)
                    held.counts[context, KINDS] += new
                if context == ROOT:
                    break
                context = held.links[context, SHORTER]
                node = held.places[place(held, context, symbol)]
            longest = node
            while new and node != ROOT:
                new = count(held, node, SEEN, mark) == 0
                count(held, context, FOLLOWED, mark)
                held.counts[context, KINDS] += new
                node, context = held.links[node, SHORTER], held.links[context, SHORTER]
            context = next_context(held, longest, shape.order)


@compiled_in_order
def costs_of(text: Symbols, held: Trie, paths: Numbers, mark: int, shape: Shape) -> Floats:
    """What each symbol of the text costs that was read, under the model with this mark."""
    found = np.zeros(len(text))
    start = 0
    for i in range(len(text)):
        if text[i] == 0:
            start = i + 1
            continue
        chance = 1.0 / shape.vocabulary
        for length in range(shape.order):
            context = length
            if length > 0 and i > start:
                context = paths[i - 1, length - 1]
            if held.counts[context, MARK] != mark or held.counts[context, FOLLOWED] == 0:
                break
            node = paths[i, length]
            seen = held.counts[node, SEEN] if held.counts[node, MARK] == mark else 0
            chance = after_context(held, context, seen, chance, shape.discount)
        found[i] = -np.log2(chance)
    return found


@compiled_in_order
def costs_under(symbols: Symbols, ranges: Rows, text: Symbols, shape: Shape) -> Floats:
    """What each symbol of a text costs under the model of ranges of symbols."""
    held, paths = read(text, shape)
    others = np.zeros((power_of_two(others_at_most(symbols, ranges, shape)), 4), np.int32)
    counted(symbols, ranges, held, others, 1, shape)
    return costs_of(text, held, paths, 1, shape)
