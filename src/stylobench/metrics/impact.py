"""What rewriting does to recognition: impact of a change in recall, and the threshold that recalls go by."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from stylobench.errors import UndefinedMetric
from stylobench.records import Booleans, Floats, Rows


def impact(recall_before: float, recall_after: float) -> float:
    """The share of what could be lost that was lost; below 0 the share of what could be gained that was gained.

    1 when nobody is recognised any more, 0 when nothing changed, -1 when everybody is (Potthast et al. 2016, eq. 3).

    >>> impact(0.5, 0.25), impact(0.5, 0.75), impact(1.0, 1.0), impact(0.0, 0.0)
    (0.5, -0.5, 0.0, 0.0)
    """
    value = float(impacts([recall_before], [recall_after])[0])
    if np.isnan(value):
        raise UndefinedMetric("impact has no value where a recall has none; it needs same-author problems")
    return value


def impacts(recall_before: npt.ArrayLike, recall_after: npt.ArrayLike) -> Floats:
    """The same for arrays of recalls, NaN where either is."""
    before, after = np.broadcast_arrays(np.asarray(recall_before, np.float64), np.asarray(recall_after, np.float64))
    if any(((recall < 0) | (recall > 1)).any() for recall in (before, after)):
        raise ValueError("recalls must lie between 0 and 1")
    change = np.asarray(after - before)
    room = np.where(change < 0, before, 1 - before)
    # 0 - x, so that no change is 0 and not -0
    return np.asarray(0 - np.divide(change, room, out=change.copy(), where=change != 0))


def mean_impact(recall_before: npt.ArrayLike, recall_after: npt.ArrayLike) -> Floats:
    """The average over methods, which stand along the first axis; NaN where any has no value.

    >>> float(mean_impact([0.5, 0.8], [0.25, 0.8]))
    0.25
    """
    return np.asarray(impacts(recall_before, recall_after).mean(axis=0))


def pooled_impact(recall_before: npt.ArrayLike, recall_after: npt.ArrayLike) -> Floats:
    """The share of all recognitions of all methods that was lost, below 0 where there are more after; NaN of none.

    >>> float(pooled_impact([0.5, 0.5], [0.25, 0.5]))
    0.25
    """
    before, after = (np.asarray(recalls, np.float64).sum(axis=0) for recalls in (recall_before, recall_after))
    lost = np.asarray(before - after)
    return np.asarray(np.divide(lost, before, out=np.full(lost.shape, np.nan), where=before > 0))


def best_threshold(truth: npt.ArrayLike, scores: npt.ArrayLike) -> float:
    """The score from which on to say "same" so that most answers are right; NaN says "different" at any threshold.

    The smallest score of those that do equally well; infinite only where a constant answer is right more often.

    >>> best_threshold([False, True, True], [0.2, 0.4, 0.9]), best_threshold([True, False, False], [0.1, 0.5, 0.7])
    (0.4, inf)
    """
    same, given = np.asarray(truth, np.bool_), np.asarray(scores, np.float64)
    if same.shape != given.shape or same.ndim != 1:
        raise ValueError("truth and scores must be two lists of the same length")
    if not len(same):
        raise UndefinedMetric("no threshold is best without a single problem")
    return float(best_thresholds(same, given, [np.arange(len(same))])[0])


def best_thresholds(truth: Booleans, scores: Floats, chosen: Sequence[Rows]) -> Floats:
    """The best threshold of each choice of problems, given by their places; no other score has a say in it.

    Classes count as often as among all problems: with one problem left out the rest leans towards the other class, and
    where scores tell nothing, that alone would make the answer to the one left out wrong. Of no problems at all the
    threshold is infinite, which says "different".
    """
    said = ~np.isnan(scores)
    levels, rank = np.unique(scores[said], return_inverse=True)
    place = np.full(len(scores), -1)
    place[said] = rank
    return np.array([_best(levels, place[some], _gains(truth, some)) for some in chosen], np.float64)


def _gains(truth: Booleans, chosen: Rows) -> Rows:
    """What an answer "same" wins over "different" in each chosen problem."""
    same, all_same = int(truth[chosen].sum()), int(truth.sum())
    different, all_different = len(chosen) - same, len(truth) - all_same
    if not same or not different:
        return np.where(truth[chosen], 1, -1)
    return np.where(truth[chosen], all_same * different, -all_different * same)


def _best(levels: Floats, place: Rows, gains: Rows) -> float:
    said = place >= 0
    seen = np.bincount(place[said], minlength=len(levels)) > 0
    won = np.bincount(place[said], gains[said], len(levels))[::-1].cumsum()[::-1]
    possible = np.flatnonzero(seen & np.isfinite(levels))
    enough = max([0.0, *won[:1], *won[possible]])
    good = possible[won[possible] >= enough]
    if len(good):
        return float(levels[good[0]])
    return -np.inf if won[:1].max(initial=0) > 0 else np.inf
