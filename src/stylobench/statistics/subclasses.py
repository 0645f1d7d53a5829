"""Tested items in clusters: what any mix of the clusters would score, with the clusters as found or as they may be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from stylobench.errors import StylobenchError
from stylobench.metrics.coding import Labels, coded
from stylobench.metrics.outcomes import SAME_KINDS, Outcomes, needs_losses, needs_ranks
from stylobench.records import Floats, Rows
from stylobench.statistics.concordance import concordant_pairs, shares_beaten
from stylobench.statistics.contents import Beyond, Contents, Spots, spots
from stylobench.statistics.redrawn import Grains, Redrawn

BLOCK = 2**21
NARROW = 8


@dataclass(frozen=True, eq=False)
class Subclasses:
    """Items with their clusters. A cluster of one class needs no care: measures are taken of pooled counts, to which it
    adds what it has; only `each` has no value there.
    """

    names: tuple[str, ...]
    codes: Rows
    outcomes: Outcomes

    @classmethod
    def of(cls, outcomes: Outcomes, clusters: Labels) -> Subclasses:
        """Items in clusters, one label per item.

        >>> items = Outcomes.verified([True, False, True, True], [0.9, 0.2, 0.4, 0.8])
        >>> Subclasses.of(items, ["a", "a", "b", "b"]).each("accuracy").tolist()
        [1.0, 0.5]
        """
        if len(outcomes) != len(clusters):
            raise StylobenchError(f"{len(outcomes)} items and {len(clusters)} clusters; give one cluster per item")
        if len(outcomes) == 0:
            raise StylobenchError("there is no item; give truth, answers and clusters of at least two clusters")
        names, codes = coded(clusters, "clusters")
        if len(names) < 2:
            raise StylobenchError(f"all {len(codes)} items are in one cluster ({names[0]}); a mix needs at least 2")
        return cls(tuple(map(str, names)), codes, outcomes)

    def __len__(self) -> int:
        return len(self.names)

    @cached_property
    def counts(self) -> Floats:
        """How many items of each cluster are of each kind: k x K."""
        kinds = self.outcomes.count
        return (
            np.bincount(self.codes * kinds + self.outcomes.kinds, minlength=len(self) * kinds)
            .reshape(len(self), kinds)
            .astype(np.float64)
        )

    @cached_property
    def sizes(self) -> Rows:
        """How many items each cluster has."""
        return np.asarray(self.counts.sum(axis=1), np.int64)

    @cached_property
    def shares(self) -> Floats:
        """The mix as it is."""
        return np.asarray(self.sizes / self.sizes.sum())

    @cached_property
    def contents(self) -> Floats:
        """The share of each kind within each cluster: k x K."""
        return np.asarray(self.counts / self.sizes[:, None])

    @cached_property
    def losses(self) -> Spots | None:
        """Losses by cluster and group of kinds."""
        if self.outcomes.losses is None:
            return None
        groups = np.argmax(self.outcomes.groups, axis=1)[self.outcomes.kinds]
        return spots(self.outcomes.losses, self.codes, groups, (len(self), self.outcomes.groups.shape[1]))

    @cached_property
    def beaten(self) -> Floats:
        """How much of the other class each item is on the right side of; clusters weigh the same."""
        assert self.outcomes.scores is not None
        assert self.outcomes.truth is not None
        return shares_beaten(self.outcomes.scores, self.outcomes.truth, 1 / self.sizes[self.codes])

    @cached_property
    def ranks(self) -> Spots | None:
        """The same by cluster and kind."""
        if self.outcomes.truth is None:
            return None
        return spots(self.beaten, self.codes, self.outcomes.kinds, (len(self), self.outcomes.count))

    @cached_property
    def concordance(self) -> Floats:
        """How often a same-author item of cluster i beats a different-author one of cluster j: k x k.

        Where a cluster lacks a class, that of all clusters together stands in.
        """
        assert self.outcomes.scores is not None
        assert self.outcomes.truth is not None
        pairs = concordant_pairs(self.outcomes.scores, self.outcomes.truth, self.codes, len(self))
        for axis, kinds in ((0, SAME_KINDS), (1, ~SAME_KINDS)):
            held = self.counts[:, kinds].sum(axis=1)
            totals = pairs.sum(axis=axis, keepdims=True) / max(1.0, held.sum())
            each = np.expand_dims(held, 1 - axis)
            pairs = np.where(each > 0, pairs / np.maximum(each, 1), totals)
        return np.asarray(pairs)

    def mixed(self, weights: Floats, measures: Sequence[str] | None = None) -> Redrawn:
        """Mixes of the clusters as they were found, one per row of weights, with what the measures (or all) need."""
        return Redrawn.joined([self._mixed(block, measures) for block in _blocks(weights, len(self))])

    def _mixed(self, weights: Floats, measures: Sequence[str] | None) -> Redrawn:
        totals, beyond = _product(weights, self.contents), self._beyond(measures)
        loss, lost, auc, ranked = None, None, None, None
        if (losses := beyond.losses) is not None:
            held = self.contents @ self.outcomes.groups
            lost = _grains(weights, held, losses)
            means = (held * losses.mean).sum(axis=1, keepdims=True)
            loss = _product(weights, means)[:, 0] / weights.sum(axis=1)
        if (ranks := beyond.ranks) is not None:
            same, other = (weights * self.contents[:, kinds].sum(axis=1) for kinds in (SAME_KINDS, ~SAME_KINDS))
            auc, ranked = bilinear(same, other, self.concordance), _grains(weights, self.contents, ranks)
        return Redrawn(self.outcomes, totals, loss, auc, lost, ranked, beyond.bond)

    def _beyond(self, measures: Sequence[str] | None) -> Beyond:
        names = self.outcomes.measures if measures is None else measures
        losses = self.losses if any(map(needs_losses, names)) else None
        if not any(map(needs_ranks, names)):
            return Beyond(losses, None, None)
        return Beyond(losses, self.ranks, self.concordance, 0.0 if losses is None else self.bond)

    @cached_property
    def bond(self) -> float:
        """The correlation of loss and rank among items of the same cluster and kind."""
        assert self.losses is not None
        assert self.ranks is not None
        assert self.outcomes.losses is not None
        places = self.codes, self.outcomes.kinds
        lost, ranked = self.outcomes.losses - self.losses.mean[places], self.beaten - self.ranks.mean[places]
        scale = float(np.sqrt((lost @ lost) * (ranked @ ranked)))
        return float(np.clip(lost @ ranked / scale, -1, 1)) if scale > 0 else 0.0

    def values(self, measure: str, weights: Floats) -> Floats:
        """A measure of mixes of the clusters as they were found, NaN where it is undefined."""
        names = (self.outcomes.check(measure),)
        parts = (self._mixed(block, names).value(measure) for block in _blocks(weights, len(self)))
        return np.concatenate(list(parts))

    def each(self, measure: str) -> Floats:
        """A measure of every cluster for itself, NaN where it is undefined."""
        found = self.values(measure, np.eye(len(self)))
        if needs_ranks(measure):
            one_class = [self.counts[:, kinds].sum(axis=1) == 0 for kinds in (SAME_KINDS, ~SAME_KINDS)]
            found[one_class[0] | one_class[1]] = np.nan
        return found

    def posterior(self, weights: Floats, rng: np.random.Generator, measures: Sequence[str] | None = None) -> Redrawn:
        """Mixes of the clusters as they may be, drawn from their posterior for every row of weights."""
        contents = Contents.of(self.counts, self.outcomes)
        beyond = self._beyond(measures)
        return Redrawn.joined([contents.drawn(block, rng, beyond) for block in _blocks(weights, contents.width)])

    def sampled(
        self,
        weights: Floats,
        size: int,
        rng: np.random.Generator,
        contents: Redrawn | None = None,
        measures: Sequence[str] | None = None,
    ) -> Redrawn:
        """A future sample of `size` items per row of weights, from the clusters as found or with given contents."""
        return (self.mixed(weights, measures) if contents is None else contents).sampled(size, rng)


def bilinear(same: Floats, other: Floats, concordance: Floats) -> Floats:
    """AUC of mixes with so much of either class per cluster, NaN where one is lacking."""
    pairs = same.sum(axis=1) * other.sum(axis=1)
    concordant = ((same @ concordance) * other).sum(axis=1)
    return np.asarray(np.divide(concordant, pairs, out=np.full(len(pairs), np.nan), where=pairs > 0))


def _grains(weights: Floats, held: Floats, spotted: Spots) -> Grains:
    there = np.maximum(_product(weights, held), np.finfo(np.float64).tiny)
    mean, square = (_product(weights, held * part) / there for part in (spotted.mean, spotted.square))
    return Grains(mean, np.maximum(square - mean**2, 0.0))


def _product(weights: Floats, table: Floats) -> Floats:
    """The matrix product. A narrow one is done at once, without waking the threads of the linear algebra."""
    if table.shape[1] > NARROW:
        return weights @ table
    return np.asarray(np.einsum("dk,jk->dj", weights, np.ascontiguousarray(table.T)))


def _blocks(weights: Floats, width: int) -> Iterator[Floats]:
    rows = max(1, BLOCK // width)
    for start in range(0, max(1, len(weights)), rows):
        yield weights[start : start + rows]
