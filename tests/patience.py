"""Waiting in tests: for a while, never for ever."""

from __future__ import annotations

import time
from collections.abc import Callable

LOOK = 0.01


def until(happened: Callable[[], object], seconds: float = 60) -> None:
    """Wait until it has happened, and fail when it does not."""
    deadline = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < deadline, f"it has not happened within {seconds:g} seconds"
        time.sleep(LOOK)
