"""Times in words: how long, and when."""

from __future__ import annotations

from datetime import datetime

MINUTE, HOUR, DAY = 60, 3600, 86400


def lasting(seconds: float) -> str:
    """A length of time, as roughly as one would say it.

    >>> lasting(0.2), lasting(44), lasting(365), lasting(7800), lasting(200_000)
    ('1 second', '44 seconds', '6 minutes', '2 hours 10 minutes', '2 days')
    """
    if seconds < 1.5 * MINUTE:
        return _counted(max(1, round(seconds)), "second")
    if seconds < 1.5 * HOUR:
        return _counted(round(seconds / MINUTE), "minute")
    if seconds < 1.5 * DAY:
        hours, minutes = divmod(round(seconds / MINUTE), 60)
        return _counted(hours, "hour") + (f" {_counted(minutes, 'minute')}" if minutes else "")
    return _counted(round(seconds / DAY), "day")


def each(seconds: float | None) -> str:
    """The time of one job.

    >>> each(None), each(0.0312), each(3.21), each(41.7), each(300)
    ('', '0.03 s', '3.2 s', '42 s', '5.0 min')
    """
    if seconds is None:
        return ""
    if seconds < 1:
        return f"{seconds:.2f} s"
    if seconds < 1.5 * MINUTE:
        return f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s"
    return f"{seconds / MINUTE:.1f} min" if seconds < 1.5 * HOUR else f"{seconds / HOUR:.1f} h"


def clock(at: float) -> str:
    """A moment by the clock of this machine, with the day unless it is today."""
    moment = datetime.fromtimestamp(at)
    return f"{moment:%H:%M}" if moment.date() == datetime.now().date() else f"{moment:%Y-%m-%d %H:%M}"


def _counted(number: int, unit: str) -> str:
    return f"{number} {unit}{'' if number == 1 else 's'}"
