"""Measure how often the intervals and tests over topics keep their promise; prints Markdown tables.

Fold values are drawn directly, with the truth known, 20,000 times per world. Run with
`.venv/bin/python scripts/calibrate_scores.py [repetitions]`.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import special

from stylobench.seeds import generator
from stylobench.statistics.power import Design, power

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

TESTS = ("sign-flip", "t")


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
    """Accuracy follows the logarithm of size; sizes are lognormal, spread like the newspaper's."""
    logs = np.log(NEWSPAPER)
    topics, spread = len(logs), float(logs.std(ddof=1))
    noise = SD * (1 - correlation**2) ** 0.5
    scores = rng.normal(size=(repetitions, topics))
    values = rng.normal(MEAN + SD * correlation * scores, noise)
    following = rng.normal(MEAN, SD, repetitions)
    # E[size * accuracy] / E[size] of a lognormal law.
    target = MEAN + SD * correlation * spread
    return World(values, np.exp(logs.mean() + spread * scores), following, target, MEAN)


def bounded_size_world(correlation: float, repetitions: int, rng: np.random.Generator) -> World:
    """The same with sizes drawn from the newspaper's own, so that no unseen giant topic exists."""
    population = np.array(NEWSPAPER, dtype=np.float64)
    logs = np.log(population)
    expected = MEAN + SD * correlation * (logs - logs.mean()) / logs.std()
    noise = SD * (1 - correlation**2) ** 0.5
    drawn = rng.integers(0, len(population), (repetitions, len(population)))
    values = rng.normal(expected[drawn], noise)
    following = rng.normal(expected[rng.integers(0, len(population), repetitions)], noise)
    target = float(population @ expected / population.sum())
    return World(values, population[drawn], following, target, MEAN)


@dataclass(frozen=True)
class Rows:
    """What `summary` gives, for all repetitions at once; a test holds the two together."""

    mean: Floats
    topic_mean: Floats
    spread: Floats
    sd: Floats
    v2: Floats


def summaries(values: Floats, sizes: Floats) -> Rows:
    """One summary per row."""
    w = sizes / sizes.sum(axis=1, keepdims=True)
    mean, v2 = (w * values).sum(axis=1), (w * w).sum(axis=1)
    sd = np.sqrt((w * (values - mean[:, None]) ** 2).sum(axis=1) / (1 - v2))
    return Rows(mean, values.mean(axis=1), values.std(axis=1, ddof=1), sd, v2)


def coverage(world: World, rng: np.random.Generator) -> dict[str, float]:
    """Share of repetitions in which each kind of interval holds what it is meant to hold."""
    found, k = summaries(world.values, world.sizes), world.values.shape[1]
    off, t = np.abs(found.mean - world.document_mean), _t(k - 1)
    hits = {
        "weighted mean": off <= t * found.spread * np.sqrt(found.v2),
        "next topic": np.abs(found.mean - world.following) <= t * found.spread * np.sqrt(1 + found.v2),
        "average topic": np.abs(found.topic_mean - world.topic_mean) <= t * found.spread / k**0.5,
        "df 1/V2 - 1": off <= _t(1 / found.v2 - 1) * found.sd * np.sqrt(found.v2),
        "bootstrap": _bootstrap_hits(world, rng),
        "se_published": off <= t * found.sd / k**0.5,
        "documents": _document_hits(found.mean, world),
    }
    return {name: float(hits[name].mean()) for name in INTERVALS}


def _t(df: Floats | int) -> Floats:
    return np.asarray(special.stdtrit(np.asarray(df, dtype=np.float64), 0.975), dtype=np.float64)


def _document_hits(mean: Floats, world: World) -> npt.NDArray[np.bool_]:
    """Wilson's interval with every document as a unit."""
    n, z2 = world.sizes.sum(axis=1), 1.959964**2
    share = np.clip(mean, 0, 1)
    centre = (share + z2 / n / 2) / (1 + z2 / n)
    reach = np.sqrt(z2 * (share * (1 - share) / n + z2 / (4 * n * n))) / (1 + z2 / n)
    return np.asarray(np.abs(world.document_mean - centre) <= reach)


def _bootstrap_hits(world: World, rng: np.random.Generator) -> npt.NDArray[np.bool_]:
    """Percentile bootstrap over topics; neighbouring repetitions share their resamples, for speed."""
    hits, topics = np.zeros(len(world.values), dtype=bool), world.values.shape[1]
    for start in range(0, len(hits), ROWS_AT_ONCE):
        rows = slice(start, start + ROWS_AT_ONCE)
        counts = rng.multinomial(topics, np.full(topics, 1 / topics), RESAMPLES).astype(float)
        means = (world.values[rows] * world.sizes[rows]) @ counts.T / (world.sizes[rows] @ counts.T)
        low, high = np.partition(means, (9, RESAMPLES - 10), axis=1)[:, [9, RESAMPLES - 10]].T
        hits[rows] = (low <= world.document_mean) & (world.document_mean <= high)
    return hits


Draw = Callable[[np.random.Generator, int, int], Floats]


def rejections(draw: Draw, sizes: tuple[int, ...], repetitions: int, rng: np.random.Generator) -> dict[str, float]:
    """Share of repetitions in which each test rejects at 5%, for differences drawn per topic."""
    differences = draw(rng, repetitions, len(sizes))
    found = summaries(differences, _tiled(sizes, repetitions))
    reach = _t(len(sizes) - 1) * found.spread * np.sqrt(found.v2)
    flipped = flip_p_values(differences, sizes) <= 0.05
    return {"sign-flip": float(flipped.mean()), "t": float((np.abs(found.mean) > reach).mean())}


def flip_p_values(differences: Floats, sizes: tuple[int, ...]) -> Floats:
    """What `sign_flip` gives, for all repetitions at once; a test holds the two together."""
    terms = differences * np.array(sizes) / sum(sizes)
    # A pattern and its mirror count alike, so the first sign stays.
    half = np.array([(1.0, *rest) for rest in itertools.product((-1.0, 1.0), repeat=len(sizes) - 1)])
    threshold = np.abs(terms.sum(axis=1)) - 1e-12 * np.abs(terms).sum(axis=1)
    chunks = [slice(start, start + ROWS_AT_ONCE) for start in range(0, len(terms), ROWS_AT_ONCE)]
    return np.concatenate([(np.abs(half @ terms[c].T) >= threshold[c]).mean(axis=0) for c in chunks])


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
    for correlation in (0.3, 0.6, 0.75, 0.9):
        rng = generator(0, "calibration", "size", str(correlation))
        label = f"23 lognormal sizes, accuracy follows size (r = {correlation})"
        yield label, coverage(size_world(correlation, repetitions, rng), rng)
    rng = generator(0, "calibration", "bounded size")
    label = "newspaper's own sizes redrawn, accuracy follows size (r = 0.75)"
    yield label, coverage(bounded_size_world(0.75, repetitions, rng), rng)


def rejection_rows(repetitions: int) -> Iterator[tuple[str, str, dict[str, float]]]:
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
    print("| world | promised | " + " | ".join(TESTS) + " |\n|---|---|---|---|")
    for name, promised, found in rejection_rows(repetitions):
        print(f"| {name} | {promised} | " + " | ".join(f"{share:.3f}" for share in found.values()) + " |", flush=True)


if __name__ == "__main__":
    main()
