"""Shapiro-Wilk on draws, plain or without their ends, where its approximation of p still holds."""

from __future__ import annotations

import numpy as np
from scipy import stats

from stylobench.records import Floats

MOST = 5000
ROUNDING = 1e-12


def shapiro(draws: Floats, trimmed: int = 0) -> tuple[float | None, float | None]:
    """W and p without the `trimmed` lowest and highest; of more than 5,000 draws the first are taken as they came.

    None where all are equal, or fewer than 3 are left.

    >>> shapiro(np.array([1.0, 1.0, 1.0, 9.0, -9.0]), trimmed=1)
    (None, None)
    """
    known = draws[np.isfinite(draws)]
    kept = np.sort(np.argsort(known, kind="stable")[trimmed : len(known) - trimmed])
    values = known[kept][:MOST]
    if len(values) < 3 or np.ptp(values) <= ROUNDING:
        return None, None
    found = stats.shapiro(values)
    return float(found.statistic), float(found.pvalue)
