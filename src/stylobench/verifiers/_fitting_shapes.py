"""A guard before compiled loops: they read where arrays say, and arrays may come from a file."""

from __future__ import annotations

from typing import Any

import numpy as np

from stylobench.errors import ArchiveError


def require_shape(name: str, array: Any, *shape: int) -> None:
    """Refuse an array of another shape.

    >>> require_shape("weights", np.zeros((2, 3)), 2, 4)
    Traceback (most recent call last):
    stylobench.errors.ArchiveError: weights of shape (2, 3) do not fit (2, 4); fit again
    """
    if np.shape(array) != shape:
        raise ArchiveError(f"{name} of shape {np.shape(array)} do not fit {shape}; fit again")
