"""Score-level worlds of subclass shift: every cluster's true effectiveness is set, right answers are drawn.

The coverage of a bound is not counted but computed: given the bound, the exact law says how likely a fresh mix is to
reach it. So every repetition adds a probability, with far less noise than a yes or no.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from scipy import stats

from stylobench.records import Floats, Rows
from stylobench.seeds import generator
from stylobench.statistics.mixes import Mix
from stylobench.statistics.mixing_law import above, moments

DELTAS = (0.0228, 0.05, 0.1)
CLUSTERS, DOCUMENTS = (5, 10, 22, 50), (10, 20, 50, 200)
DRAWS, ROWS_AT_ONCE, GRID, SLICES = 2000, 500, 201, 200
Line = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """Clusters with a true effectiveness each; drawn anew several times where it is not fixed."""

    name: str
    documents: str
    sizes: Rows
    true: Callable[[np.random.Generator], Floats]
    sets: int = 1

    @property
    def key(self) -> str:
        """What tells it from the others."""
        return f"{self.name}, {len(self.sizes)} clusters, {self.documents} documents"


def cases() -> Iterator[Case]:
    """Every case; where sizes are uneven, the worst cluster is the smallest."""
    for k in CLUSTERS:
        one_bad = np.full(k, 0.95)
        one_bad[0] = 0.1
        fixed = {"evenly spread": np.linspace(0.4, 0.95, k), "one bad": one_bad, "all equal": np.full(k, 0.8)}
        sizes = {str(n): np.full(k, n) for n in DOCUMENTS}
        sizes["10 to 200"] = np.rint(np.geomspace(10, 200, k)).astype(np.int64)
        for name, true in fixed.items():
            for documents, each in sizes.items():
                yield Case(name, documents, each, lambda rng, true=true: true)
    for k, n in ((10, 10), (10, 50), (22, 20)):
        yield Case("drawn from .4 to 1", str(n), np.full(k, n), lambda rng, k=k: rng.uniform(0.4, 1, k), 100)
        yield Case("drawn from the prior", str(n), np.full(k, n), lambda rng, k=k: rng.beta(0.5, 0.5, k), 100)


@dataclass(frozen=True)
class Truth:
    """How often mixes of clusters of known effectiveness reach a bound, and future samples of a mix."""

    true: Floats
    size: int

    def reached(self, bounds: Floats) -> Floats:
        """P(effectiveness of a mix >= bound), interpolated between exact values."""
        if np.ptp(self.true) == 0:
            return np.asarray(bounds <= self.true[0] + 1e-12, np.float64)
        x, chance = self._law
        return np.interp(bounds, x, chance, left=1.0, right=0.0)

    def reached_by_sample(self, bounds: Floats) -> Floats:
        """P(score on a sample of a mix >= bound)."""
        return np.asarray(self._by_count[np.ceil(bounds * self.size - 1e-9).astype(np.int64)])

    @cached_property
    def _law(self) -> tuple[Floats, Floats]:
        x = np.linspace(self.true.min(), self.true.max(), GRID)
        return x, np.array([above(self.true, np.ones(len(self.true)), value) for value in x])

    @cached_property
    def _by_count(self) -> Floats:
        """P(at least so many of a sample are right), by the middles of slices of the mixes."""
        mixes = np.full(1, self.true[0])
        if np.ptp(self.true) > 0:
            x, chance = self._law
            mixes = np.interp((np.arange(SLICES) + 0.5) / SLICES, 1 - chance, x)
        counts = np.arange(-1, self.size + 1)
        return np.array([stats.binom.sf(count, self.size, mixes).mean() for count in counts])


def drawn_bounds(right: Rows, sizes: Rows, deltas: tuple[float, ...], rng: np.random.Generator) -> dict[str, Floats]:
    """The bounds of every row of right answers, for all rows with the same draws of the mix."""
    shares = right / sizes
    weights = Mix.even(len(sizes)).draw(rng, DRAWS).T
    mixed = np.zeros((len(right), DRAWS))
    for i, n in enumerate(sizes):
        seen, places = np.unique(right[:, i], return_inverse=True)
        drawn = rng.beta(seen[:, None] + 0.5, n - seen[:, None] + 0.5, (len(seen), DRAWS))
        mixed += (drawn * weights[i])[places]
    total = int(sizes.sum())
    future = rng.binomial(total, np.clip(mixed[: len(right) // 4], 0, 1)) / total
    mean, variance = shares.mean(axis=1), shares.var(axis=1) / (len(sizes) + 1)
    # what the draws of the estimate spread by: mixing, and a sample of as many documents
    sampled = variance + (mean - mean**2 - variance) / total
    z = stats.norm.isf(deltas)
    return {
        "posterior": np.quantile(mixed, deltas, axis=1).T,
        "exact": np.quantile(shares @ weights, deltas, axis=1).T,
        "normal": mean[:, None] - z * np.sqrt(variance)[:, None],
        "published": mean[:, None] + z * np.sqrt(sampled)[:, None],
        "future": np.quantile(future, deltas, axis=1).T,
    }


def scores(case: Case, repetitions: int) -> Line:
    """Coverage and mean bound of every law, with Monte Carlo errors from blocks of repetitions."""
    rng, total = generator(0, "calibrate shift", case.key), int(case.sizes.sum())
    blocks = max(2, repetitions // ROWS_AT_ONCE) if case.sets == 1 else case.sets
    covered: dict[str, list[Floats]] = {}
    levels: dict[str, list[Floats]] = {}
    truth = Truth(case.true(rng), total)
    for block in range(blocks):
        if block and case.sets > 1:
            truth = Truth(case.true(rng), total)
        right = rng.binomial(case.sizes, truth.true, (repetitions // blocks, len(case.sizes)))
        for law, found in drawn_bounds(right, case.sizes, DELTAS, rng).items():
            reached = truth.reached_by_sample if law == "future" else truth.reached
            covered.setdefault(law, []).append(reached(found).mean(axis=0))
            levels.setdefault(law, []).append(found.mean(axis=0))
    found = {
        law: {
            str(delta): {
                "coverage": float(np.mean(covered[law], axis=0)[i]),
                "error": float(np.std(covered[law], axis=0, ddof=1)[i] / blocks**0.5),
                "bound": float(np.mean(levels[law], axis=0)[i]),
            }
            for i, delta in enumerate(DELTAS)
        }
        for law in covered
    }
    # with clusters known for sure, only the normal law can be wrong
    known = moments(truth.true, np.ones(len(truth.true)))
    sure = truth.reached(known.mean - stats.norm.isf(DELTAS) * known.sd).tolist() if case.sets == 1 else None
    told = {"case": case.name, "k": len(case.sizes), "documents": case.documents, "repetitions": repetitions}
    return {**told, "found": found, "normal_if_known": sure}
