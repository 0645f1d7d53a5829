"""Items under many mixes at once, and samples drawn from these: every measure of every draw, no item scored again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from stylobench.metrics.outcomes import SAME_KINDS, Outcomes
from stylobench.records import Floats


@dataclass(frozen=True, eq=False)
class Grains:
    """Something measured on every item, by group of kinds: mean and variance within the group, in every draw."""

    mean: Floats
    variance: Floats


@dataclass(frozen=True, eq=False)
class Redrawn:
    """One mix, or one sample of a mix, per row: how much of it is of each kind, its mean loss and its AUC.

    `lost` and `ranked` hold loss and rank by group of kinds, for samples that are drawn from here; `bond` is the
    correlation of an item's loss with its rank among those of its kind.
    """

    outcomes: Outcomes
    totals: Floats
    loss: Floats | None = None
    auc: Floats | None = None
    lost: Grains | None = None
    ranked: Grains | None = None
    bond: float = 0.0

    def __len__(self) -> int:
        return len(self.totals)

    def value(self, measure: str) -> Floats:
        """A measure in every draw, NaN where it is undefined."""
        return self.outcomes.value(measure, self.totals, self.loss, self.auc)

    def sampled(self, size: int, rng: np.random.Generator) -> Redrawn:
        """A sample of `size` items from every row: kinds are multinomial, loss and AUC follow them to first order."""
        shares = self.totals / self.totals.sum(axis=1, keepdims=True)
        noise = joint_noise(self.bond, len(shares), rng)
        counts = rng.multinomial(size, shares).astype(np.float64)
        loss, auc = self.loss, self.auc
        if loss is not None and self.lost is not None:
            groups = self.outcomes.groups
            by_kind, variance = _strayed(shares @ groups, counts @ groups, self.lost)
            loss = loss + by_kind + noise[0] * np.sqrt(variance)
        if auc is not None and self.ranked is not None:
            sides = [
                _strayed(
                    shares[:, side], counts[:, side], Grains(self.ranked.mean[:, side], self.ranked.variance[:, side])
                )
                for side in (SAME_KINDS, ~SAME_KINDS)
            ]
            auc = auc + sides[0][0] + sides[1][0] + noise[1] * np.sqrt(sides[0][1] + sides[1][1])
        return Redrawn(self.outcomes, counts, *within_reach(self.outcomes, loss, auc))

    @classmethod
    def joined(cls, parts: Sequence[Redrawn]) -> Redrawn:
        """The rows of several, one after the other."""
        first = parts[0]
        loss = None if first.loss is None else np.concatenate([part.loss for part in parts if part.loss is not None])
        auc = None if first.auc is None else np.concatenate([part.auc for part in parts if part.auc is not None])
        lost, ranked = _grains([part.lost for part in parts]), _grains([part.ranked for part in parts])
        totals = np.concatenate([part.totals for part in parts])
        return cls(first.outcomes, totals, loss, auc, lost, ranked, first.bond)


def within_reach(outcomes: Outcomes, loss: Floats | None, auc: Floats | None) -> tuple[Floats | None, Floats | None]:
    """Normal noise must not carry a loss below 0, nor a squared error or an AUC above 1."""
    most = np.inf if outcomes.truth is None else 1.0
    return (None if loss is None else np.clip(loss, 0.0, most)), (None if auc is None else np.clip(auc, 0.0, 1.0))


def joint_noise(bond: float, draws: int, rng: np.random.Generator) -> Floats:
    """Normal noise of losses and of ranks with that correlation: 2 x draws."""
    noise = rng.standard_normal((2, draws))
    noise[1] = bond * noise[0] + np.sqrt(1 - bond**2) * noise[1]
    return noise


def _strayed(shares: Floats, counts: Floats, grains: Grains) -> tuple[Floats, Floats]:
    """How far a sample's mean lies from that of its mix by kinds, and the variance by the items within these."""
    total, found = shares.sum(axis=1, keepdims=True), counts.sum(axis=1, keepdims=True)
    with np.errstate(invalid="ignore", divide="ignore"):
        by_kind = ((counts / found - shares / total) * grains.mean).sum(axis=1)
        variance = (counts * grains.variance).sum(axis=1) / found[:, 0] ** 2
    return by_kind, variance


def _grains(parts: Sequence[Grains | None]) -> Grains | None:
    there = [part for part in parts if part is not None]
    if not there:
        return None
    return Grains(np.concatenate([part.mean for part in there]), np.concatenate([part.variance for part in there]))
