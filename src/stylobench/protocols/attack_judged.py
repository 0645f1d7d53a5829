"""What each method recognises before and after rewriting, in the data as they are and in every draw of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from stylobench.errors import UndefinedMetric
from stylobench.metrics.impact import best_thresholds
from stylobench.protocols.attack_findings import Cell, Sure
from stylobench.protocols.attack_ground import Attacked
from stylobench.records import Booleans, Floats, Rows
from stylobench.seeds import generator
from stylobench.statistics.impact import UNCHANGED, change_interval, telling
from stylobench.statistics.trial_draws import BLOCK, DRAWS, Units, draw_weights, interval, rarer_units, table

MEASURES = ("auc", "c_at_1", "final", "accuracy", "recall")
NO_ANSWERS = "no answers to the rewritten texts"


@dataclass(frozen=True)
class Judging:
    """How answers are judged. `cross_fitted` thresholds never saw the problem that they decide; the `published` one is
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
    """A method under an obfuscator on the problems that are judged, of which `same` are rewritten."""

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

    @property
    def methods(self) -> tuple[str, ...]:
        """In the order given, those that failed last."""
        return tuple(dict.fromkeys((*self.attacked.before, *self.attacked.failures)))

    def failure(self, method: str, obfuscator: str) -> str | None:
        """Why there is nothing to judge."""
        if method in self.attacked.before and (method, obfuscator) in self.attacked.after:
            return None
        return self.attacked.failures.get(method, NO_ANSWERS)

    def constant(self, method: str) -> bool:
        """Whether a method has one score, or one decision, for all untouched problems."""
        scores = self.attacked.before[method][self.tested]
        decided = self.recognised(self.attacked.before[method], self.attacked.before[method])[self.tested]
        return bool(decided.all() or not decided.any() or len(np.unique(scores)) == 1)

    def published_threshold(self, scores: Floats) -> float:
        """The one that is best on all untouched problems, unless it is fixed."""
        if self.attacked.fixed is not None:
            return self.attacked.fixed
        return float(best_thresholds(self.attacked.truth, scores, [self.tested])[0])

    def thresholds(self, scores: Floats) -> Floats:
        """The threshold for each problem, from untouched scores; infinite for a problem that no fold tests."""
        found = np.full(len(scores), np.inf)
        if self.attacked.fixed is not None:
            found[self.tested] = self.attacked.fixed
        elif self.judging.threshold == "published":
            found[self.tested] = self.published_threshold(scores)
        else:
            fitted = best_thresholds(self.attacked.truth, scores, self.attacked.trained)
            found[self.tested] = fitted[self.attacked.fold[self.tested]]
        return found

    def recognised(self, scores: Floats, fitted_on: Floats) -> Booleans:
        """Which problems are said to be by one author, at the thresholds of other scores; silence is not."""
        return np.asarray(scores >= self.thresholds(fitted_on), np.bool_)

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
        before = self.attacked.before[method]
        adaptive = self.attacked.adaptive.get((method, first))
        return Seen(
            self.attacked.truth[places],
            self._side(("before", method), before, before, places),
            self._side(("after", method, first), self.attacked.after[method, first], before, places),
            None if adaptive is None else self._side(("adaptive", method, first), adaptive, adaptive, places),
        )

    def _side(self, name: tuple[str, ...], scores: Floats, fitted_on: Floats, places: Rows) -> Side:
        key = name, places.tobytes()
        if key not in self._sides:
            decided = self.recognised(scores, fitted_on)[places]
            self._sides[key] = Side(scores[places], decided, self._measures(scores[places], decided, places))
        return self._sides[key]

    def _measures(self, scores: Floats, decided: Booleans, places: Rows) -> dict[str, Floats]:
        truth, weights = self.attacked.truth[places], self.weights(places)
        size = max(1, BLOCK // max(1, len(places)))
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

    def change(self, drawn: Floats, places: Rows, moved: bool) -> Sure:
        """A change with its interval; where not a single score moved it is sure to be none."""
        if not moved:
            return sure(drawn, *UNCHANGED)
        count = telling(self.units_of(places[self.attacked.truth[places]]))
        return sure(drawn, *change_interval(drawn, self.units, count))


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
