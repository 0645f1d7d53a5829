"""Answers of one verifier over several splits, pooled, and how sure a measure of them is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from stylobench.errors import UndefinedMetric
from stylobench.metrics.verification import measure
from stylobench.protocols.leakage import MEASURES
from stylobench.protocols.leakage_findings import Estimate
from stylobench.records import Booleans, Floats, Rows, Run, Trials, TrialSplit
from stylobench.seeds import generator
from stylobench.splits.pairs import Library
from stylobench.statistics.trial_draws import Units, draw_weights, interval, rarer_units

Runs = Mapping[str, Run]
MOST_KEPT = 400_000_000


@dataclass(frozen=True)
class Pooled:
    """Trials of all folds, one after the other, with the verifier's scores and the fold of each."""

    trials: Trials
    scores: Floats
    folds: Rows

    def take(self, places: Rows | Booleans) -> Pooled:
        """Some of them."""
        return Pooled(self.trials.take(places), self.scores[places], self.folds[places])


def answered(split: TrialSplit, runs: Runs) -> Floats | None:
    """The scores on the test trials of a split, None where the verifier failed."""
    answers = runs[split.id].answers
    return None if answers is None else answers.scores[:, 0]


def pooled(splits: Sequence[TrialSplit], runs: Runs) -> Pooled | None:
    """The answers to all splits that the verifier survived; None where there is none."""
    told = [(number, split, answered(split, runs)) for number, split in enumerate(splits)]
    alive = [(number, split.test, scores) for number, split, scores in told if scores is not None]
    if not alive:
        return None
    folds = np.concatenate([np.full(len(trials), number) for number, trials, _ in alive])
    return Pooled(Trials.joined([trials for _, trials, _ in alive]), np.concatenate([s for *_, s in alive]), folds)


class Draws:
    """Authors of a library drawn again and again; the same trials get the same draws, whichever verifier is judged."""

    def __init__(self, library: Library, seed: int) -> None:
        self.library, self.seed = library, seed
        self.kept: dict[str, tuple[Units, Floats]] = {}

    def of(self, trials: Trials) -> tuple[Units, Floats]:
        """The authors of the trials (one known text each), and how much each trial counts in each draw of them."""
        if trials.digest not in self.kept:
            units = Units.authors(self.library.authors[trials.known], self.library.authors[trials.questioned])
            while self.kept and sum(weights.nbytes for _, weights in self.kept.values()) > MOST_KEPT:
                self.kept.pop(next(iter(self.kept)))
            rng = generator(self.seed, "leakage", trials.digest)
            self.kept[trials.digest] = units, draw_weights(units, trials.same, rng)
        return self.kept[trials.digest]


def estimated_share(drawn: Floats, units: Units, truth: Booleans) -> Estimate:
    """The first value, with the interval that the other draws give, for a measure that lies in [0, 1] and is no surer
    than the rarer class is large.
    """
    low, high = interval(drawn, units, share=True, rarer=rarer_units(units, truth))
    return Estimate(float(drawn[0]), low, high, units.name, units.count, len(truth))


def fold_values(splits: Sequence[TrialSplit], runs: Runs) -> dict[str, list[float | None]]:
    """Every measure on every fold; None where it is undefined or the verifier failed."""
    return {name: [fold_value(name, split, runs) for split in splits] for name in MEASURES}


def fold_value(name: str, split: TrialSplit, runs: Runs) -> float | None:
    """One measure on one fold."""
    scores = answered(split, runs)
    if scores is None:
        return None
    try:
        return measure(name)(split.test.same, scores, None)
    except UndefinedMetric:
        return None


def mean_known(values: Sequence[float | None]) -> float | None:
    """The mean of those that have a value."""
    found = [value for value in values if value is not None]
    return float(np.mean(found)) if found else None
