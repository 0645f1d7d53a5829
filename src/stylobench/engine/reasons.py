"""Why a job has no answer, where its method did not get to say so itself: the same words from every engine."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from itertools import groupby

OUT_OF_MEMORY = "ran out of memory"  # what a method says itself


def late(seconds: float) -> str:
    """It was ended for its time.

    >>> late(2.0)
    'it took longer than 2 seconds'
    """
    return f"it took longer than {seconds:g} seconds"


def large(limit: int) -> str:
    """It was ended for its memory.

    >>> large(2_000_000_000)
    'it took more than 2.0 GB of memory'
    """
    return f"it took more than {said(limit)} of memory"


def crowded(held: int) -> str:
    """It was ended because it held most where little was left.

    >>> crowded(3_210_000_000)
    'the machine ran out of memory (it held 3.2 GB)'
    """
    return f"the machine ran out of memory (it held {said(held)})"


def died(exitcode: int | None) -> str:
    """Its process ended before it did.

    >>> died(-9), died(3)
    ('its process was killed by SIGKILL', 'its process ended with exit code 3 and no answer')
    """
    if exitcode is None or exitcode >= 0:
        return f"its process ended with exit code {exitcode} and no answer"
    known = {one.value: one.name for one in signal.Signals}
    return f"its process was killed by {known.get(-exitcode, f'signal {-exitcode}')}"


def in_all(reasons: Sequence[str]) -> str:
    """The reasons of every try, in order.

    >>> in_all(["a"]), in_all(["a", "a"]), in_all(["a", "a", "a", "b"])
    ('a', 'a, tried twice', 'a, tried 3 times; then b')
    """
    runs = [(reason, len(list(group))) for reason, group in groupby(reasons)]
    return "; then ".join(reason if count == 1 else f"{reason}, tried {_times(count)}" for reason, count in runs)


def _times(count: int) -> str:
    return "twice" if count == 2 else f"{count} times"


def said(size: float) -> str:
    """A size for people.

    >>> said(2_000_000_000), said(64_300_000)
    ('2.0 GB', '64 MB')
    """
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:.0f} MB"
