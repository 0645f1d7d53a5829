"""Measure how often the intervals and tests over topics keep their promise; prints Markdown tables.

Fold values are drawn directly, with the truth known, 20,000 times per world. Run with
`.venv/bin/python scripts/calibrate_scores.py [repetitions]`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import stats

from stylobench.seeds import generator
from stylobench.statistics.paired import compare
from stylobench.statistics.power import Design, power
from stylobench.statistics.proportions import wilson
from stylobench.statistics.weighted import Summary, summary

Floats = npt.NDArray[np.float64]

MEAN, SD = 0.73, 0.16
RESAMPLES = 399
ROWS_AT_ONCE = 500

# Documents per topic of the newspaper corpus with 23 topics and of its two-author subset with 4.
NEWSPAPER = (
    390, 1934, 2869, 1524, 1044, 2907, 767, 225, 1543, 35, 1937, 394,
    290, 55, 1487, 166, 162, 565, 121, 156, 64, 163, 64,
)  # fmt: skip
TWO_AUTHORS = (501, 500, 1473, 526)
PATTERNS = {
    "12 equal topics": (100,) * 12,
    "23 equal topics": (100,) * 23,
    "newspaper, 23 topics": NEWSPAPER,
    "newspaper, two authors, 4 topics": TWO_AUTHORS,
    "12 topics, one holds half": (1100,) + (100,) * 11,
    "12 topics, one holds 9 in 10": (9900,) + (100,) * 11,
}
INTERVALS = ("weighted mean", "next topic", "average topic", "df 1/V2 - 1", "bootstrap", "se_published", "documents")


@dataclass(frozen=True)
class World:
    """Values per repetition and topic, their sizes, a next topic each, and the true means."""

    values: Floats
    sizes: Floats
    following: Floats
    document_mean: float
    topic_mean: float


def normal_world(sizes: tuple[int, ...], repetitions: int, rng: np.random.Generator) -> World:
    """Topic values normal and unrelated to size."""
    values = rng.normal(MEAN, SD, (repetitions, len(sizes)))
    return World(values, _tiled(sizes, repetitions), rng.normal(MEAN, SD, repetitions), MEAN, MEAN)


def document_world(sizes: tuple[int, ...], repetitions: int, rng: np.random.Generator) -> World:
    """True accuracies from a beta law, then right answers counted document by document."""
    bulk = MEAN * (1 - MEAN) / SD**2 - 1
    held = _tiled(sizes, repetitions)
    true = rng.beta(MEAN * bulk, (1 - MEAN) * bulk, held.shape)
    values = rng.binomial(held.astype(np.int64), true) / held
    coming = rng.choice(np.array(sizes), repetitions)
    following = rng.binomial(coming, rng.beta(MEAN * bulk, (1 - MEAN) * bulk, repetitions)) / coming
    return World(values, held, following, MEAN, MEAN)


def size_world(correlation: float, repetitions: int, rng: np.random.Generator) -> World:
    """Accuracy follows the logarithm of size; sizes are drawn from the newspaper's."""
    population = np.array(NEWSPAPER, dtype=np.float64)
    logs = np.log(population)
    expected = MEAN + SD * correlation * (logs - logs.mean()) / logs.std()
    noise = SD * (1 - correlation**2) ** 0.5
    drawn = rng.integers(0, len(population), (repetitions, len(population)))
    values = rng.normal(expected[drawn], noise)
    following = rng.normal(expected[rng.integers(0, len(population), repetitions)], noise)
    target = float(population @ expected / population.sum())
    return World(values, population[drawn], following, target, MEAN)


def coverage(world: World, rng: np.random.Generator) -> dict[str, float]:
    """Share of repetitions in which each kind of interval holds what it is meant to hold."""
    hits = np.zeros(len(INTERVALS))
    for row, (values, sizes) in enumerate(zip(world.values, world.sizes, strict=True)):
        found = summary(values, sizes)
        hits += _hits(found, world, row)
    hits[INTERVALS.index("bootstrap")] = _bootstrap_hits(world, rng)
    return dict(zip(INTERVALS, (hits / len(world.values)).tolist(), strict=True))


def _hits(found: Summary, world: World, row: int) -> Floats:
    off, documents = abs(found.mean - world.document_mean), int(world.sizes[row].sum())
    right = int(np.clip(round(found.mean * documents), 0, documents))
    naive = wilson(right, documents)
    return np.array(
        [
            found.low <= world.document_mean <= found.high,
            found.next_low <= world.following[row] <= found.next_high,
            found.topic_low <= world.topic_mean <= found.topic_high,
            off <= _t(found.effective_n - 1) * found.se,
            False,
            off <= _t(found.units - 1) * found.se_published,
            naive.low <= world.document_mean <= naive.high,
        ],
        dtype=np.float64,
    )


_SEEN: dict[float, float] = {}


def _t(df: float) -> float:
    key = round(df, 6)
    if key not in _SEEN:
        _SEEN[key] = float(stats.t.isf(0.025, key))
    return _SEEN[key]


def _bootstrap_hits(world: World, rng: np.random.Generator) -> int:
    """Percentile bootstrap over topics; neighbouring repetitions share their resamples, for speed."""
    hits, topics = 0, world.values.shape[1]
    for start in range(0, len(world.values), ROWS_AT_ONCE):
        rows = slice(start, start + ROWS_AT_ONCE)
        counts = rng.multinomial(topics, np.full(topics, 1 / topics), RESAMPLES).astype(float)
        total = (world.values[rows] * world.sizes[rows]) @ counts.T / (world.sizes[rows] @ counts.T)
        low, high = np.sort(total, axis=1)[:, [9, RESAMPLES - 10]].T
        hits += int(((low <= world.document_mean) & (world.document_mean <= high)).sum())
    return hits


Draw = Callable[[np.random.Generator, int, int], Floats]


def rejections(draw: Draw, sizes: tuple[int, ...], repetitions: int, rng: np.random.Generator) -> dict[str, float]:
    """Share of repetitions in which each test rejects at 5%, for differences drawn per topic."""
    differences = draw(rng, repetitions, len(sizes))
    zeros, found = np.zeros(len(sizes)), np.zeros(3)
    for row in differences:
        one = compare(row, zeros, sizes, rng)
        found += [one.p_sign_flip <= 0.05, one.p_t <= 0.05, one.low > 0 or one.high < 0]
    return dict(zip(("sign-flip", "t", "interval"), (found / repetitions).tolist(), strict=True))


def shifted(difference: float, sd: float) -> Draw:
    """Normal differences around a true one."""
    return lambda rng, repetitions, topics: rng.normal(difference, sd, (repetitions, topics))


def heavy_tailed(rng: np.random.Generator, repetitions: int, topics: int) -> Floats:
    """Differences around 0 with tails that no normal law has."""
    return 0.05 * rng.standard_t(2, (repetitions, topics))


def counted(sizes: tuple[int, ...]) -> Draw:
    """Two equal methods answering document by document, so that ties occur."""

    def draw(rng: np.random.Generator, repetitions: int, topics: int) -> Floats:
        held = np.array(sizes)
        true = np.clip(rng.normal(MEAN, SD, (repetitions, topics)), 0, 1)
        return np.asarray((rng.binomial(held, true) - rng.binomial(held, true)) / held)

    return draw


def _tiled(sizes: tuple[int, ...], repetitions: int) -> Floats:
    return np.broadcast_to(np.array(sizes, dtype=np.float64), (repetitions, len(sizes)))


def interval_rows(repetitions: int) -> Iterator[tuple[str, dict[str, float]]]:
    """Coverage in every world."""
    for name, sizes in PATTERNS.items():
        rng = generator(0, "calibration", name)
        yield f"{name}, normal", coverage(normal_world(sizes, repetitions, rng), rng)
    for name in ("23 equal topics", "newspaper, 23 topics", "12 topics, one holds half"):
        rng = generator(0, "calibration", "documents", name)
        yield f"{name}, counted documents", coverage(document_world(PATTERNS[name], repetitions, rng), rng)
    for correlation in (0.3, 0.6, 0.9):
        rng = generator(0, "calibration", "size", str(correlation))
        label = f"newspaper sizes, accuracy follows size (r = {correlation})"
        yield label, coverage(size_world(correlation, repetitions, rng), rng)


def test_rows(repetitions: int) -> Iterator[tuple[str, str, dict[str, float]]]:
    """Rejections in every world, with the power that was promised."""
    half = PATTERNS["12 topics, one holds half"]
    equal = PATTERNS["12 equal topics"]
    nulls: list[tuple[str, Draw, tuple[int, ...]]] = [
        ("12 equal topics, normal differences", shifted(0, 0.1), equal),
        ("12 equal topics, heavy tails", heavy_tailed, equal),
        ("12 equal topics, counted documents", counted(equal), equal),
        ("12 topics, one holds half, normal differences", shifted(0, 0.1), half),
        ("12 topics, one holds half, counted documents", counted(half), half),
        ("first 12 newspaper topics, normal differences", shifted(0, 0.1), NEWSPAPER[:12]),
    ]
    for name, draw, sizes in nulls:
        yield name, "0.050 (no difference)", rejections(draw, sizes, repetitions, generator(0, "size", name))
    for name, difference, sizes in (
        ("12 equal topics, 5 points", 0.05, equal),
        ("12 equal topics, 10 points", 0.1, equal),
        ("12 topics, one holds half, 10 points", 0.1, half),
    ):
        w = np.array(sizes) / sum(sizes)
        promised = power(difference, Design(0.1, len(sizes), 1 / float(w @ w)))
        found = rejections(shifted(difference, 0.1), sizes, repetitions, generator(0, "power", name))
        yield name, f"{promised:.3f}", found


def main() -> None:
    """Print both tables."""
    repetitions = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    print(f"Coverage of nominal 95% intervals, {repetitions:,} repetitions\n")
    print("| world | " + " | ".join(INTERVALS) + " |\n|---|" + "---|" * len(INTERVALS))
    for name, found in interval_rows(repetitions):
        print(f"| {name} | " + " | ".join(f"{found[kind]:.3f}" for kind in INTERVALS) + " |", flush=True)
    print(f"\nShare of rejections at 5%, {repetitions:,} repetitions\n")
    print("| world | promised | sign-flip | t | interval excludes 0 |\n|---|---|---|---|---|")
    for name, promised, found in test_rows(repetitions):
        print(f"| {name} | {promised} | " + " | ".join(f"{share:.3f}" for share in found.values()) + " |", flush=True)


if __name__ == "__main__":
    main()
