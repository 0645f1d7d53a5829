"""Maps from raw scores to answers in [0, 1], learned from trials: thresholds, curves, steps, temperature."""

from __future__ import annotations

from typing import Protocol, Self

import numpy as np
import numpy.typing as npt
from scipy.special import expit, log_expit, logit

from stylobench.errors import SpecError, SplitError, UndefinedMetric
from stylobench.features._two_thresholds import FIRST, GRID, HIGH, LOW, SECOND, Banded
from stylobench.metrics.verification import measure
from stylobench.records import Booleans, Floats

CLOSE = 1e-12  # values of an objective that lie nearer are equal but for rounding
SUREST = 1e-6
NEAR = 1e-9
FLATTEST = 0.01  # how much the log odds rise with a standard deviation of a score that says nothing
COLDEST, HOTTEST = 1e-3, 1e3


class Calibrator(Protocol):
    """Learns from scores and truth what answer a score stands for. NaN stays NaN."""

    def fit(self, scores: npt.ArrayLike, truth: npt.ArrayLike) -> Self: ...
    def transform(self, scores: npt.ArrayLike) -> Floats: ...


class TwoThresholds:
    """Up to p1 "different", from p2 on "same", between them no answer; the pair that maximises an objective.

    p1 < p2 lie on the grid .01, .02, ... .98. All pairs are evaluated; of equally good ones the smallest p1 is taken,
    then the smallest p2. Scores are clipped to [0, 1].

    >>> map = TwoThresholds().fit([0.1, 0.2, 0.6, 0.9], [False, False, True, True])
    >>> map.p1, map.p2, map.transform([0.1, 0.205, 0.9]).round(3).tolist()
    (0.2, 0.21, [0.245, nan, 0.938])
    """

    p1: float
    p2: float

    def __init__(self, objective: str = "overall_2020") -> None:
        self.objective = objective

    def fit(self, scores: npt.ArrayLike, truth: npt.ArrayLike) -> Self:
        measure(self.objective)
        given, same = _answered(scores, truth)
        values = Banded(same, np.clip(given, 0, 1)).value(self.objective)
        values = np.where(np.isnan(values), -np.inf, values)
        if values.max() == -np.inf:
            classes = f"{same.sum()} same-author and {(~same).sum()} different-author scores"
            raise UndefinedMetric(f"{self.objective} is undefined at every pair of thresholds, given {classes}")
        best = int(np.argmax(values >= values.max() - CLOSE))
        self.p1, self.p2 = float(GRID[FIRST[best]]), float(GRID[SECOND[best]])
        return self

    def transform(self, scores: npt.ArrayLike) -> Floats:
        given = np.clip(np.asarray(scores, np.float64), 0, 1)
        low = given / self.p1 * LOW
        high = HIGH + (given - self.p2) / (1 - self.p2) * (1 - HIGH)
        return np.where(given <= self.p1, low, np.where(given >= self.p2, high, np.nan))


class Platt:
    """A logistic curve through the scores, fitted to targets just short of 0 and 1 (Platt 1999).

    >>> Platt().fit([1.0, 2.0, 3.0, 4.0], [False, False, True, True]).transform([2.5]).round(3).tolist()
    [0.5]
    """

    def fit(self, scores: npt.ArrayLike, truth: npt.ArrayLike) -> Self:
        from scipy.optimize import minimize

        given, same = _both_classes(scores, truth)
        self._centre, self._spread = float(given.mean()), float(given.std()) or 1.0
        standard, (targets, weights) = (given - self._centre) / self._spread, self._aims(same)

        def loss(line: Floats) -> tuple[float, Floats]:
            reached = line[0] + line[1] * standard
            apart = expit(reached) - targets
            value = -(weights * (targets * log_expit(reached) + (1 - targets) * log_expit(-reached))).mean()
            return float(value), np.array([(weights * apart).mean(), (weights * apart * standard).mean()])

        self._line = minimize(loss, np.zeros(2), jac=True, method="BFGS", options={"gtol": 1e-9}).x
        return self

    @classmethod
    def level(cls) -> Self:
        """A curve that answers 1/2 to every score, with all that a fitted one has."""
        made = cls()
        made._centre, made._spread, made._line = 0.0, 1.0, np.zeros(2)
        return made

    def _aims(self, same: Booleans) -> tuple[Floats, Floats]:
        """What the curve should reach at each score, and how much that counts."""
        return np.where(same, (same.sum() + 1) / (same.sum() + 2), 1 / ((~same).sum() + 2)), np.ones(len(same))

    def transform(self, scores: npt.ArrayLike) -> Floats:
        standard = (np.asarray(scores, np.float64) - self._centre) / self._spread
        return np.asarray(expit(self._line[0] + self._line[1] * standard))


class Balanced(Platt):
    """Platt's curve with both classes counted alike, and nearly flat where it would fall.

    When problems are left out one by one, the share of each class among the rest leans against the problem left out; a
    curve through that share answers wrongly wherever scores say nothing. So does one that is flat for some problems and
    rises for others: a useless score keeps its order, next to one half.

    >>> map = Balanced().fit([0.1, 0.1, 0.1, 0.9], [True, False, False, False])
    >>> map.transform([0.1, 0.9]).round(3).tolist()
    [0.499, 0.505]
    """

    def fit(self, scores: npt.ArrayLike, truth: npt.ArrayLike) -> Self:
        super().fit(scores, truth)
        if self._line[1] < FLATTEST:
            given, same = _both_classes(scores, truth)
            middle = (given[same].mean() + given[~same].mean()) / 2
            self._line = np.array([-FLATTEST * (middle - self._centre) / self._spread, FLATTEST])
        return self

    def _aims(self, same: Booleans) -> tuple[Floats, Floats]:
        fewest = min(same.sum(), (~same).sum())
        targets = np.where(same, fewest + 1, 1) / (fewest + 2)
        return targets, np.where(same, 0.5 / same.mean(), 0.5 / (~same).mean())


class Isotonic:
    """The rising step function nearest to the truth; infinite scores stand just outside the finite ones.

    >>> Isotonic().fit([0.1, 0.2, 0.3, 0.4], [False, True, False, True]).transform([0.2, 0.9]).tolist()
    [0.5, 1.0]
    """

    def fit(self, scores: npt.ArrayLike, truth: npt.ArrayLike) -> Self:
        from sklearn.isotonic import IsotonicRegression

        given, same = _both_classes(scores, truth)
        self._ends = _just_outside(given[np.isfinite(given)])
        steps = IsotonicRegression(y_min=0, y_max=1, out_of_bounds="clip")
        self._steps = steps.fit(np.clip(given, *self._ends), same.astype(np.float64))
        return self

    def transform(self, scores: npt.ArrayLike) -> Floats:
        given = np.asarray(scores, np.float64)
        answers, answered = np.full(given.shape, np.nan), ~np.isnan(given)
        if answered.any():
            answers[answered] = self._steps.predict(np.clip(given[answered], *self._ends))
        return answers


class Temperature:
    """The logit of the score divided by one number, so that .5 stays .5 (Guo et al. 2017).

    >>> Temperature().fit([0.99, 0.99, 0.99, 0.99], [True, True, True, False]).transform([0.99, 0.5]).round(3).tolist()
    [0.75, 0.5]
    """

    temperature: float

    def fit(self, scores: npt.ArrayLike, truth: npt.ArrayLike) -> Self:
        from scipy.optimize import minimize_scalar

        given, same = _answered(scores, truth)
        if not len(given):
            raise SplitError("temperature has nothing to learn from: no trial has a score")
        signed = np.where(same, 1, -1) * _logits(given)

        def loss(log_temperature: float) -> float:
            return float(-log_expit(signed / np.exp(log_temperature)).mean())

        bounds = float(np.log(COLDEST)), float(np.log(HOTTEST))
        self.temperature = float(np.exp(minimize_scalar(loss, bounds=bounds, options={"xatol": 1e-9}).x))
        return self

    def transform(self, scores: npt.ArrayLike) -> Floats:
        return np.asarray(expit(_logits(np.asarray(scores, np.float64)) / self.temperature))


CALIBRATORS: dict[str, type[Calibrator]] = {
    "two_thresholds": TwoThresholds,
    "platt": Platt,
    "balanced": Balanced,
    "isotonic": Isotonic,
    "temperature": Temperature,
}


def calibrator(name: str) -> Calibrator:
    """A fresh calibrator of that name."""
    if name not in CALIBRATORS:
        raise SpecError(f"no calibration named {name!r}; there are: {', '.join(CALIBRATORS)}")
    return CALIBRATORS[name]()


def _answered(scores: npt.ArrayLike, truth: npt.ArrayLike) -> tuple[Floats, Booleans]:
    given, same = np.asarray(scores, np.float64), np.asarray(truth, np.bool_)
    if given.shape != same.shape or given.ndim != 1:
        raise ValueError(f"scores of shape {given.shape} and truth of shape {same.shape}")
    return given[~np.isnan(given)], same[~np.isnan(given)]


def _both_classes(scores: npt.ArrayLike, truth: npt.ArrayLike) -> tuple[Floats, Booleans]:
    given, same = _answered(scores, truth)
    if same.all() or not same.any():
        counts = f"{same.sum()} same-author and {(~same).sum()} different-author"
        raise SplitError(f"calibration needs scored trials of both classes; there are {counts}")
    return given, same


def _logits(scores: Floats) -> Floats:
    return np.asarray(logit(np.clip(scores, SUREST, 1 - SUREST)))


def _just_outside(scores: Floats) -> tuple[float, float]:
    low, high = (float(scores.min()), float(scores.max())) if len(scores) else (0.0, 0.0)
    margin = NEAR * max(1.0, abs(low), abs(high))
    return low - margin, high + margin
