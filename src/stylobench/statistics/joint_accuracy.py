"""Accuracy of several methods on the same items: what one gets wrong the others often get wrong too."""

from __future__ import annotations

import numpy as np

from stylobench.records import Booleans, Floats, Rows
from stylobench.seeds import generator
from stylobench.statistics.mixes import Mix

MOST_DRAWS, FEWEST_DRAWS, MOST_GAMMAS = 20_000, 2_000, 20_000_000


def joint_accuracy(codes: Rows, right: Booleans, mix: Mix, seed: int = 0) -> Floats:
    """Accuracies of all methods (columns of `right`) over mixes and over what the clusters may hold, one row per draw.

    Items fall into patterns of who is right. The prior of a cluster weighs one item, spread over the patterns seen
    anywhere and their opposites: so every method by itself has Beta(c + 1/2, n - c + 1/2) as a prior guess of one half
    would give, and methods that agree move together.

    >>> twins = np.array([[True, True], [False, False], [True, True], [True, True]])
    >>> drawn = joint_accuracy(np.array([0, 0, 1, 1]), twins, Mix.even(2))
    >>> bool((drawn[:, 0] == drawn[:, 1]).all())
    True
    """
    seen, places = np.unique(right, axis=0, return_inverse=True)
    patterns = np.unique(np.concatenate([seen, ~seen]), axis=0)
    where = {pattern.tobytes(): place for place, pattern in enumerate(patterns)}
    place = np.array([where[pattern.tobytes()] for pattern in seen])[places.reshape(-1)]
    k, width = len(mix.alphas), len(patterns)
    counts = np.bincount(codes * width + place, minlength=k * width).reshape(k, width) + 1 / width
    draws = int(np.clip(MOST_GAMMAS // counts.size, FEWEST_DRAWS, MOST_DRAWS))
    weights = mix.draw(generator(seed, "shift", "mixes"), draws)
    contents = generator(seed, "shift", "joint contents")
    found = np.zeros((draws, width))
    for cluster, share in zip(counts, weights.T, strict=True):
        drawn = contents.standard_gamma(cluster, (draws, width))
        found += share[:, None] * drawn / drawn.sum(axis=1, keepdims=True)
    return np.asarray(found @ patterns)
