"""Trials under many weightings at once: every measure of verification in every draw, without a loop over draws."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from stylobench.records import Booleans, Floats, Rows

THRESHOLD = 0.5
PARTS = {
    "overall_2020": ("auc", "c_at_1", "f_05_u", "f1_answered"),
    "overall_2021": ("auc", "c_at_1", "f_05_u", "f1_answered", "brier"),
    "overall_2025": ("auc", "c_at_1", "f_05_u", "f1_all", "brier"),
}
RATIOS: dict[str, tuple[tuple[float, ...], tuple[float, ...]]] = {
    # part and whole, by TP, FP, FN, TN, silence on same, silence on different
    "accuracy": ((1, 0, 0, 1, 0, 0), (1, 1, 1, 1, 1, 1)),
    "precision": ((1, 0, 0, 0, 0, 0), (1, 1, 0, 0, 0, 0)),
    "recall": ((1, 0, 0, 0, 0, 0), (1, 0, 1, 0, 1, 0)),
    "f_05_u": ((1.25, 0, 0, 0, 0, 0), (1.25, 1, 0.25, 0, 0.25, 0.25)),
    "f_05_u_2020_legacy": ((1.25, 0, 0, 0, 1.25, 0), (1.25, 1, 0.25, 0, 1.25, 1)),
    "f1_answered": ((2, 0, 0, 0, 0, 0), (2, 1, 1, 0, 0, 0)),
    "f1_all": ((2, 0, 0, 0, 0, 0), (2, 1, 1, 0, 1, 0)),
    "precision_2013": ((1, 0, 0, 1, 0, 0), (1, 1, 1, 1, 0, 0)),
    "f1_2013": ((2, 0, 0, 2, 0, 0), (2, 2, 2, 2, 1, 1)),
}


@dataclass(frozen=True)
class AnsweredTrials:
    """Truth and scores, and what no weighting changes about them.

    With `folds` (one code per trial) AUC compares only trials of the same fold; all other counts are pooled.
    """

    truth: Booleans
    scores: Floats
    folds: Rows | None = None

    @cached_property
    def kinds(self) -> Floats:
        """Which trials are TP, FP, FN, TN, silence on same and silence on different: trials x kinds."""
        silent, same = np.isnan(self.scores), self.scores >= THRESHOLD
        said = (same, ~same & ~silent, silent)
        return np.column_stack([flags & truth for flags in said for truth in (self.truth, ~self.truth)]).astype(float)

    @cached_property
    def errors(self) -> Floats:
        """Squared distance of each score from the truth."""
        return np.asarray((self.truth - np.nan_to_num(self.scores, nan=THRESHOLD)) ** 2)

    @cached_property
    def ranking(self) -> Ranking:
        """Where the trials stand among each other."""
        folds = np.zeros(len(self.truth), np.int64) if self.folds is None else self.folds
        _, scores = np.unique(np.nan_to_num(self.scores, nan=THRESHOLD), return_inverse=True)
        steps = scores.max(initial=0) + 1
        codes, starts = folds * steps + scores, np.unique(folds) * steps
        same, other = (np.flatnonzero(kind) for kind in (self.truth, ~self.truth))
        same, other = (places[np.argsort(codes[places], kind="stable")] for places in (same, other))
        left, right = (np.searchsorted(codes[other], codes[same], side) for side in ("left", "right"))
        bounds = [np.append(np.searchsorted(codes[places], starts), len(places)) for places in (same, other)]
        first = bounds[1][np.searchsorted(starts, codes[same], "right") - 1]
        return Ranking(same, other, (left, right, first), (bounds[0], bounds[1]))


@dataclass(frozen=True)
class Ranking:
    """Same-author and different-author trials in order of fold and score.

    `below` holds for each of the former the places among the latter where those with its own score begin and end, and
    where its fold begins; `bounds` holds where each fold begins and ends in either.
    """

    same: Rows
    other: Rows
    below: tuple[Rows, Rows, Rows]
    bounds: tuple[Rows, Rows]


@dataclass(frozen=True)
class WeighedTrials:
    """Answered trials with one row of weights per draw."""

    truth: Booleans
    scores: Floats
    weights: Floats
    folds: Rows | None = None

    @cached_property
    def trials(self) -> AnsweredTrials:
        """What no weighting changes."""
        return AnsweredTrials(self.truth, self.scores, self.folds)

    def again(self, weights: Floats) -> WeighedTrials:
        """The same trials under other weights; what these do not change is not worked out again."""
        other = replace(self, weights=weights)
        vars(other)["trials"] = self.trials
        return other

    @cached_property
    def counts(self) -> Floats:
        """Weights of TP, FP, FN, TN, silence on same and silence on different, one row per draw."""
        return np.asarray(self.weights @ self.trials.kinds)

    @cached_property
    def total(self) -> Floats:
        """All weight of a draw."""
        return np.asarray(self.counts.sum(axis=1))

    @cached_property
    def auc(self) -> Floats:
        """Concordant pairs over pairs, within folds."""
        ranking = self.trials.ranking
        same, other = self.weights[:, ranking.same], _summed(self.weights[:, ranking.other])
        left, right, first = (other[:, places] for places in ranking.below)
        concordant = (((left + right) / 2 - first) * same).sum(axis=1)
        sizes = [np.diff(sums[:, at], axis=1) for sums, at in zip((_summed(same), other), ranking.bounds, strict=True)]
        return np.minimum(_ratio(concordant, (sizes[0] * sizes[1]).sum(axis=1)), 1.0)

    @cached_property
    def brier(self) -> Floats:
        """One minus the mean squared error."""
        # Summed row by row: a matrix product rounds otherwise when other draws stand beside.
        return 1 - _ratio((self.weights * self.trials.errors).sum(axis=1), self.total)

    def value(self, name: str) -> Floats:
        """A measure in every draw, NaN where it is undefined."""
        return from_counts(name, self.counts, lambda part: getattr(self, part))


def from_counts(name: str, counts: Floats, ranked: Callable[[str], Floats]) -> Floats:
    """A measure of every row of counts (TP, FP, FN, TN, silence on same, silence on different), NaN where undefined.

    What counts do not tell, "auc" and "brier", is asked of `ranked`, one value per row.

    >>> from_counts("recall", np.array([[3.0, 1.0, 0.0, 4.0, 1.0, 0.0]]), lambda name: np.empty(0)).tolist()
    [0.75]
    """
    if name in ("auc", "brier"):
        return ranked(name)
    if name in PARTS:
        return np.asarray(np.mean([from_counts(part, counts, ranked) for part in PARTS[name]], axis=0))
    if name == "final_2014":
        return ranked("auc") * from_counts("c_at_1", counts, ranked)
    if name == "c_at_1":
        total = counts.sum(axis=1)
        right = counts[:, 0] + counts[:, 3]
        return _ratio(right + (counts[:, 4] + counts[:, 5]) * _ratio(right, total), total)
    part, whole = RATIOS[name]
    return _ratio(_weighted(counts, part), _weighted(counts, whole))


def _weighted(counts: Floats, weights: tuple[float, ...]) -> Floats:
    # Column by column: a matrix product rounds otherwise when other rows stand beside.
    total = np.zeros(len(counts))
    for column, weight in zip(counts.T, weights, strict=True):
        if weight:
            total += weight * column
    return total


def _ratio(part: Floats, whole: Floats) -> Floats:
    return np.asarray(np.divide(part, whole, out=np.full(len(whole), np.nan), where=whole > 0))


def _summed(weights: Floats) -> Floats:
    """Cumulative sums along each row, from 0."""
    sums = np.zeros((len(weights), weights.shape[1] + 1))
    np.cumsum(weights, axis=1, out=sums[:, 1:])
    return sums
