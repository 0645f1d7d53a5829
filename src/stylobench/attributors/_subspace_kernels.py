"""The loops of random subspaces: votes of rounds that see some of the features each."""

from __future__ import annotations

from typing import Any

import numpy as np

from stylobench.features._compiled import compiled_in_order

Array = Any


@compiled_in_order
def sums_by_round(authors: Array, chosen: Array, squared: bool) -> Array:
    """Per round and author, the sum of the (squared) values of the features that the round sees."""
    sums = np.zeros((chosen.shape[1], authors.shape[1]))
    for feature in range(len(chosen)):
        for turn in range(chosen.shape[1]):
            if chosen[feature, turn]:
                for k in range(authors.shape[1]):
                    value = authors[feature, k]
                    sums[turn, k] += value * value if squared else value
    return sums


@compiled_in_order
def votes(documents: tuple[Array, Array, Array], authors: Array, chosen: Array, sums: Array, cosine: bool) -> Array:
    """The share of rounds in which each author is the nearest to each document; equals share a round's vote."""
    data, columns, ends = documents
    rounds, people = sums.shape
    shares = np.zeros((len(ends) - 1, people))
    for i in range(len(shares)):
        common, own = np.zeros((rounds, people)), np.zeros(rounds)
        for j in range(ends[i], ends[i + 1]):
            value, others, seen = data[j], authors[columns[j]], chosen[columns[j]]
            for turn in range(rounds):
                if seen[turn]:
                    own[turn] += value
                    for k in range(people):
                        common[turn, k] += value * others[k] if cosine else min(value, others[k])
        for turn in range(rounds):
            add_vote(common[turn], own[turn], sums[turn], cosine, shares[i])
        shares[i] /= rounds
    return shares


@compiled_in_order
def add_vote(common: Array, own: float, sums: Array, cosine: bool, shares: Array) -> None:
    """One round's vote, given what a document and each author have in common and have each."""
    best, equals = -1.0, 0
    for k in range(len(common)):
        whole = np.sqrt(sums[k]) if cosine else own + sums[k] - common[k]
        common[k] = common[k] / whole if whole > 0 else 0.0
        if common[k] > best:
            best, equals = common[k], 1
        elif common[k] == best:
            equals += 1
    for k in range(len(common)):
        if common[k] == best:
            shares[k] += 1.0 / equals
