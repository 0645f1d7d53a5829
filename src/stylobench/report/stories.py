"""Which story a result tells: one per crash test."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from stylobench.report import advice, attack, chapters, leakage, shift
from stylobench.report.story import Result, Story
from stylobench.report.words import clean

STORIES: Mapping[str, Callable[[Result], Story]] = {
    "novel_topic": chapters.story,
    "leakage": leakage.story,
    "shift": shift.story,
    "attack": attack.story,
    "advice": advice.story,
}


def story(result: Result) -> Story:
    """The report of a result, by the crash test that made it."""
    return STORIES[result.get("protocol", "novel_topic")](result)


def printable(result: Result) -> Result:
    """The result with nothing left that cannot be printed; rewritten texts keep their line ends for now."""
    texts = [example.get("phrases") for example in result.get("examples") or ()]
    cleaned: dict[str, object] = clean({key: value for key, value in result.items() if key != "examples"})
    if texts:
        bare = [clean({**example, "phrases": None}) for example in result["examples"]]
        cleaned["examples"] = [one | {"phrases": text} for one, text in zip(bare, texts, strict=True)]
    return cleaned
