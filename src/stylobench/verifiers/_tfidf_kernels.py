"""The loops of TF-IDF over stored counts: no row and no column is copied that is not needed."""

from __future__ import annotations

from typing import Any

import numpy as np

from stylobench.features._compiled import compiled_in_order

Array = Any


@compiled_in_order
def totals(counts: tuple[Array, Array, Array], rows: Array, width: int) -> Array:
    """How often each column occurs in these rows, and in how many of them; neighbours in memory."""
    data, indices, indptr = counts
    found = np.zeros((width, 2))
    for row in rows:
        for j in range(indptr[row], indptr[row + 1]):
            found[indices[j], 0] += data[j]
            found[indices[j], 1] += 1
    return found


@compiled_in_order
def picked(counts: tuple[Array, Array, Array], rows: Array, places: Array) -> tuple[Array, Array, Array]:
    """These rows with the columns that have a place (others have -1), each at its place."""
    data, indices, indptr = counts
    ends = np.zeros(len(rows) + 1, np.int64)
    for i in range(len(rows)):
        found = 0
        for j in range(indptr[rows[i]], indptr[rows[i] + 1]):
            found += places[indices[j]] >= 0
        ends[i + 1] = ends[i] + found
    values, columns = np.empty(ends[-1]), np.empty(ends[-1], np.int32)
    at = 0
    for row in rows:
        for j in range(indptr[row], indptr[row + 1]):
            if places[indices[j]] >= 0:
                values[at], columns[at] = data[j], places[indices[j]]
                at += 1
    return values, columns, ends


@compiled_in_order
def cosines(counts: tuple[Array, Array, Array], known: Array, starts: Array, questioned: Array, idf: Array) -> Array:
    """The cosine of each questioned row with the sum of its known rows, weighted; NaN where one of them is empty."""
    values, columns, ends = counts
    answers, together, met = np.empty(len(questioned)), np.zeros(len(idf)), np.empty(len(idf), np.int64)
    for i in range(len(questioned)):
        count = 0
        for k in range(starts[i], starts[i + 1]):
            for j in range(ends[known[k]], ends[known[k] + 1]):
                if together[columns[j]] == 0:
                    met[count] = columns[j]
                    count += 1
                together[columns[j]] += values[j]
        known_square, square, product = 0.0, 0.0, 0.0
        for c in met[:count]:
            together[c] *= idf[c]
            known_square += together[c] * together[c]
        for j in range(ends[questioned[i]], ends[questioned[i] + 1]):
            weighted = values[j] * idf[columns[j]]
            square += weighted * weighted
            product += weighted * together[columns[j]]
        answers[i] = product / np.sqrt(known_square * square)
        for c in met[:count]:
            together[c] = 0
    return answers
