"""How much memory work takes at most."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable

TURNS = 3


def least_peak(work: Callable[[], object]) -> int:
    """Bytes, the least of some turns: other threads of the tests may want memory at the same time."""
    return min(_peak(work) for _ in range(TURNS))


def _peak(work: Callable[[], object]) -> int:
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
