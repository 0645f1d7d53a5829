"""Precision if the positive class were rarer or more frequent: class shift, another problem than a shifting mix."""

from __future__ import annotations

import numpy as np

from stylobench.metrics.outcomes import Outcomes
from stylobench.records import Floats


def precision_at(recall: Floats, false_alarms: Floats, prevalence: float) -> Floats:
    """Precision where a share `prevalence` of the items is positive; NaN where nothing would be called positive.

    >>> precision_at(np.array([0.9]), np.array([0.1]), 0.1).round(3).tolist()
    [0.5]
    """
    hits, wrong = recall * prevalence, false_alarms * (1 - prevalence)
    called = hits + wrong
    return np.asarray(np.divide(hits, called, out=np.full(len(called), np.nan), where=called > 0))


def rates(outcomes: Outcomes, totals: Floats) -> tuple[Floats, Floats] | None:
    """Recall and share of false alarms of every row of totals; None where no class is the positive one."""
    recall, precision = outcomes.ratio("recall"), outcomes.ratio("precision")
    if recall is None or precision is None:
        return None
    (hit, positive), called = recall, precision[1]
    shares = [(totals @ hit, totals @ positive), (totals @ (called - hit), totals @ (1 - positive))]
    found = [np.divide(part, whole, out=np.full(len(totals), np.nan), where=whole > 0) for part, whole in shares]
    return np.asarray(found[0]), np.asarray(found[1])
