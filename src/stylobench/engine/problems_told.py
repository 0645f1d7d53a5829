"""Several problems in the one line that an error has."""

from __future__ import annotations

from collections.abc import Sequence

SHOWN = 4


def told(lines: Sequence[str]) -> str:
    """The first few in full, and how many there are.

    >>> told(["a", "b", "c"])
    'a; and 2 more problems: b; c'
    """
    if len(lines) == 1:
        return lines[0]
    rest = ["..."] if len(lines) > SHOWN else []
    count = f"{len(lines) - 1} more problem{'s' if len(lines) > 2 else ''}"
    return f"{lines[0]}; and {count}: {'; '.join([*lines[1:SHOWN], *rest])}"
