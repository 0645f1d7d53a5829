"""Subclasses whose mix moves, with the draws behind every number: of a draw only its measures are kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from stylobench.metrics.outcomes import is_loss, needs_losses, needs_ranks
from stylobench.metrics.prevalence import rates
from stylobench.records import Floats, Rows
from stylobench.seeds import generator
from stylobench.statistics.contents import Beyond, Contents, Spots
from stylobench.statistics.joint_accuracy import joint_accuracy
from stylobench.statistics.mixes import Mix
from stylobench.statistics.redrawn import Redrawn
from stylobench.statistics.subclasses import Subclasses

SURE = (0.025, 0.975)
MIXES = 20_000
TODAY_DRAWS = 2_000
CLUSTER_DRAWS = 1_000
BLOCK = 2**21


def around(value: float, draws: Floats, top: float = 1.0) -> tuple[float, float]:
    """The middle 95% of draws, moved so that their median is the value, and kept from 0 to the top."""
    low, middle, high = np.quantile(draws, (SURE[0], 0.5, SURE[1]))
    return max(0.0, float(value + low - middle)), min(top, float(value + high - middle))


@dataclass(frozen=True)
class Drawn:
    """Every measure in every draw, and recall and share of false alarms where a class is the positive one."""

    values: Mapping[str, Floats]
    rates: tuple[Floats, Floats] | None

    def value(self, measure: str) -> Floats:
        """A measure in every draw, NaN where it is undefined."""
        return self.values[measure]

    @classmethod
    def of(cls, drawn: Redrawn, measures: Sequence[str]) -> Drawn:
        """What is kept of draws."""
        return cls({name: drawn.value(name) for name in measures}, rates(drawn.outcomes, drawn.totals))

    @classmethod
    def joined(cls, parts: Sequence[Drawn]) -> Drawn:
        """The draws of several, one after the other."""
        values = {name: np.concatenate([part.values[name] for part in parts]) for name in parts[0].values}
        pairs = [part.rates for part in parts if part.rates is not None]
        if not pairs:
            return cls(values, None)
        recall, alarms = (np.concatenate(side) for side in zip(*pairs, strict=True))
        return cls(values, (recall, alarms))


@dataclass(frozen=True)
class Moving:
    """Subclasses with the law of their mix, and every draw that more than one number needs.

    Draws are those of `statistics.shift.posterior_draws`, a block at a time, because all draws of many kinds would be
    large: methods on the same subclasses meet the same mixes, `name` tells their contents apart. With `only` nothing
    but this measure is drawn.
    """

    subclasses: Subclasses
    mix: Mix
    draws: int
    seed: int
    name: str = ""
    only: str | None = None

    @property
    def items(self) -> int:
        """How many there are."""
        return len(self.subclasses.codes)

    @property
    def measures(self) -> tuple[str, ...]:
        """What is drawn."""
        return self.subclasses.outcomes.measures if self.only is None else (self.only,)

    @property
    def posterior(self) -> Drawn:
        """Mixes together with contents of the clusters as they may really be."""
        return self._drawn[0]

    @property
    def future(self) -> Drawn:
        """The same, as scores of future samples of as many items."""
        return self._drawn[1]

    @cached_property
    def _drawn(self) -> tuple[Drawn, Drawn]:
        named = [self.name] if self.name else []
        contents, ahead = (generator(self.seed, "shift", what, *named) for what in ("contents", "future"))
        found: list[tuple[Drawn, Drawn]] = []
        for weights in self._blocks():
            drawn = self.subclasses.posterior(weights, contents, self.measures)
            kept = Drawn.of(drawn, self.measures)
            later = kept if self.only else Drawn.of(drawn.sampled(self.items, ahead), self.measures)
            found.append((kept, later))
        posterior, future = (Drawn.joined(parts) for parts in zip(*found, strict=True))
        return posterior, future

    def _blocks(self) -> Iterator[Floats]:
        stream = generator(self.seed, "shift", "mixes")
        rows = min(MIXES, max(1, BLOCK // max(self.subclasses.outcomes.count, len(self.subclasses))))
        for start in range(0, MIXES, rows):
            yield self.mix.draw(stream, min(rows, MIXES - start))

    def mixing(self, measure: str) -> Floats:
        """The measure over the same mixes of the clusters as they were found."""
        return self._mixed.value(measure)

    @cached_property
    def _mixed(self) -> Drawn:
        parts = (self.subclasses.mixed(weights, self.measures) for weights in self._blocks())
        return Drawn.joined([Drawn.of(part, self.measures) for part in parts])

    def quantiles(self, measure: str, deltas: Sequence[float], future: bool = False) -> Floats:
        """What the measure stays above in a share 1 - delta of the draws; below, for a loss."""
        values = (self.future if future else self.posterior).value(measure)
        defined = values[~np.isnan(values)]
        wanted = 1 - np.asarray(deltas) if is_loss(measure) else np.asarray(deltas)
        return np.quantile(defined, wanted) if len(defined) else np.full(len(deltas), np.nan)

    @cached_property
    def today(self) -> Drawn:
        """Contents of the clusters as they may really be, in today's mix."""
        weights = np.tile(self.subclasses.shares, (TODAY_DRAWS, 1))
        drawn = self.subclasses.posterior(weights, generator(self.seed, "shift", "today", self.name), self.measures)
        return Drawn.of(drawn, self.measures)

    @cached_property
    def each(self) -> Mapping[str, Floats]:
        """By measure the middle 95% of what every cluster by itself may really be: clusters x (low, high)."""
        order = np.argsort(self.subclasses.codes, kind="stable")
        places = np.split(order, np.cumsum(self.subclasses.sizes)[:-1])
        ends = [self._ends(code, rows) for code, rows in enumerate(places)]
        return {name: np.array([one[name] for one in ends]) for name in self.measures}

    def _ends(self, code: int, rows: Rows) -> dict[str, Floats]:
        rng = generator(self.seed, "shift", "cluster", self.name, self.subclasses.names[code])
        contents = Contents.of(self.subclasses.counts[[code]], self.subclasses.outcomes)
        drawn = contents.drawn(np.ones((CLUSTER_DRAWS, 1)), rng, self._beyond(code, rows))
        return {name: _middle(drawn.value(name)) for name in self.measures}

    def _beyond(self, code: int, rows: Rows) -> Beyond:
        """What counts do not tell of one cluster: by its own items, and by all where it has none of a kind."""
        whole, ranked = self.subclasses, any(map(needs_ranks, self.measures))
        losses = _row(whole.losses, code) if any(map(needs_losses, self.measures)) else None
        if not ranked or whole.ranks is None:
            return Beyond(losses, None, None)
        alone = Subclasses((whole.names[code],), np.zeros(len(rows), np.int64), whole.outcomes.take(rows))
        ranks = _filled(alone.ranks, _row(whole.ranks, code))
        return Beyond(losses, ranks, alone.concordance, 0.0 if losses is None else whole.bond)


def common_draws(measure: str, moving: Mapping[str, Moving]) -> dict[str, Floats]:
    """A measure of every method on the same mixes; of accuracy also on the same items, where errors are shared."""
    if measure != "accuracy":
        return {name: one.posterior.value(measure) for name, one in moving.items()}
    first = next(iter(moving.values()))
    parts = [one.subclasses.outcomes for one in moving.values()]
    right = np.column_stack([part.right[part.kinds] for part in parts])
    drawn = joint_accuracy(first.subclasses.codes, right, first.mix, first.seed)
    return dict(zip(moving, drawn.T, strict=True))


def _row(spotted: Spots | None, code: int) -> Spots | None:
    if spotted is None:
        return None
    return Spots(*(part[[code]] for part in (spotted.count, spotted.mean, spotted.square, spotted.doubt)))


def _filled(own: Spots | None, other: Spots | None) -> Spots | None:
    if own is None or other is None:
        return None
    there = own.count > 0
    pairs = ((own.mean, other.mean), (own.square, other.square), (own.doubt, other.doubt))
    return Spots(own.count, *(np.where(there, mine, theirs) for mine, theirs in pairs))


def _middle(values: Floats) -> Floats:
    defined = values[~np.isnan(values)]
    return np.quantile(defined, SURE) if len(defined) else np.full(2, np.nan)
