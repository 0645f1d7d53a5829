"""Methods whose answers hang on what they were trained on and not on the problem."""

from __future__ import annotations

import numpy as np

from stylobench.protocols.attack_ground import Attacked
from stylobench.records import Booleans, Floats, Rows

ROUNDING = 1e-12


def repeats_training(attacked: Attacked, scores: Floats) -> bool:
    """Whether scores are one for all, or differ between folds only, as the share of same-author problems learnt from.

    Folds with problems of both kinds tell, where they hold half of all problems: there such a method has one score per
    fold. With one problem or kind per fold its score rises with the share of same-author problems that the fold learnt
    from, which falls when a same-author problem is held out: no method that is right more often than not does that.
    """
    answered = np.flatnonzero((attacked.fold >= 0) & ~np.isnan(scores))
    if not len(answered) or np.ptp(scores[answered]) <= ROUNDING:
        return True
    folds = [answered[attacked.fold[answered] == number] for number in range(len(attacked.trained))]
    if 2 * sum(len(rows) for rows in folds if _both_kinds(attacked.truth[rows])) >= len(answered):
        return all(np.ptp(scores[rows]) <= ROUNDING for rows in folds if len(rows))
    return _never_falls(_learnt_shares(attacked)[attacked.fold[answered]], scores[answered])


def _both_kinds(truth: Booleans) -> bool:
    return bool(truth.any() and not truth.all())


def _learnt_shares(attacked: Attacked) -> Floats:
    return np.array([attacked.truth[rows].mean() if len(rows) else 0.0 for rows in attacked.trained])


def _never_falls(shares: Floats, scores: Floats) -> bool:
    """Whether equal shares have equal scores, and larger shares no smaller ones."""
    order: Rows = np.lexsort((scores, shares))
    steps, rises = np.diff(scores[order]), np.diff(shares[order]) > ROUNDING
    return bool((steps >= -ROUNDING).all() and (steps[~rises] <= ROUNDING).all())
