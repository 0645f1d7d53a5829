"""Items in clusters for tests, and what mixes of them score by the plain way: draw items again, measure again."""

from __future__ import annotations

import numpy as np

from stylobench.metrics import verification
from stylobench.metrics.outcomes import Outcomes
from stylobench.records import Booleans, Floats, Rows
from stylobench.seeds import generator
from stylobench.statistics.subclasses import Subclasses


def verified(items: int = 600, k: int = 6, silence: float = 0.05) -> tuple[Booleans, Floats, Rows]:
    """Truth, scores and clusters that differ in prevalence and in how hard they are."""
    rng = generator(0, "clustered items", str(items), str(k))
    clusters = rng.integers(k, size=items)
    truth = rng.random(items) < 0.2 + 0.6 * clusters / k
    scores = np.clip(0.5 + 0.4 * (truth - 0.5) + rng.normal(0, 0.1 + 0.3 * clusters / k, items), 0, 1).round(2)
    scores[rng.random(items) < silence] = np.nan
    return truth, scores, clusters


def subclasses(items: int = 600, k: int = 6) -> Subclasses:
    """The same, prepared."""
    truth, scores, clusters = verified(items, k)
    return Subclasses.of(Outcomes.verified(truth, scores), clusters)


def attributed(items: int = 500, k: int = 5) -> Subclasses:
    """Documents by three authors with log losses."""
    rng = generator(1, "clustered items", str(items), str(k))
    clusters = rng.integers(k, size=items)
    names = np.array(["ann", "bob", "eve"])
    truth = rng.integers(3, size=items)
    named = np.where(rng.random(items) < 0.5 + 0.4 * clusters / k, truth, rng.integers(3, size=items))
    losses = rng.exponential(0.3 + (truth != named))
    return Subclasses.of(Outcomes.attributed(names[truth], names[named], losses, "ann"), clusters)


def resampled(
    data: tuple[Booleans, Floats, Rows], weights: Floats, measures: tuple[str, ...], rng: np.random.Generator
) -> Floats:
    """Measures x draws: for each row of weights as many items again, from clusters by weight, each scored again."""
    truth, scores, clusters = data
    members = [np.flatnonzero(clusters == cluster) for cluster in range(weights.shape[1])]
    found = []
    for row in weights:
        sizes = rng.multinomial(len(truth), row)
        places = np.concatenate([rng.choice(rows, size) for rows, size in zip(members, sizes, strict=True)])
        found.append([verification.measure(name)(truth[places], scores[places], None) for name in measures])
    return np.array(found).T
