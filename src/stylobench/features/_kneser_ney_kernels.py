"""Compiled parts of the Kneser-Ney model: learning from sequences of symbols, and the bits of others under it.

A sequence is a range of a long array of symbols from 1 on; 0 ends a sentence, and what follows knows nothing of what
came before. Contexts that begin before a sentence does are filled up with 0.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from stylobench.features._compiled import compiled_in_order
from stylobench.features._hashed_counts import CONTEXT, GRAM, Keys, Symbols, Table, is_held, mixed, place, table
from stylobench.records import Floats, Rows


class Shape(NamedTuple):
    """Symbols of an n-gram, how many symbols there can be, and what is taken off every count."""

    order: int
    vocabulary: int
    discount: float


class Work(NamedTuple):
    """Ranges of symbols: model i learns from `learnt[starts[i]:starts[i + 1]]` and meets `asked` likewise."""

    learnt: Rows
    learnt_starts: Rows
    asked: Rows
    asked_starts: Rows


@compiled_in_order
def totals(symbols: Symbols, work: Work, shape: Shape, found: Floats) -> None:
    """Write the bits of every range asked about."""
    for model in range(len(work.learnt_starts) - 1):
        ranges = work.learnt[work.learnt_starts[model] : work.learnt_starts[model + 1]]
        held = learnt(symbols, ranges, shape)
        for i in range(work.asked_starts[model], work.asked_starts[model + 1]):
            first, last = work.asked[i]
            found[i] = bits(symbols[first:last], held, shape).sum()


@compiled_in_order
def learnt(symbols: Symbols, ranges: Rows, shape: Shape) -> Table:
    """The counts of a model: of n-grams, and of what followed contexts (how much, how many kinds)."""
    size = 0
    for first, last in ranges:
        size += last - first
    held = table(2 * shape.order * size)
    grams, contexts = np.empty(shape.order, np.uint64), np.empty(shape.order, np.uint64)
    for first, last in ranges:
        text, start = symbols[first:last], 0
        for i in range(len(text)):
            if text[i] == 0:
                start = i + 1
                continue
            keys(text, start, i, grams, contexts)
            for length in range(shape.order - 1, -1, -1):
                # a shorter n-gram counts how many different symbols came before it
                if not is_new(held, grams[length], contexts[length]):
                    break
    return held


@compiled_in_order
def keys(text: Symbols, start: int, i: int, grams: Keys, contexts: Keys) -> None:
    """Of the n-grams that end at a place and of their contexts, from short to long."""
    grams[0], contexts[0] = mixed(GRAM, text[i]), CONTEXT
    for length in range(1, len(grams)):
        before = text[i - length] if i - length >= start else 0
        grams[length] = mixed(grams[length - 1], before)
        contexts[length] = mixed(contexts[length - 1], before)


@compiled_in_order
def is_new(held: Table, gram: np.uint64, context: np.uint64) -> bool:
    """Count an n-gram and its context; whether it was never seen before."""
    at = place(held, gram)
    held.keys[at] = gram
    held.counts[at, 0] += 1
    new = held.counts[at, 0] == 1
    at = place(held, context)
    held.keys[at] = context
    held.counts[at, 0] += 1
    held.counts[at, 1] += new
    return bool(new)


@compiled_in_order
def bits(text: Symbols, held: Table, shape: Shape) -> Floats:
    """What each symbol costs; the end of a sentence costs nothing."""
    found = np.zeros(len(text))
    start = 0
    for i in range(len(text)):
        if text[i] == 0:
            start = i + 1
            continue
        gram, context, chance = mixed(GRAM, text[i]), CONTEXT, 1.0 / shape.vocabulary
        for length in range(shape.order):
            if length > 0:
                before = text[i - length] if i - length >= start else 0
                gram, context = mixed(gram, before), mixed(context, before)
            at = place(held, context)
            if not is_held(held, at):
                break
            followed, kinds = held.counts[at]
            seen = held.counts[place(held, gram), 0]
            chance = (max(seen - shape.discount, 0.0) + shape.discount * kinds * chance) / followed
        found[i] = -np.log2(chance)
    return found
