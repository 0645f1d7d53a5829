"""Dual coordinate ascent for multinomial logistic regression: the loops over documents and words."""

from __future__ import annotations

from typing import Any

import numpy as np

from stylobench.features._compiled import compiled_in_order

Array = Any
INNER_STEPS = 30
TINY = 1e-300


@compiled_in_order
def add_scores(data: Array, columns: Array, low: int, high: int, weights: Array, scores: Array) -> None:
    """scores = one document's row times the weights; four words at a time keep the scores in registers."""
    width = weights.shape[1]
    for k in range(width):
        scores[k] = 0.0
    middle = low + (high - low) // 4 * 4
    for a in range(low, middle, 4):
        v0, v1, v2, v3 = data[a], data[a + 1], data[a + 2], data[a + 3]
        j0, j1, j2, j3 = columns[a], columns[a + 1], columns[a + 2], columns[a + 3]
        for k in range(width):
            scores[k] += v0 * weights[j0, k] + v1 * weights[j1, k] + v2 * weights[j2, k] + v3 * weights[j3, k]
    for a in range(middle, high):
        for k in range(width):
            scores[k] += data[a] * weights[columns[a], k]


@compiled_in_order
def add_document(data: Array, columns: Array, low: int, high: int, step: Array, weights: Array) -> None:
    """weights += one document's row times a step per author."""
    for a in range(low, high):
        value, j = data[a], columns[a]
        for k in range(weights.shape[1]):
            weights[j, k] += value * step[k]


@compiled_in_order
def best_shares(scores: Array, old: Array, pull: float, inner: float, new: Array) -> None:
    """Solve log p + pull * (p - old) = scores + constant, sum p = 1, by Newton steps from the old shares."""
    size = old.size
    slope = np.empty(size)
    rest = np.empty(size)
    for k in range(size):
        new[k] = old[k]
    for _ in range(INNER_STEPS):
        moment, mass, total = 0.0, 0.0, 0.0
        for k in range(size):
            slope[k] = new[k] / (1.0 + pull * new[k])
            rest[k] = np.log(new[k]) + pull * (new[k] - old[k]) - scores[k]
            moment += slope[k] * rest[k]
            mass += slope[k]
            total += new[k]
        shift = (total - 1.0 - moment) / mass
        largest = 0.0
        for k in range(size):
            excess = rest[k] + shift
            if excess > 0.0:
                p = max(new[k] - slope[k] * excess, 0.1 * new[k])
            else:
                # a small share may have to grow by orders of magnitude: step in its logarithm
                p = max(min(new[k] * np.exp(-excess), new[k] - excess / pull, 1.0), new[k])
            largest = max(largest, abs(p - new[k]))
            new[k] = p
        if largest < inner:
            break
    total = 0.0
    for k in range(size):
        total += new[k]
    for k in range(size):
        new[k] = max(new[k] / total, TINY)


@compiled_in_order
def ascend(rows: Array, words: Array, load: Array, pulls: Array, state: Array, inner: float) -> float:
    """Visit documents in the given order and set each one's shares to their best; how much was gained."""
    data, columns, ends = words
    shares, weights, moved = state
    authors = shares.shape[1]
    scores = np.zeros(weights.shape[1])
    new = np.empty(authors)
    gain = 0.0
    for i in rows:
        add_scores(data, columns, ends[i], ends[i + 1], weights, scores)
        best_shares(scores, shares[i], pulls[i], inner / (1.0 + pulls[i]), new)
        moved[i] = 0.0
        for k in range(authors):
            change = shares[i, k] - new[k]
            gain += load[i] * change * (np.log(shares[i, k]) - scores[k])
            moved[i] += abs(change)
            scores[k] = load[i] * change
            shares[i, k] = new[k]
        for k in range(authors, scores.size):
            scores[k] = 0.0
        add_document(data, columns, ends[i], ends[i + 1], scores, weights)
    return gain


@compiled_in_order
def weights_of(words: Array, authors: Array, load: Array, shares: Array, weights: Array) -> None:
    """The weights that belong to the shares: the loaded sum of (truth - shares) times the documents."""
    data, columns, ends = words
    step = np.zeros(weights.shape[1])
    weights[:] = 0.0
    for i in range(authors.size):
        for k in range(shares.shape[1]):
            step[k] = -load[i] * shares[i, k]
        step[authors[i]] += load[i]
        add_document(data, columns, ends[i], ends[i + 1], step, weights)


@compiled_in_order
def divergence(share: float, log_probability: float) -> float:
    """One term of the divergence, never negative; a series where the plain formula would lose its digits.

    >>> round(divergence(0.5, float(np.log(0.25))), 6)
    0.096574
    """
    probability: float = np.exp(log_probability)
    ratio = (share - probability) / probability
    if abs(ratio) < 0.01:
        return probability * ratio * ratio * (0.5 - ratio / 6.0 + ratio * ratio / 12.0)
    plain: float = share * (np.log(share) - log_probability) - share + probability
    return plain


@compiled_in_order
def duality_gap(words: Array, load: Array, shares: Array, weights: Array) -> float:
    """The loaded sum of the divergences of the model's probabilities from the shares; zero at the optimum."""
    data, columns, ends = words
    authors = shares.shape[1]
    scores = np.zeros(weights.shape[1])
    gap = 0.0
    for i in range(load.size):
        add_scores(data, columns, ends[i], ends[i + 1], weights, scores)
        top = scores[0]
        for k in range(authors):
            top = max(top, scores[k])
        mass = 0.0
        for k in range(authors):
            mass += np.exp(scores[k] - top)
        level = np.log(mass) + top
        for k in range(authors):
            gap += load[i] * divergence(shares[i, k], scores[k] - level)
    return gap
