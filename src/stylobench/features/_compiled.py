"""Compiled functions: kept on disk where a cache folder can be written, else compiled in each process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """The function in machine code."""
    # sums may be reordered, but infinities and NaN keep their meaning
    options: Any = {"fastmath": {"reassoc", "contract", "nsz", "arcp"}, "error_model": "numpy", "nogil": True}
    try:
        fast: F = numba.njit(cache=True, **options)(function)
    except RuntimeError:
        # numba refuses at this point when it finds no place for its cache
        fast = numba.njit(**options)(function)
    return fast
