"""Which story a result tells: one per crash test."""

from __future__ import annotations

import importlib
from collections.abc import Mapping

from stylobench.report.families import ordered, with_heads
from stylobench.report.gaps import with_gaps
from stylobench.report.story import Result, Story
from stylobench.report.words import clean

# by name: a story that draws charts takes a second to import, and a verdict draws none
STORIES: Mapping[str, str] = {
    "novel_topic": "chapters",
    "leakage": "leakage",
    "shift": "shift",
    "attack": "attack",
    "advice": "advice",
    "verdict": "verdict",
}


def story(result: Result) -> Story:
    """The report of a result, by the crash test that made it."""
    teller = importlib.import_module(f"stylobench.report.{STORIES[result.get('protocol', 'novel_topic')]}")
    told: Story = teller.story(ordered(result))
    return with_gaps(with_heads(told, result), result)


def printable(result: Result) -> Result:
    """The result with nothing left that cannot be printed; rewritten and verified texts keep their line ends."""
    texts = [example.get("phrases") for example in result.get("examples") or ()]
    cleaned: dict[str, object] = clean({key: value for key, value in result.items() if key != "examples"})
    if texts:
        bare = [clean({**example, "phrases": None}) for example in result["examples"]]
        cleaned["examples"] = [one | {"phrases": text} for one, text in zip(bare, texts, strict=True)]
    if "texts" in result and result.get("protocol") == "verdict":
        cleaned["texts"] = [_with_lines(text) for text in result["texts"]]
    return cleaned


def _with_lines(text: Result) -> Result:
    stretches = [one | {"text": "\n".join(map(clean, one["text"].split("\n")))} for one in text["stretches"]]
    return {**clean({**text, "stretches": None}), "stretches": stretches}
