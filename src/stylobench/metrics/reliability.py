"""Whether a score of .7 is right seven times in ten: bins of answered trials and the expected calibration error."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from stylobench.errors import UndefinedMetric
from stylobench.metrics.verification import Labels, Scores, Weights, checked
from stylobench.records import Floats, Rows


@dataclass(frozen=True)
class ReliabilityBin:
    """Answered trials with a score from `low` up to, but for the last bin not including, `high`."""

    low: float
    high: float
    trials: int
    mean_score: float
    same_share: float


def ece(truth: Labels, scores: Scores, weights: Weights | None = None, bins: int = 10) -> float:
    """Mean distance between score and share of same-author trials over bins of equal width; silence is left out.

    >>> ece([True, True, False, False], [0.75, 0.75, 0.75, float("nan")])
    0.08333333333333333
    """
    same, given = checked(truth, scores)
    held = np.ones(len(given)) if weights is None else np.asarray(weights, np.float64)
    if held.shape != given.shape or not np.isfinite(held).all() or (held < 0).any():
        raise ValueError(f"weights must be {len(given)} finite numbers, none of them negative")
    answered = ~np.isnan(given) & (held > 0)
    if not answered.any():
        raise UndefinedMetric("ece is undefined: no trial was answered")
    apart = (held * (given - same))[answered]
    return float(np.abs(np.bincount(bin_of(given[answered], bins), apart)).sum() / held[answered].sum())


def reliability_bins(truth: Labels, scores: Scores, bins: int = 10) -> list[ReliabilityBin]:
    """The bins that hold answered trials, from low to high.

    >>> reliability_bins([True, False, True], [0.8, 0.8, float("nan")], bins=2)
    [ReliabilityBin(low=0.5, high=1.0, trials=2, mean_score=0.8, same_share=0.5)]
    """
    same, given = checked(truth, scores)
    same, given = same[~np.isnan(given)], given[~np.isnan(given)]
    places = bin_of(given, bins)
    return [
        ReliabilityBin(
            low=place / bins,
            high=(place + 1) / bins,
            trials=int((places == place).sum()),
            mean_score=float(given[places == place].mean()),
            same_share=float(same[places == place].mean()),
        )
        for place in np.unique(places).tolist()
    ]


def bin_of(scores: Floats, bins: int) -> Rows:
    """The bin of each score; a score on an inner edge belongs to the higher bin."""
    return np.asarray(np.searchsorted(np.arange(1, bins) / bins, scores, "right"), np.int64)
