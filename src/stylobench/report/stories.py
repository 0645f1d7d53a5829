"""Which story a result tells: one per crash test."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from stylobench.report import chapters, leakage, shift
from stylobench.report.story import Result, Story

STORIES: Mapping[str, Callable[[Result], Story]] = {
    "novel_topic": chapters.story,
    "leakage": leakage.story,
    "shift": shift.story,
}


def story(result: Result) -> Story:
    """The report of a result, by the crash test that made it."""
    return STORIES[result.get("protocol", "novel_topic")](result)
