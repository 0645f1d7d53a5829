"""Trials under many weightings at once: every measure of verification in every draw, without a loop over draws."""

from __future__ import annotations

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
        tp, fp, fn, tn, silent_same, silent_other = self.counts.T
        right, silent = tp + tn, silent_same + silent_other
        match name:
            case "auc" | "brier":
                return np.asarray(getattr(self, name))
            case "c_at_1":
                return _ratio(right + silent * _ratio(right, self.total), self.total)
            case "f_05_u":
                return _ratio(1.25 * tp, 1.25 * tp + 0.25 * (fn + silent) + fp)
            case "f_05_u_2020_legacy":
                return _ratio(1.25 * (tp + silent_same), 1.25 * (tp + silent_same) + 0.25 * fn + fp + silent_other)
            case "f1_answered":
                return _ratio(2 * tp, 2 * tp + fp + fn)
            case "f1_all":
                return _ratio(2 * tp, 2 * tp + fp + fn + silent_same)
            case "accuracy":
                return _ratio(right, self.total)
            case "precision_2013":
                return _ratio(right, self.total - silent)
            case "f1_2013":
                return _ratio(2 * right, 2 * self.total - silent)
            case "final_2014":
                return self.auc * self.value("c_at_1")
        return np.asarray(np.mean([self.value(part) for part in PARTS[name]], axis=0))


def _ratio(part: Floats, whole: Floats) -> Floats:
    return np.asarray(np.divide(part, whole, out=np.full(len(whole), np.nan), where=whole > 0))


def _summed(weights: Floats) -> Floats:
    """Cumulative sums along each row, from 0."""
    sums = np.zeros((len(weights), weights.shape[1] + 1))
    np.cumsum(weights, axis=1, out=sums[:, 1:])
    return sums
