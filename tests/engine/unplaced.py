"""Reasons without the line of code that raised them, which moves whenever a test file is edited."""

from __future__ import annotations

import re


def unplaced(reason: str | None) -> str:
    """The reason, which must name a place: a file without its folder, a line and a function."""
    text, places = re.subn(r" \(\w+\.py:\d+, in \w+\)", "", str(reason))
    assert places == 1, reason
    return text
