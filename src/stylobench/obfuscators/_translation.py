"""A translated sentence and what the engine said of it."""

from __future__ import annotations

from typing import NamedTuple


class Translation(NamedTuple):
    """The text, the words that the engine left as they were (None: it does not say), and how many it got wrong."""

    text: str
    unknown: tuple[str, ...] | None = None
    faults: int = 0
