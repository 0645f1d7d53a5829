"""What clusters may hold, given the few items seen of each: posterior draws of their kinds, losses and ranks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

from stylobench.metrics.outcomes import SAME_KINDS, Outcomes
from stylobench.records import Booleans, Floats, Rows
from stylobench.statistics.redrawn import Grains, Redrawn, joint_noise, within_reach

FEW_KINDS = 8
TINIEST = np.finfo(np.float64).tiny


@dataclass(frozen=True, eq=False)
class Spots:
    """Something measured on items, by cluster and group: mean, mean square, and variance of the mean because items are
    few. An empty spot takes mean and variance of its group in all clusters.
    """

    count: Floats
    mean: Floats
    square: Floats
    doubt: Floats

    def middle(self, side: Booleans) -> Floats:
        """The mean over some of the groups in each cluster, or in all clusters where one has none of them."""
        held, sums = (part[:, side].sum(axis=1) for part in (self.count, self.count * self.mean))
        pooled = sums.sum() / max(1.0, held.sum())
        return np.asarray(np.where(held > 0, sums / np.maximum(held, 1), pooled))


def spots(values: Floats, clusters: Rows, groups: Rows, shape: tuple[int, int]) -> Spots:
    """The spots of items with those values.

    >>> found = spots(np.array([1.0, 3.0, 5.0]), np.array([0, 0, 1]), np.array([0, 0, 0]), (2, 1))
    >>> found.mean.tolist(), found.square.tolist()
    ([[2.0], [5.0]], [[5.0], [25.0]])
    """
    places, size = clusters * shape[1] + groups, shape[0] * shape[1]
    count, total, squares = (
        np.bincount(places, weights, size).reshape(shape) for weights in (np.ones(len(values)), values, values**2)
    )
    pooled, there = np.maximum(count.sum(axis=0), 1), np.maximum(count, 1)
    mean, square = total.sum(axis=0) / pooled, squares.sum(axis=0) / pooled
    spread = np.maximum(square - mean**2, 0.0)
    means = np.where(count > 0, total / there, mean)
    within = np.maximum(squares - count * means**2, 0.0)
    # One more item with the spread of the group: two equal items alone would claim certainty.
    doubt = np.where(count > 0, (within + spread) / there**2, spread)
    return Spots(count.astype(np.float64), means, np.where(count > 0, squares / there, square), doubt)


@dataclass(frozen=True, eq=False)
class Beyond:
    """What counts do not tell: losses, ranks, which cluster's items beat which, and how losses and ranks hang together.
    Each is None where nobody asks for it.
    """

    losses: Spots | None
    ranks: Spots | None
    concordance: Floats | None
    bond: float = 0.0


@dataclass(frozen=True, eq=False)
class Unseen:
    """Kinds on one side, right or wrong, that a cluster may hold but did not show, with their prior weights."""

    cluster: int
    kinds: Rows
    prior: Floats


@dataclass(frozen=True, eq=False)
class Contents:
    """Posterior of the kinds in every cluster: Dirichlet with the counts plus the prior weights of the kinds.

    Each pair of cluster and kind is drawn by itself where kinds are few or the pair was seen. Where kinds are many,
    the unseen ones of a cluster are drawn together, apart for right and wrong, and fall on one of them by lot, weighed
    by their prior: the same mean, and for accuracy the same law.
    """

    outcomes: Outcomes
    clusters: Rows
    kinds: Rows
    shapes: Floats
    unseen: tuple[Unseen, ...]

    @classmethod
    def of(cls, counts: Floats, outcomes: Outcomes) -> Contents:
        """The posterior after those counts, clusters x kinds."""
        prior = outcomes.prior(counts)
        seen = (counts > 0) | (outcomes.count <= FEW_KINDS)
        clusters, kinds = np.nonzero(seen)
        left = np.where(seen, 0.0, prior)
        missing = [
            Unseen(cluster, places, left[cluster, places])
            for side in (outcomes.right, ~outcomes.right)
            for cluster in np.flatnonzero((left * side).any(axis=1)).tolist()
            if len(places := np.flatnonzero(left[cluster] * side))
        ]
        shapes = np.append((counts + prior)[seen], [one.prior.sum() for one in missing])
        owners = np.append(clusters, np.array([one.cluster for one in missing], np.int64))
        return cls(outcomes, owners, kinds, shapes, tuple(missing))

    @property
    def width(self) -> int:
        """Numbers per draw."""
        return max(len(self.shapes), self.outcomes.count)

    @cached_property
    def _by_cluster(self) -> sparse.csr_array:
        return _indicator(self.clusters, int(self.clusters.max()) + 1)

    @cached_property
    def _by_kind(self) -> sparse.csr_array:
        return _indicator(self.kinds, self.outcomes.count)

    @cached_property
    def _by_spot(self) -> sparse.csr_array:
        """From columns to clusters x groups; what was not seen is right or wrong, as its kinds are."""
        groups = self.outcomes.groups
        firsts = np.array([one.kinds[0] for one in self.unseen], np.int64)
        group = np.argmax(groups, axis=1)[np.concatenate([self.kinds, firsts])]
        width = groups.shape[1]
        return _indicator(self.clusters * width + group, (int(self.clusters.max()) + 1) * width)

    def drawn(self, weights: Floats, rng: np.random.Generator, beyond: Beyond) -> Redrawn:
        """One set of contents for every row of weights, mixed by these."""
        noise = joint_noise(beyond.bond, len(weights), rng)
        held = rng.standard_gamma(self.shapes, (len(weights), len(self.shapes)))
        whole = np.maximum(held @ self._by_cluster, TINIEST)
        held *= (weights / whole)[:, self.clusters]
        totals = self._totals(held, rng)
        loss, lost, auc, ranked = None, None, None, None
        if beyond.losses is not None:
            loss, lost = self._lost(held, beyond.losses, noise[0])
        if beyond.ranks is not None and beyond.concordance is not None:
            by_kind = held.reshape(len(held), -1, self.outcomes.count)
            auc = _auc(by_kind, beyond.ranks, beyond.concordance, noise[1])
            ranked = _grains(by_kind, beyond.ranks)
        return Redrawn(self.outcomes, totals, *within_reach(self.outcomes, loss, auc), lost, ranked, beyond.bond)

    def _totals(self, held: Floats, rng: np.random.Generator) -> Floats:
        totals = np.asarray(held[:, : len(self.kinds)] @ self._by_kind)
        rows = np.arange(len(held))
        for column, one in enumerate(self.unseen, len(self.kinds)):
            lots = np.searchsorted(np.cumsum(one.prior) / one.prior.sum(), rng.random(len(held)), side="right")
            totals[rows, one.kinds[np.minimum(lots, len(one.kinds) - 1)]] += held[:, column]
        return totals

    def _lost(self, held: Floats, losses: Spots, noise: Floats) -> tuple[Floats, Grains]:
        by_spot = (held @ self._by_spot).reshape(len(held), *losses.mean.shape)
        reach = np.sqrt(np.einsum("dig,ig->d", by_spot**2, losses.doubt))
        loss = np.einsum("dig,ig->d", by_spot, losses.mean) + noise * reach
        return loss / held.sum(axis=1), _grains(by_spot, losses)


def _auc(held: Floats, ranks: Spots, concordance: Floats, noise: Floats) -> Floats:
    """Bilinear in how much of each class a cluster holds; to first order in what kinds, and which items, these are."""
    found, doubt = np.zeros(len(held)), np.zeros(len(held))
    classes = []
    for side in (SAME_KINDS, ~SAME_KINDS):
        mine = held[:, :, side]
        by_cluster = mine.sum(axis=2)
        whole = np.maximum(by_cluster.sum(axis=1), TINIEST)
        classes.append(by_cluster / whole[:, None])
        parts = mine / whole[:, None, None]
        found += np.einsum("dik,ik->d", parts, ranks.mean[:, side] - ranks.middle(side)[:, None])
        doubt += np.einsum("dik,ik->d", parts**2, ranks.doubt[:, side])
    same, other = classes
    there = (same.sum(axis=1) > 0) & (other.sum(axis=1) > 0)
    auc = ((same @ concordance) * other).sum(axis=1) + found + noise * np.sqrt(doubt)
    return np.where(there, auc, np.nan)


def _grains(by_spot: Floats, spotted: Spots) -> Grains:
    total = np.maximum(by_spot.sum(axis=1), TINIEST)
    mean, square = (np.einsum("dig,ig->dg", by_spot, part) / total for part in (spotted.mean, spotted.square))
    return Grains(mean, np.maximum(square - mean**2, 0.0))


def _indicator(columns: Rows, width: int) -> sparse.csr_array:
    """One row per place with a single 1 in its column."""
    return sparse.csr_array((np.ones(len(columns)), (np.arange(len(columns)), columns)), shape=(len(columns), width))
