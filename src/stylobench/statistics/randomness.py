"""Is a stream of documents in random order?

Looked at are the Euclidean distances of neighbours in time, d(x_i, x_i-1), by two statistics: runs above and below
their median (Wald and Wolfowitz 1940) and the rank von Neumann ratio (Bartels 1982). Neighbouring distances share a
document, so they depend on each other even in an i.i.d. stream, and the plain tests (`*_published`) reject random order
far too often. Here the *documents* are permuted and the statistic is computed again.

Order can show on either side. Bursts of like documents give long runs and a small ratio; a slow drift gives distances
that depend on each other less than those of the shuffled stream. So p counts the permutations whose statistic lies at
least as far from the mean over all of them, the observed one among them, which keeps the test exact.

`effect` is 1 - (mean distance of neighbours) / (mean distance of all pairs), with a delete-a-block jackknife interval
(t with blocks - 1 degrees of freedom): blocks of the stream keep serial dependence, and because both means are computed
again without the block, what outlying documents do to both cancels. `effect_p` permutes documents too. It is the test
to look at: bursts of topics move the mean distance of neighbours, but hardly the order of large and small distances.

Distances of `apart(vectors)` share no document, so the plain tests hold on them, with half the distances.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import sparse, stats

from stylobench.records import Floats, Rows

FEWEST = 20
LONGEST = 7_000
STRETCH = 100
MOST_BLOCKS = 20
LEAST_IN_BLOCK = 5
ROWS_AT_ONCE = 256
PERMUTED_AT_ONCE = 250_000
TIE = 1e-9
ROUNDING = 1e-13

Vectors = Floats | sparse.csr_matrix | sparse.csr_array
Distances = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Randomness:
    """Is a stream of `n` documents in random order? By permutation (`*_p`), and as published (`*_p_published`: not
    to be trusted, neighbouring distances share a document); None where undefined. `effect`, with its interval, is by
    how much nearer neighbours in time are than by lot: 0 is no order. `effect_p` sees bursts of a topic; runs and
    Bartels see a spread that changes.
    """

    n: int
    runs_p: float | None
    bartels_p: float | None
    effect: float | None
    effect_low: float | None
    effect_high: float | None
    runs_p_published: float | None
    bartels_p_published: float | None
    effect_p: float | None


@dataclass(frozen=True, slots=True)
class EqualSize:
    """The whole stream and its clusters at the same size; None where there are fewer documents, or fewer than 20."""

    whole: Randomness | None
    clusters: tuple[Randomness | None, ...]


def randomness(vectors: Vectors, rng: np.random.Generator, permutations: int = 999) -> Randomness:
    """Test a stream in chronological order. Below 20 documents nothing can be said; of more than 7,000 evenly spaced
    stretches of 100 neighbours are kept, since every pair of documents needs a distance.
    """
    kept = _kept(vectors.shape[0])
    n = len(kept)
    if n < FEWEST:
        return Randomness(n, None, None, None, None, None, None, None, None)
    pairs = _pair_distances(vectors[kept] if n < vectors.shape[0] else vectors)
    distances = _along(pairs, np.arange(n)[None])[0]
    runs_p, bartels_p, effect_p = _permutation_p(pairs, distances, rng, permutations)
    effect, reach = _effect(pairs)
    return Randomness(
        n=n,
        runs_p=runs_p,
        bartels_p=bartels_p,
        effect=effect,
        effect_low=None if effect is None or reach is None else effect - reach,
        effect_high=None if effect is None or reach is None else effect + reach,
        runs_p_published=runs_published(distances),
        bartels_p_published=bartels_published(distances),
        effect_p=None if effect is None else effect_p,
    )


def at_equal_size(
    vectors: Vectors, codes: Rows, rng: np.random.Generator, size: int | None = None, permutations: int = 999
) -> EqualSize:
    """The whole stream and each cluster (codes from 0) thinned at random to exactly `size` documents; order is kept.

    What has fewer is None: at a smaller size a test finds less, so its p-value could not be compared. `size` is by
    default the median of the clusters with at least 20 documents.
    """
    members = [np.flatnonzero(codes == cluster) for cluster in range(int(codes.max()) + 1 if len(codes) else 0)]
    sizes = [len(one) for one in members if len(one) >= FEWEST]
    if not sizes:
        return EqualSize(None, (None,) * len(members))
    limit = int(np.median(sizes)) if size is None else size

    def tested(rows: Rows) -> Randomness | None:
        if not FEWEST <= limit <= len(rows):
            return None
        thinned = rows if len(rows) == limit else np.sort(rng.choice(rows, limit, replace=False))
        return randomness(vectors[thinned], rng, permutations)

    return EqualSize(tested(np.arange(vectors.shape[0])), tuple(tested(one) for one in members))


def neighbours(vectors: Vectors) -> Floats:
    """Distances of neighbours in time.

    >>> neighbours(np.array([[0.0, 0.0], [3.0, 4.0], [3.0, 5.0]])).tolist()
    [5.0, 1.0]
    """
    return np.sqrt(_squares(vectors[1:] - vectors[:-1]))


def apart(vectors: Vectors) -> Floats:
    """Distances of the first and second document, of the third and fourth, and so on: they share no document."""
    return neighbours(vectors)[::2]


def runs_statistic(distances: npt.ArrayLike) -> Floats:
    """Standardised number of runs above and below the median; values equal to the median are dropped, NaN undefined.

    Works along the last axis.

    >>> float(runs_statistic([1, 1, 1, 1, 9, 9, 9, 9]).round(4))
    -2.2913
    """
    values = np.asarray(distances)
    middle = np.median(values, axis=-1, keepdims=True)
    signs = (values > middle).astype(np.int8) - (values < middle)
    above, below = (signs > 0).sum(axis=-1), (signs < 0).sum(axis=-1)
    filled = _without_zeros(signs)
    runs = 1 + (filled[..., 1:] * filled[..., :-1] < 0).sum(axis=-1)
    n = np.maximum(above + below, 2)
    mean = 1 + 2 * above * below / n
    variance = (mean - 1) * (mean - 2) / (n - 1)
    return np.where(variance > 0, (runs - mean) / np.sqrt(np.where(variance > 0, variance, 1)), np.nan)


def bartels_statistic(distances: npt.ArrayLike) -> Floats:
    """Sum of squared steps of the ranks over their sum of squares about the mean: near 2 in random order, less where
    neighbouring values are alike. Works along the last axis.

    >>> float(bartels_statistic([1, 2, 3, 4, 5]))
    0.4
    """
    values = np.asarray(distances)
    ranks = _ranks(np.atleast_2d(values))
    spread = np.square(ranks - ranks.mean(axis=-1, keepdims=True)).sum(axis=-1)
    steps = np.square(np.diff(ranks, axis=-1)).sum(axis=-1)
    ratio = np.where(spread > 0, steps / np.where(spread > 0, spread, 1), np.nan)
    return ratio.reshape(values.shape[:-1])


def runs_published(distances: npt.ArrayLike) -> float | None:
    """The plain two-sided runs test by its normal law; not to be trusted on neighbouring distances."""
    return _normal_p(float(runs_statistic(distances)))


def bartels_published(distances: npt.ArrayLike) -> float | None:
    """The plain two-sided test of Bartels by its normal law; not to be trusted on neighbouring distances."""
    n = np.asarray(distances).shape[-1]
    if n < 3:
        return None
    variance = 4 * (n - 2) * (5 * n * n - 2 * n - 9) / (5 * n * (n + 1) * (n - 1) ** 2)
    return _normal_p((float(bartels_statistic(distances)) - 2) / variance**0.5)


def _without_zeros(signs: npt.NDArray[np.int8]) -> npt.NDArray[np.int8]:
    """Each zero takes over the sign before it, so that it makes no run of its own; zeros at the start remain."""
    while True:
        filled = signs.copy()
        filled[..., 1:] = np.where(signs[..., 1:] == 0, signs[..., :-1], signs[..., 1:])
        if (filled == signs).all():
            return filled
        signs = filled


def _kept(n: int) -> Rows:
    if n <= LONGEST:
        return np.arange(n)
    starts = np.linspace(0, n - STRETCH, LONGEST // STRETCH).astype(np.int64)
    return np.unique(starts[:, None] + np.arange(STRETCH))


def _pair_distances(vectors: Vectors) -> Distances:
    """All distances, in single precision: it rounds equal distances to the same number."""
    n = vectors.shape[0]
    squares = _squares(vectors)
    pairs = np.empty((n, n), dtype=np.float32)
    for start in range(0, n, ROWS_AT_ONCE):
        rows = slice(start, start + ROWS_AT_ONCE)
        products = _products(vectors[rows], vectors)
        sums = squares[rows, None] + squares[None]
        gaps = sums - 2 * products
        # Below this a difference is rounding: documents with the same vector are 0 apart.
        gaps[gaps < ROUNDING * sums] = 0
        pairs[rows] = np.sqrt(gaps)
    np.fill_diagonal(pairs, 0)
    return pairs


def _squares(vectors: Vectors) -> Floats:
    squares = vectors.multiply(vectors) if sparse.issparse(vectors) else np.square(vectors)
    return np.asarray(squares.sum(axis=1), dtype=np.float64).ravel()


def _products(left: Vectors, right: Vectors) -> Floats:
    found = left @ right.T
    return np.asarray(found.toarray() if sparse.issparse(found) else found, dtype=np.float64)


def _along(pairs: Distances, orders: Rows) -> Distances:
    return pairs[orders[:, 1:], orders[:, :-1]]


def _permutation_p(
    pairs: Distances, distances: Distances, rng: np.random.Generator, permutations: int
) -> list[float | None]:
    """p of runs, ratio and mean distance, from the same permutations of the documents."""
    n = len(pairs)
    at_once = max(1, PERMUTED_AT_ONCE // n)
    drawn = []
    for start in range(0, permutations, at_once):
        rows = min(at_once, permutations - start)
        drawn.append(_statistics(_along(pairs, rng.permuted(np.tile(np.arange(n), (rows, 1)), axis=1))))
    found = _statistics(distances[None])[:, 0]
    return [_two_sided(float(one), others) for one, others in zip(found, np.concatenate(drawn, axis=1), strict=True)]


def _statistics(distances: Distances) -> Floats:
    means = distances.mean(axis=-1, dtype=np.float64)
    return np.array([runs_statistic(distances), bartels_statistic(distances), means])


def _two_sided(found: float, permuted: Floats) -> float | None:
    if np.isnan(found):
        return None
    everything = np.append(permuted, found)
    centre = float(np.nanmean(everything))
    # An undefined permutation counts against the stream, which can only raise p.
    nearer = int((np.abs(permuted - centre) < abs(found - centre) - TIE).sum())
    return (1 + len(permuted) - nearer) / (1 + len(permuted))


def _ranks(values: npt.NDArray[np.floating]) -> Floats:
    """Ranks within each row, ties at their mean."""
    order = np.argsort(values, axis=-1)
    ranks = np.empty(values.shape)
    np.put_along_axis(ranks, order, np.arange(1.0, values.shape[-1] + 1)[None], axis=-1)
    ordered = np.take_along_axis(values, order, axis=-1)
    tied = (ordered[:, 1:] == ordered[:, :-1]).any(axis=-1)
    if tied.any():
        ranks[tied] = stats.rankdata(values[tied], axis=-1)
    return ranks


def _normal_p(z: float) -> float | None:
    return None if np.isnan(z) else float(2 * stats.norm.sf(abs(z)))


def _effect(pairs: Distances) -> tuple[float | None, float | None]:
    """The effect, and how far its interval reaches to both sides."""
    n = len(pairs)
    count = min(MOST_BLOCKS, n // LEAST_IN_BLOCK)
    starts = np.arange(count) * n // count
    blocks = np.array([rows.sum(axis=0, dtype=np.float64) for rows in np.split(pairs, starts[1:])])
    between = np.add.reduceat(blocks, starts, axis=1)
    if between.sum() == 0:
        return None, None
    steps = np.diagonal(pairs, 1).astype(np.float64)
    sizes = np.diff(np.append(starts, n))
    left = n - sizes
    all_pairs = (between.sum() - 2 * between.sum(axis=1) + np.diagonal(between)) / (left * (left - 1))
    touched = [steps[max(start - 1, 0) : start + size] for start, size in zip(starts, sizes, strict=True)]
    near = (steps.sum() - [one.sum() for one in touched]) / (len(steps) - np.array([len(one) for one in touched]))
    if not (all_pairs > 0).all():
        return None, None
    without = 1 - near / all_pairs
    effect = 1 - steps.mean() / (between.sum() / (n * (n - 1)))
    se = np.sqrt((count - 1) / count * np.square(without - without.mean()).sum())
    return float(effect), float(stats.t.ppf(0.975, count - 1) * se)
