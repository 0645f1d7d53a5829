"""The loops of verifiers that compare with other people: shares of features, likeness in random halves of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from stylobench.features._compiled import compiled_in_order

Array = Any
EQUAL = 1e-6  # likenesses that lie nearer are equal but for rounding


@compiled_in_order
def shares(counts: tuple[Array, Array, Array], rows: Array, places: Array, factors: Array) -> Array:
    """Each row's counts over their sum, at the place of their column (-1: nowhere) and times the factor there."""
    data, indices, indptr = counts
    found = np.zeros((len(rows), len(factors)), np.float32)
    for i in range(len(rows)):
        here, columns = data[indptr[rows[i]] : indptr[rows[i] + 1]], indices[indptr[rows[i]] : indptr[rows[i] + 1]]
        total = here.sum()
        for j in range(len(here)):
            place = places[columns[j]]
            if place >= 0:
                found[i, place] = here[j] / total * factors[place]
    return found


@compiled_in_order
def _distance(first: Array, second: Array) -> Any:
    """The L1 distance, in eight sums side by side."""
    a = b = c = d = e = f = g = h = np.float32(0)
    whole = len(first) // 8 * 8
    for j in range(0, whole, 8):
        a += abs(first[j] - second[j])
        b += abs(first[j + 1] - second[j + 1])
        c += abs(first[j + 2] - second[j + 2])
        d += abs(first[j + 3] - second[j + 3])
        e += abs(first[j + 4] - second[j + 4])
        f += abs(first[j + 5] - second[j + 5])
        g += abs(first[j + 6] - second[j + 6])
        h += abs(first[j + 7] - second[j + 7])
    for j in range(whole, len(first)):
        a += abs(first[j] - second[j])
    return ((a + b) + (c + d)) + ((e + f) + (g + h))


@compiled_in_order
def apart(texts: tuple[Array, Array], others: tuple[Array, Array], bounds: Array) -> Array:
    """The L1 distance of some rows of weights to some rows of others, over each bundle of columns.

    Texts x others x bundles. Others are many: each is read once for all texts.
    """
    (weights, rows), (foreign, places) = texts, others
    sums = np.empty((len(rows), len(places), len(bounds) - 1), np.float32)
    for j in range(len(places)):
        for i in range(len(rows)):
            for b in range(len(bounds) - 1):
                first = weights[rows[i], bounds[b] : bounds[b + 1]]
                second = foreign[places[j], bounds[b] : bounds[b + 1]]
                sums[i, j, b] = _distance(first, second)
    return sums


@compiled_in_order
def in_halves(weights: Array, bounds: Array, halves: Array) -> Array:
    """The sum of each row over each round's half of the bundles: rows x rounds."""
    nothing = np.zeros((1, weights.shape[1]), np.float32), np.zeros(1, np.int64)
    bundles = apart(nothing, (weights, np.arange(len(weights))), bounds)[0]
    sums = np.zeros((len(weights), len(halves)), np.float32)
    for i in range(len(weights)):
        for r in range(len(halves)):
            for b in halves[r]:
                sums[i, r] += bundles[i, b]
    return sums


@compiled_in_order
def _likeness(distances: Array, half: Array, total: float) -> Any:
    """Min-max similarity over half of the bundles, which `half` marks by 1: the smaller values sum to half of total -
    distance, the greater ones to half of total + distance.
    """
    # four sums side by side: one alone waits for itself
    first = second = third = fourth = np.float32(0)
    whole = len(half) // 4 * 4
    for b in range(0, whole, 4):
        first += half[b] * distances[b]
        second += half[b + 1] * distances[b + 1]
        third += half[b + 2] * distances[b + 2]
        fourth += half[b + 3] * distances[b + 3]
    for b in range(whole, len(half)):
        first += half[b] * distances[b]
    distance = (first + second) + (third + fourth)
    return (total - distance) / (total + distance) if total > 0 else 0.0


@compiled_in_order
def _likenesses(distances: Array, draws: tuple[Array, Array], totals: tuple[Array, Array]) -> Array:
    """Of a text with the impostors of each round: rounds x impostors."""
    (marks, drawn), (own, theirs) = draws, totals
    found = np.empty(drawn.shape)
    for r in range(len(marks)):
        for i in range(drawn.shape[1]):
            found[r, i] = _likeness(distances[drawn[r, i]], marks[r], own[r] + theirs[drawn[r, i], r])
    return found


@compiled_in_order
def _marked(halves: Array, bundles: int) -> Array:
    """Rounds x bundles: 1 where a round looks at the bundle."""
    marks = np.zeros((len(halves), bundles), np.float32)
    for r in range(len(halves)):
        for b in halves[r]:
            marks[r, b] = 1
    return marks


@compiled_in_order
def ranks(
    own: tuple[Array, Array, Array], others: tuple[Array, Array, Array], bounds: Array, draws: tuple[Array, Array]
) -> Array:
    """The rank of each known text among the impostors of each round: known x rounds.

    `own` and `others` are weights, their sums `in_halves`, and rows of them; the first own row is the questioned text,
    the others are known. A round looks at half of the bundles and at the impostors drawn for it. A known text is as
    like as its similarity with the questioned one, squared; an impostor as its similarity with one times that with the
    other. Equally like, the impostor is ahead.
    """
    (weights, sums, rows), (foreign, foreign_sums, places), (halves, drawn) = own, others, draws
    marks = _marked(halves, len(bounds) - 1)
    theirs, foreigners = foreign_sums[places], apart((weights, rows), (foreign, places), bounds)
    with_questioned = _likenesses(foreigners[0], (marks, drawn), (sums[rows[0]], theirs))
    distances = apart((weights, rows[:1]), (weights, rows[1:]), bounds)[0]
    found = np.ones((len(rows) - 1, len(halves)), np.int64)
    for k in range(len(distances)):
        known = rows[k + 1]
        with_known = _likenesses(foreigners[k + 1], (marks, drawn), (sums[known], theirs))
        for r in range(len(halves)):
            alike = _likeness(distances[k], marks[r], sums[rows[0], r] + sums[known, r])
            for i in range(with_known.shape[1]):
                found[k, r] += with_questioned[r, i] * with_known[r, i] >= alike * alike - EQUAL
    return found


@compiled_in_order
def similarities(texts: tuple[Array, Array], other: Array, bounds: Array) -> Array:
    """Of some rows of weights with another text, in each range of columns: rows x ranges x 3.

    Cosine, min-max, and Dice's share of common features; NaN where one of the two has no feature in the range.
    """
    weights, rows = texts
    found = np.empty((len(rows), len(bounds) - 1, 3))
    for i in range(len(rows)):
        for b in range(len(bounds) - 1):
            first, second = weights[rows[i], bounds[b] : bounds[b + 1]], other[bounds[b] : bounds[b + 1]]
            product, square, other_square = np.float32(0), np.float32(0), np.float32(0)
            total, distance, common, present = np.float32(0), np.float32(0), np.float32(0), np.float32(0)
            for j in range(len(first)):
                product += first[j] * second[j]
                square += first[j] * first[j]
                other_square += second[j] * second[j]
                total += first[j] + second[j]
                distance += abs(first[j] - second[j])
                common += (first[j] > 0) & (second[j] > 0)
                present += np.float32(first[j] > 0) + np.float32(second[j] > 0)
            found[i, b, 0] = product / np.sqrt(square * other_square)
            found[i, b, 1] = (total - distance) / (total + distance)
            found[i, b, 2] = 2 * common / present
            if square == 0 or other_square == 0:
                found[i, b] = np.nan
    return found


@compiled_in_order
def mean_likeness(alike: Array) -> Array:
    """The mean of `similarities` over the texts that have features in a range; NaN where none has."""
    sums, there = np.zeros(alike.shape[1:]), np.zeros(alike.shape[1:])
    for i in range(alike.shape[0]):
        for b in range(alike.shape[1]):
            for f in range(alike.shape[2]):
                if not np.isnan(alike[i, b, f]):
                    sums[b, f] += alike[i, b, f]
                    there[b, f] += 1
    return sums / there
