"""Edges between function words that stand near each other, as one sparse row per text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from scipy import sparse

from stylobench.features._compiled import compiled_in_order
from stylobench.features.texts import Texts
from stylobench.features.words import tokens

Array = Any
# weights are whole parts of this, so that sums do not depend on their order
ONE = float(2**20)


def edges(texts: Texts, words: list[str], window: int) -> sparse.csr_matrix:
    """Column a * len(words) + b holds the weight between words a <= b; computed once for the whole of the texts."""
    name = f"edges between {len(words)} words within {window}: {' '.join(words)}"
    every = texts.once(name, lambda whole: _matrix(whole, {word: i for i, word in enumerate(words)}, window))
    return every[texts.rows]


def _matrix(texts: Iterable[str], numbers: dict[str, int], window: int) -> sparse.csr_matrix:
    weights = np.rint(np.exp(-np.arange(window, dtype=np.float64)) * ONE)
    found = []
    for text in texts:
        every = np.array([numbers.get(token, -1) for token in tokens(text)], np.int64)
        places = np.flatnonzero(every >= 0)
        found.append(near(places, every[places], len(numbers), weights))
    ends = np.cumsum([0, *(len(columns) for columns, _ in found)])
    columns = np.concatenate([np.zeros(0, np.int64), *(columns for columns, _ in found)])
    data = np.concatenate([np.zeros(0), *(values for _, values in found)])
    matrix = sparse.csr_matrix((data, columns, ends), shape=(len(found), len(numbers) ** 2))
    matrix.sum_duplicates()
    return matrix


@compiled_in_order
def near(places: Array, numbers: Array, count: int, weights: Array) -> tuple[Array, Array]:
    """Every pair of function words with fewer words between them than there are weights: its edge and weight."""
    room = len(places) * len(weights)
    columns, values, at = np.empty(room, np.int64), np.empty(room), 0
    for i in range(len(places)):
        for j in range(i + 1, len(places)):
            between = places[j] - places[i] - 1
            if between >= len(weights):
                break
            a, b = min(numbers[i], numbers[j]), max(numbers[i], numbers[j])
            columns[at], values[at] = a * count + b, weights[between]
            at += 1
    return columns[:at], values[:at]
