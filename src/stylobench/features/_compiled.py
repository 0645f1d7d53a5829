"""Compiled functions: kept on disk where a cache folder can be written, else compiled in each process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba

F = TypeVar("F", bound=Callable[..., Any])

# sums may be reordered, but infinities and NaN keep their meaning
FAST = {"fastmath": {"reassoc", "contract", "nsz", "arcp"}}


def compiled(function: F) -> F:
    """The function in machine code; the last bits of its sums hang on the processor."""
    return _compiled(function, FAST)


def compiled_in_order(function: F) -> F:
    """The function in machine code that adds in the order written, for whatever a choice hangs on.

    The same bits on every processor, as long as it keeps to + - * / and square roots.
    """
    return _compiled(function, {})


def _compiled(function: F, how: dict[str, Any]) -> F:
    options: dict[str, Any] = {**how, "error_model": "numpy", "nogil": True}
    try:
        fast: F = numba.njit(cache=True, **options)(function)
    except RuntimeError:
        # numba refuses at this point when it finds no place for its cache
        fast = numba.njit(**options)(function)
    return fast
