"""Compiled functions: kept on disk where a cache folder can be written, else compiled in each process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba

F = TypeVar("F", bound=Callable[..., Any])


def compiled_in_order(function: F) -> F:
    """The function in machine code that adds in the order written, so that its sums have the same bits on every
    processor: what is chosen or ranked by them hangs on these.
    """
    options: Any = {"error_model": "numpy", "nogil": True}
    try:
        made: F = numba.njit(cache=True, **options)(function)
    except RuntimeError:
        # numba refuses at this point when it finds no place for its cache
        made = numba.njit(**options)(function)
    return made
