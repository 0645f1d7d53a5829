"""Measures of verification: one author or two, silence allowed, every edition of PAN by its own name.

Truth is one boolean per trial, a score lies in [0, 1], NaN is silence, and a score of .5 or more says "same". Silence
enters AUC and Brier as .5. A measure without a value raises `UndefinedMetric`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from stylobench.errors import SpecError, StylobenchError, UndefinedMetric
from stylobench.metrics.weighed_trials import PARTS, WeighedTrials
from stylobench.records import Booleans, Floats

Labels = Sequence[bool] | npt.ArrayLike
Scores = Sequence[float] | npt.ArrayLike
Weights = Sequence[float] | npt.ArrayLike
Measure = Callable[[Labels, Scores, Weights | None], float]


def auc(truth: Labels, scores: Scores, weights: Weights | None = None) -> float:
    """How often a same-author trial scores above a different-author one; equal scores count half.

    >>> auc([True, True, False], [0.9, 0.5, float("nan")])
    0.75
    """
    return _value("auc", truth, scores, weights)


def c_at_1(truth: Labels, scores: Scores, weights: Weights | None = None) -> float:
    """Accuracy that credits silence at the rate of right answers (Peñas & Rodrigo 2011).

    >>> c_at_1([True, False], [0.9, float("nan")])
    0.75
    """
    return _value("c_at_1", truth, scores, weights)


def f_05_u(truth: Labels, scores: Scores, weights: Weights | None = None) -> float:
    """F0.5 that counts silence of both classes as missed (Bevendorff et al. 2019).

    >>> round(f_05_u([True, True, False, False], [0.9, 0.8, 0.7, float("nan")]), 4)
    0.6667
    """
    return _value("f_05_u", truth, scores, weights)


def f_05_u_2020_legacy(truth: Labels, scores: Scores, weights: Weights | None = None) -> float:
    """F0.5u as the table of PAN 2020 was computed: silence says "same".

    >>> round(f_05_u_2020_legacy([True, True, False, False], [0.9, 0.8, 0.7, float("nan")]), 4)
    0.5556
    """
    return _value("f_05_u_2020_legacy", truth, scores, weights)


def f1_answered(truth: Labels, scores: Scores, weights: Weights | None = None) -> float:
    """F1 of "same" over the answered trials (PAN 2020 to 2023).

    >>> f1_answered([True, True, False], [0.9, float("nan"), 0.1])
    1.0
    """
    return _value("f1_answered", truth, scores, weights)


def f1_all(truth: Labels, scores: Scores, weights: Weights | None = None) -> float:
    """F1 of "same" over all trials, silence says "different" (PAN 2024 and 2025).

    >>> round(f1_all([True, True, False], [0.9, float("nan"), 0.1]), 4)
    0.6667
    """
    return _value("f1_all", truth, scores, weights)


def brier(truth: Labels, scores: Scores, weights: Weights | None = None) -> float:
    """One minus the mean squared distance from the truth, so that higher is better.

    >>> brier([True, False], [1.0, float("nan")])
    0.875
    """
    return _value("brier", truth, scores, weights)


def accuracy(truth: Labels, scores: Scores, weights: Weights | None = None) -> float:
    """Share of right answers; silence is wrong (PAN 2013 calls it recall).

    >>> accuracy([True, False], [0.5, float("nan")])
    0.5
    """
    return _value("accuracy", truth, scores, weights)


def precision(truth: Labels, scores: Scores, weights: Weights | None = None) -> float:
    """Share of same-author trials among those called "same".

    >>> precision([True, False, True], [0.9, 0.6, float("nan")])
    0.5
    """
    return _value("precision", truth, scores, weights)


def recall(truth: Labels, scores: Scores, weights: Weights | None = None) -> float:
    """Share of same-author trials that were called "same"; silence misses them.

    >>> recall([True, True, True, False], [0.9, 0.1, float("nan"), 0.1]) == 1 / 3
    True
    """
    return _value("recall", truth, scores, weights)


def precision_2013(truth: Labels, scores: Scores, weights: Weights | None = None) -> float:
    """Share of right answers among the answered trials.

    >>> precision_2013([True, False], [0.9, float("nan")])
    1.0
    """
    return _value("precision_2013", truth, scores, weights)


def f1_2013(truth: Labels, scores: Scores, weights: Weights | None = None) -> float:
    """Harmonic mean of right/answered and right/all, so 0 when nothing is right.

    >>> round(f1_2013([True, False], [0.9, float("nan")]), 4)
    0.6667
    """
    return _value("f1_2013", truth, scores, weights)


def final_2014(truth: Labels, scores: Scores, weights: Weights | None = None) -> float:
    """AUC times c@1 (PAN 2014 and 2015).

    >>> final_2014([True, False], [0.9, float("nan")])
    0.75
    """
    return _value("final_2014", truth, scores, weights)


def overall_2020(truth: Labels, scores: Scores, weights: Weights | None = None) -> float:
    """Mean of AUC, c@1, F0.5u and F1 of the answered.

    >>> overall_2020([True, False], [0.9, 0.1])
    1.0
    """
    return _value("overall_2020", truth, scores, weights)


def overall_2021(truth: Labels, scores: Scores, weights: Weights | None = None) -> float:
    """Mean of AUC, c@1, F0.5u, F1 of the answered and Brier (PAN 2021 to 2023).

    >>> round(overall_2021([True, False], [0.9, 0.1]), 4)
    0.998
    """
    return _value("overall_2021", truth, scores, weights)


def overall_2025(truth: Labels, scores: Scores, weights: Weights | None = None) -> float:
    """Mean of AUC, c@1, F0.5u, F1 of all and Brier (PAN 2024 and 2025).

    >>> round(overall_2025([True, False], [0.9, 0.1]), 4)
    0.998
    """
    return _value("overall_2025", truth, scores, weights)


MEASURES: dict[str, Measure] = {
    function.__name__: function
    for function in (
        auc, c_at_1, f_05_u, f_05_u_2020_legacy, f1_answered, f1_all, brier, accuracy, precision, recall,
        precision_2013, f1_2013, final_2014, overall_2020, overall_2021, overall_2025,
    )
}  # fmt: skip

UNDEFINED = {
    "auc": "it needs trials of both classes",
    "f_05_u": "no trial is same-author, none was called so and none was left open",
    "f_05_u_2020_legacy": "no trial is same-author, and none was called so or left open",
    "f1_answered": "no answered trial is same-author or was called so",
    "f1_all": "no trial is same-author or was called so",
    "precision": "no trial was called same-author",
    "recall": "no trial is same-author",
    "precision_2013": "no trial was answered",
}


def measure(name: str) -> Measure:
    """The measure of that name.

    >>> measure("c_at_1")([True], [0.7], None)
    1.0
    """
    if name not in MEASURES:
        raise SpecError(f"no measure named {name!r}; there are: {', '.join(MEASURES)}")
    return MEASURES[name]


def checked(truth: Labels, scores: Scores) -> tuple[Booleans, Floats]:
    """Truth and scores as arrays; whatever cannot be meant is refused."""
    labels, values = np.asarray(truth), _numbers("scores", scores)
    if labels.ndim != 1 or values.shape != labels.shape:
        raise StylobenchError(f"truth has shape {labels.shape} and scores {values.shape}; give one of each per trial")
    if labels.dtype != np.bool_ and not np.isin(labels, (0, 1)).all():
        raise StylobenchError("truth holds something else than true and false; give one of them per trial")
    wrong = ~np.isnan(values) & ~((values >= 0) & (values <= 1))
    if wrong.any():
        place = int(np.argmax(wrong))
        raise StylobenchError(f"score {values[place]:g} of trial {place} is not in [0, 1]; NaN is no answer")
    return labels.astype(np.bool_), values


def _numbers(what: str, values: npt.ArrayLike) -> Floats:
    try:
        return np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise StylobenchError(f"{what} hold something else than numbers; give one number per trial") from None


def _value(name: str, truth: Labels, scores: Scores, weights: Weights | None) -> float:
    labels, values = checked(truth, scores)
    held = np.ones(len(labels)) if weights is None else _numbers("weights", weights)
    if held.shape != labels.shape or not np.isfinite(held).all() or (held < 0).any():
        raise StylobenchError(f"weights must be {len(labels)} finite numbers, none of them negative")
    if held.sum() == 0:
        raise UndefinedMetric(f"{name} is undefined: there is no trial to measure")
    value = float(WeighedTrials(labels, values, held[None]).value(name)[0])
    if np.isnan(value):
        raise UndefinedMetric(f"{name} is undefined: {_reason(name, labels, values, held)}")
    return value


def _reason(name: str, truth: Booleans, scores: Floats, weights: Floats) -> str:
    if name in UNDEFINED:
        return UNDEFINED[name]
    parts = PARTS.get(name, ("auc", "c_at_1"))
    weighed = WeighedTrials(truth, scores, weights[None])
    missing = next(part for part in parts if np.isnan(weighed.value(part)[0]))
    return f"{missing} is, for {UNDEFINED[missing]}"
