"""What all verifiers share: reading problems, holding some out to tune on, calibrating, answering."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np
from sklearn.base import BaseEstimator, clone
from sklearn.utils.validation import check_is_fitted
from threadpoolctl import threadpool_limits

from stylobench.errors import SpecError, SplitError
from stylobench.features.problems import Problems
from stylobench.records import Booleans, Floats, Problem, Rows
from stylobench.verifiers._training import Training, settled

MAPS = ("two_thresholds", "platt", "balanced", "isotonic", "temperature", "none")


@dataclass(frozen=True)
class Reason:
    """One thing that a verdict rests on, and how much."""

    name: str
    value: float


def weightiest(names: Sequence[str], values: Floats, most: int) -> list[Reason]:
    """What weighs most, either way, the first by place among equals; what weighs nothing is no reason."""
    order = np.argsort(-np.abs(values), kind="stable")[:most]
    return [Reason(names[place], float(values[place])) for place in order if abs(values[place]) > 0]


class Verifier(BaseEstimator):  # type: ignore[misc]
    """An estimator over problems; a method adds `_learn` and `_scores`.

    Scores become answers by the map `calibrate`, which is tuned on a share `held_out` of each class of the training
    problems; 0 tunes on all of them. Texts of problems held out are not learnt from.

    A method says by class attributes what `stylobench list` tells of it: `family`, the kind of evidence it rests on;
    the `year` and the `paper` it comes from; what it `looks_at`; which programs of the obfuscation paper it
    `rebuilds`, by name and reference. Only a method with a family belongs to the bank. `transductive` says that an
    answer depends on the other problems asked with it; `learns_every_kind`, that it can judge only what is like the
    problems that it has learnt from, so that `stylobench fit` shows it several numbers and lengths of known texts.
    """

    family: ClassVar[str] = ""
    year: ClassVar[int]
    paper: ClassVar[str]
    looks_at: ClassVar[str]
    rebuilds: ClassVar[tuple[str, ...]] = ()
    learns_every_kind: bool = False
    transductive: bool = False
    calibrate: str
    held_out: float
    objective: str = "overall_2020"
    map_: Any

    def fit(self, problems: Sequence[Problem], same: Sequence[bool]) -> Self:
        """Learn from problems and their truth, and from nothing else."""
        if self.calibrate not in MAPS:
            raise SpecError(f"no map named {self.calibrate!r} to calibrate by; there are: {', '.join(MAPS)}")
        training = Training.of(problems, same)
        with threadpool_limits(1):
            if self.calibrate == "none":
                self._learn(training, training.problems.rows)
                self.map_ = None
            else:
                self.map_ = self._tuned_on_held_out(training) or self._tuned_on_all(training)
        return self

    def to_score(self) -> Self:
        """An unfitted copy that will score alike. It tunes no map, unless problems are held out for that: they are not
        learnt from.
        """
        unfitted: Self = clone(self)
        if "calibrate" in unfitted.get_params(deep=False) and unfitted.held_out == 0:
            unfitted.set_params(calibrate="none")
        return unfitted

    def verify(self, problems: Sequence[Problem]) -> Floats:
        """The probability that each problem's texts are by one author; NaN is no answer."""
        return self._mapped(self.scores(problems))

    def scores(self, problems: Sequence[Problem]) -> Floats:
        """What the answers are made from: a search can climb on these where answers are silent or stand still."""
        check_is_fitted(self, "map_")
        asked = settled(problems)
        scores = np.full(len(asked), np.nan)
        places = np.flatnonzero(np.diff(asked.starts) > 0)
        if len(places):
            with threadpool_limits(1):
                scores[places] = self._scores(asked.take(places))
        return scores

    def prepare(self, problems: Sequence[Problem]) -> None:
        """Compute what depends on single texts alone, once for all folds."""
        settled(problems)

    def _learn(self, training: Training, texts: Rows) -> None:
        """Learn from problems; what is learnt from single texts, only from these rows."""
        raise NotImplementedError

    def _scores(self, problems: Problems) -> Floats:
        """One score from 0 to 1 for each problem; NaN where there is none."""
        raise NotImplementedError

    def _tuned_on_held_out(self, training: Training) -> Any:
        if self.held_out == 0:
            return None
        held = training.held_out(self.held_out)
        if held is not None and len(texts := training.unseen_texts(held)):
            self._learn(training.take(~held), texts)
            tuned = self._tuned(self._scores(training.problems.take(held)), training.same[held])
            if tuned is not None:
                return tuned
        warnings.warn("too few training problems to hold some out: tuned on those it learnt from", stacklevel=3)
        return None

    def _tuned_on_all(self, training: Training) -> Any:
        self._learn(training, training.problems.rows)
        tuned = self._tuned(self._scores(training.problems), training.same)
        if tuned is None:
            raise SplitError("no training problem of one class gets a score; give longer texts or more of them")
        return tuned

    def _tuned(self, scores: Floats, same: Booleans) -> Any:
        """The map, or None where a class has no score."""
        from stylobench.features.calibration import TwoThresholds, calibrator

        scored = ~np.isnan(scores)
        if same[scored].all() or not same[scored].any():
            return None
        fresh = TwoThresholds(self.objective) if self.calibrate == "two_thresholds" else calibrator(self.calibrate)
        return fresh.fit(scores[scored], same[scored])

    def _mapped(self, scores: Floats) -> Floats:
        answers = np.array(scores, dtype=np.float64)
        scored = ~np.isnan(answers)
        if self.map_ is not None and scored.any():
            answers[scored] = self.map_.transform(answers[scored])
        return answers
