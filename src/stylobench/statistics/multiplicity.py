"""Many tests at once: p-values that stay honest when the best is picked."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from stylobench.records import Floats


def holm(p: npt.ArrayLike) -> Floats:
    """Adjusted so that the chance of any false rejection stays below the level (Holm 1979).

    >>> holm([0.01, 0.04, 0.03]).round(10).tolist()
    [0.03, 0.06, 0.06]
    """
    raw = _checked(p)
    order = np.argsort(raw, kind="stable")
    scaled = raw[order] * np.arange(len(raw), 0, -1)
    return _restored(np.minimum(np.maximum.accumulate(scaled), 1), order)


def benjamini_hochberg(p: npt.ArrayLike) -> Floats:
    """Adjusted so that the expected share of false ones among the rejections stays below the level.

    >>> benjamini_hochberg([0.01, 0.04, 0.03]).round(10).tolist()
    [0.03, 0.04, 0.04]
    """
    raw = _checked(p)
    order = np.argsort(raw, kind="stable")
    scaled = raw[order] * len(raw) / np.arange(1, len(raw) + 1)
    return _restored(np.minimum(np.minimum.accumulate(scaled[::-1])[::-1], 1), order)


def _checked(p: npt.ArrayLike) -> Floats:
    raw = np.asarray(p, dtype=np.float64)
    if raw.ndim != 1 or not ((raw >= 0) & (raw <= 1)).all():
        raise ValueError("p-values must be a list of numbers from 0 to 1")
    return raw


def _restored(in_order: Floats, order: npt.NDArray[np.intp]) -> Floats:
    adjusted = np.empty_like(in_order)
    adjusted[order] = in_order
    return adjusted
