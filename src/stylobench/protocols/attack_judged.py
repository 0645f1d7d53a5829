"""What each method recognises before and after rewriting, in the data as they are and in every draw of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from stylobench.errors import UndefinedMetric
from stylobench.metrics.impact import best_thresholds
from stylobench.protocols.attack_constant import repeats_training
from stylobench.protocols.attack_findings import Cell, Sure
from stylobench.protocols.attack_ground import Attacked
from stylobench.records import Booleans, Floats, Rows
from stylobench.seeds import generator
from stylobench.statistics.impact import SHARES, UNCHANGED, Limits, change_interval, telling
from stylobench.statistics.trial_draws import BLOCK, DRAWS, Units, draw_weights, interval, rarer_units, table

MEASURES = ("auc", "c_at_1", "final", "accuracy", "recall")
MIDDLED = ("c_at_1", "final")
NO_ANSWERS = "no answers to the rewritten texts"


@dataclass(frozen=True)
class Judging:
    """How answers are judged. A `cross_fitted` threshold is chosen without the answer to the problem that it decides;
    the answers that it is chosen by may come from models that learnt from that problem. The `published` threshold is
    the best on all untouched problems, those that it decides among them.
    """

    seed: int = 0
    least_accuracy: float = 0.6
    draws: int = DRAWS
    threshold: str = "cross_fitted"


@dataclass(frozen=True)
class Side:
    """Answers of a method to some problems: what it recognises, and each measure in every draw."""

    scores: Floats
    recognised: Booleans
    measures: Mapping[str, Floats]


@dataclass(frozen=True)
class Seen:
    """A method under an obfuscator: the problems `asked` of it, and those of them, by the `same` author, rewritten."""

    asked: Booleans
    same: Booleans
    before: Side
    after: Side
    adaptive: Side | None

    @cached_property
    def moved(self) -> Booleans:
        """Whose score is another after than before."""
        return moved(self.before.scores, self.after.scores)

    def change(self, measure: str) -> Floats:
        """After minus before, in every draw."""
        return self.after.measures[measure] - self.before.measures[measure]


class Judged:
    """One data set under one way of judging; what several findings need is worked out once."""

    def __init__(self, attacked: Attacked, judging: Judging) -> None:
        self.attacked, self.judging = attacked, judging
        self.tested = np.flatnonzero(attacked.fold >= 0)
        self.units = Units(attacked.units.name, attacked.units.codes[self.tested])
        self._sides: dict[tuple[tuple[str, ...], bytes], Side] = {}
        self._drawn: dict[bytes, Floats] = {}
        self._retrained: dict[tuple[str, str], Floats | None] = {}

    @property
    def methods(self) -> tuple[str, ...]:
        """In the order given, those that failed last."""
        return tuple(dict.fromkeys((*self.attacked.before, *self.attacked.failures)))

    def failure(self, method: str, obfuscator: str) -> str | None:
        """Why there is nothing to judge."""
        if method in self.attacked.before and (method, obfuscator) in self.attacked.after:
            return None
        return self.attacked.failures.get(method, NO_ANSWERS)

    @property
    def measures(self) -> tuple[str, ...]:
        """Those that make sense; .5 is no middle of how confidently a document is named."""
        return tuple(name for name in MEASURES if self.attacked.item == "problem" or name not in MIDDLED)

    def asked(self, method: str) -> Booleans:
        """Which problems a method answered or was silent on, unlike those of folds on which it failed."""
        return ~self.attacked.unasked.get(method, np.zeros(len(self.attacked.truth), np.bool_))

    def constant(self, method: str) -> bool:
        """Whether a method has one decision for all untouched problems, one name for all documents, or one score for
        all problems or for each fold.
        """
        scores = self.attacked.before[method]
        if self.attacked.fixed is not None:
            return method in self.attacked.one_name or bool(np.isnan(scores[self.tested]).all())
        return method in self.attacked.one_name or self._one_answer(method, scores)

    def _one_answer(self, method: str, scores: Floats) -> bool:
        decided = self.recognised(scores, scores)[self._asked_of(method)]
        return bool(decided.all() or not decided.any()) or repeats_training(self.attacked, scores)

    def _asked_of(self, method: str) -> Rows:
        return np.asarray(self.tested[self.asked(method)[self.tested]], np.int64)

    def accuracy(self, method: str) -> float:
        """The share of right answers to all untouched problems, rewritten later or not; NaN of none."""
        places, scores = self._asked_of(method), self.attacked.before[method]
        right = self.recognised(scores, scores)[places] == self.attacked.truth[places]
        return float(right.mean()) if len(right) else np.nan

    def published_threshold(self, scores: Floats) -> float:
        """The one that is best on all untouched problems, unless it is fixed."""
        if self.attacked.fixed is not None:
            return self.attacked.fixed
        return float(best_thresholds(self.attacked.truth, self._decidable(scores), [self.tested])[0])

    def thresholds(self, scores: Floats) -> Floats:
        """The threshold for each problem, from untouched scores; infinite for a problem that no fold tests."""
        found = np.full(len(scores), np.inf)
        if self.attacked.fixed is not None:
            found[self.tested] = self.attacked.fixed
        elif self.judging.threshold == "published":
            found[self.tested] = self.published_threshold(scores)
        else:
            chosen = self.attacked.tuned or self.attacked.trained
            fitted = best_thresholds(self.attacked.truth, self._decidable(scores), chosen)
            found[self.tested] = fitted[self.attacked.fold[self.tested]]
        return found

    def recognised(self, scores: Floats, fitted_on: Floats) -> Booleans:
        """Which problems are said to be by one author, at the thresholds of other scores; silence is not."""
        return np.asarray(self._decidable(scores) >= self.thresholds(fitted_on), np.bool_)

    def _decidable(self, scores: Floats) -> Floats:
        """NaN where no threshold makes an answer right: a wrong name."""
        return np.where(scores == 0, np.nan, scores) if self.attacked.item == "document" else scores

    def places(self, *obfuscators: str) -> Rows:
        """The problems that are judged: all different-author ones, and those that all of these rewrote."""
        rewritten = np.all([self.attacked.rewritten[name] for name in obfuscators], axis=0)
        return np.asarray(self.tested[(rewritten | ~self.attacked.truth)[self.tested]], np.int64)

    def units_of(self, places: Rows) -> Units:
        """The units of these problems."""
        return Units(self.attacked.units.name, self.attacked.units.codes[places])

    def seen(self, method: str, *obfuscators: str) -> Seen:
        """A method under the first obfuscator, judged on what all of these rewrote."""
        places, first = self.places(*obfuscators), obfuscators[0]
        before, asked = self.attacked.before[method], self.asked(method)[places]
        if (method, first) not in self._retrained:
            self._retrained[method, first] = self._usable(method, first)
        adaptive = self._retrained[method, first]
        return Seen(
            asked,
            self.attacked.truth[places] & asked,
            self._side(("before", method), before, before, places),
            self._side(("after", method, first), self.attacked.after[method, first], before, places),
            None if adaptive is None else self._side(("adaptive", method, first), adaptive, adaptive, places),
        )

    def _usable(self, method: str, obfuscator: str) -> Floats | None:
        """Scores of a method trained on rewritten texts, unless that failed on a fold or left it one answer for all."""
        scores = self.attacked.adaptive.get((method, obfuscator))
        if scores is None or self._one_answer(method, scores):
            return None
        folds = (self.tested[self.attacked.fold[self.tested] == fold] for fold in range(len(self.attacked.trained)))
        spoke = ~np.isnan(self.attacked.before[method])
        silenced = any(len(rows) > 1 and spoke[rows].any() and np.isnan(scores[rows]).all() for rows in folds)
        return None if silenced else scores

    def _side(self, name: tuple[str, ...], scores: Floats, fitted_on: Floats, places: Rows) -> Side:
        key = name, places.tobytes()
        if key not in self._sides:
            decided = self.recognised(scores, fitted_on)[places]
            weights = self.weights(places) * self.asked(name[1])[places]
            measures = self._measures(scores[places], decided, self.attacked.truth[places], weights)
            self._sides[key] = Side(scores[places], decided, measures)
        return self._sides[key]

    def _measures(self, scores: Floats, decided: Booleans, truth: Booleans, weights: Floats) -> dict[str, Floats]:
        size = max(1, BLOCK // max(1, len(truth)))
        blocks = [weights[start : start + size] for start in range(0, len(weights), size)]
        auc, c_at_1 = table(("auc", "c_at_1"), truth, [scores], blocks)[0]
        accuracy, recall = table(("accuracy", "recall"), truth, [decided.astype(np.float64)], blocks)[0]
        return {"auc": auc, "c_at_1": c_at_1, "final": auc * c_at_1, "accuracy": accuracy, "recall": recall}

    def weights(self, places: Rows) -> Floats:
        """How much each of these problems counts in each draw; every choice of problems has the same draws."""
        key = places.tobytes()
        if key not in self._drawn:
            self._drawn[key] = self._all_weights[:, np.searchsorted(self.tested, places)]
        return self._drawn[key]

    @cached_property
    def _all_weights(self) -> Floats:
        rng = generator(self.judging.seed, "attack", self.attacked.digest)
        truth = self.attacked.truth[self.tested]
        try:
            return draw_weights(self.units, truth, rng, self.judging.draws)
        except UndefinedMetric:
            return np.ones((1, len(self.tested)))

    def share(self, drawn: Floats, places: Rows) -> Sure:
        """A measure with its interval."""
        count = rarer_units(self.units_of(places), self.attacked.truth[places])
        return sure(drawn, *interval(drawn, self.units, share=True, rarer=count))

    def share_of_same(self, drawn: Floats, places: Rows) -> Sure:
        """A measure of same-author problems alone, with its interval."""
        count = telling(self.units_of(places[self.attacked.truth[places]]))
        return sure(drawn, *interval(drawn, self.units, share=True, rarer=count))

    def mean(self, values: Floats, places: Rows, share: bool = False) -> Sure:
        """The mean of a value of these problems, with its interval; with `share` it lies in [0, 1]."""
        if not len(places):
            return Sure(None)
        weights = self.weights(places)
        totals = weights.sum(axis=1)
        drawn = (weights @ values[places]) / np.where(totals > 0, totals, np.nan)
        return sure(drawn, *interval(drawn, self.units, share=share))

    def change(self, drawn: Floats, places: Rows, moved: bool, limits: Limits = SHARES) -> Sure:
        """A change with its interval within limits; where not a single score moved it is sure to be none."""
        if not moved:
            return sure(drawn, *UNCHANGED)
        count = telling(self.units_of(places[self.attacked.truth[places]]))
        return sure(drawn, *change_interval(drawn, self.units, count, limits))


_latest: list[Judged] = []


def judged(attacked: Attacked, judging: Judging) -> Judged:
    """The data set under this way of judging; asked for again, one after the other, it is the same, with its draws."""
    if not (_latest and _latest[0].attacked is attacked and _latest[0].judging == judging):
        _latest[:] = [Judged(attacked, judging)]
    return _latest[0]


def averaged(cells: Sequence[Cell]) -> dict[str, list[str]]:
    """By obfuscator, the methods that averages are about: those that answer, and not always alike."""
    found: dict[str, list[str]] = {cell.obfuscator: [] for cell in cells}
    for cell in cells:
        if not cell.constant and cell.failure is None:
            found[cell.obfuscator].append(cell.method)
    return found


def moved(before: Floats, after: Floats, by: float = 0.0) -> Booleans:
    """Which scores differ by more than that, or fell silent, or began to speak."""
    return ~np.isclose(before, after, rtol=0, atol=by, equal_nan=True)


def sure(drawn: Floats, low: float | None, high: float | None) -> Sure:
    """The first value with its interval, nothing where it is undefined."""
    value = float(drawn[0])
    return Sure(None) if np.isnan(value) else Sure(value, low, high)


def mean_over(seen: Sequence[Seen], measure: str) -> Floats:
    """The average change over methods, in every draw."""
    return np.asarray(np.mean([one.change(measure) for one in seen], axis=0))
