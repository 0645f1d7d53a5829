"""The loops of unmasking: how well two sides can be told apart while the words that tell them apart are taken away.

Linear support vector machines with squared hinge loss and a constant feature, solved in the dual over the products of
all chunks, which lose the share of a word when it is taken away: nothing is multiplied anew.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stylobench.features._compiled import compiled_in_order

Array = Any
PASSES, PRECISE = 100, 1e-3


@compiled_in_order
def drawn(bag: Array, chunks: int, size: int, rng: Any) -> Array:
    """Counts in chunks of words that are drawn from a bag until it is empty, then from the full bag again."""
    words, counts = np.repeat(np.arange(len(bag)), bag), np.zeros((chunks, len(bag)), np.int64)
    gone = 0
    for chunk in range(chunks):
        wanted = size
        while wanted > 0:
            if gone == 0 and wanted >= len(words):
                counts[chunk] += bag
                wanted -= len(words)
                continue
            other = gone + int(rng.random() * (len(words) - gone))
            words[gone], words[other] = words[other], words[gone]
            counts[chunk, words[gone]] += 1
            gone, wanted = (gone + 1) % len(words), wanted - 1
    return counts


@compiled_in_order
def accuracy_curve(chunks: Array, rounds: int, removed: int, folds: int) -> Array:
    """The accuracy of cross-validation in each round.

    The first half of the chunks are of one side; chunk i of each side is tested in fold i modulo `folds`. After each
    round the `removed` words with the greatest weights and as many with the least are taken away; once none is left to
    weigh, accuracy is chance.
    """
    count, width = chunks.shape
    side, fold_of = np.ones(count), np.arange(count) % (count // 2) % folds
    side[count // 2 :] = -1
    products = np.ones((count, count))
    for i in range(count):
        for j in range(i + 1):
            total = 1.0
            for k in range(width):
                total += chunks[i, k] * chunks[j, k]
            products[i, j] = products[j, i] = total
    left, curve, shares = np.arange(width), np.full(rounds, 0.5), np.zeros((folds, count))
    for step in range(rounds):
        if len(left) <= 2 * removed:
            break
        right = 0
        for fold in range(folds):
            tested = fold_of == fold
            reached = separate(products, side, tested, shares[fold])
            right += int(np.sum((reached * side > 0) & tested))
        curve[step] = right / count
        left = _weakened(chunks, products, shares.sum(axis=0), left, removed)
    return curve


@compiled_in_order
def separate(products: Array, side: Array, tested: Array, shares: Array) -> Array:
    """On which side of the machine with C=1 every chunk lies; chunks that are tested have no share in its weights.

    Coordinate descent in the dual. Shares go on from where they are, which is near after few words are gone.
    """
    count = len(side)
    reached = np.zeros(count)
    for i in range(count):
        if shares[i] != 0:
            for j in range(count):
                reached[j] += shares[i] * products[i, j]
    for _ in range(PASSES):
        worst = 0.0
        for i in range(count):
            if tested[i]:
                continue
            # squared hinge loss with C=1 adds a half to the diagonal
            share = shares[i] * side[i]
            slope = side[i] * reached[i] - 1 + 0.5 * share
            if share <= 0 and slope > 0:
                continue
            worst = max(worst, abs(slope))
            change = (max(share - slope / (products[i, i] + 0.5), 0.0) - share) * side[i]
            shares[i] += change
            for j in range(count):
                reached[j] += change * products[i, j]
        if worst < PRECISE:
            break
    return reached


@compiled_in_order
def _weakened(chunks: Array, products: Array, shares: Array, left: Array, removed: int) -> Array:
    """The words that are left without the strongest on either side, whose products are taken back."""
    weights = np.zeros(len(left))
    for i in range(len(shares)):
        for k in range(len(left)):
            weights[k] += shares[i] * chunks[i, left[k]]
    order = np.argsort(weights, kind="mergesort")
    gone = np.concatenate((order[:removed], order[len(order) - removed :]))
    for k in left[gone]:
        for i in range(len(shares)):
            for j in range(len(shares)):
                products[i, j] -= chunks[i, k] * chunks[j, k]
    return left[np.sort(order[removed : len(order) - removed])]
