"""`stylobench demo`: the first crash test on the embedded world."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from stylobench.cli._console import say
from stylobench.cli._corpus import Json, Output, Seed

METHODS = ["maxent", "maxent(C=10.0, features=function_words)", "burrows_delta"]
WORLD: dict[str, Any] = {
    "authors": 8,
    "topics": 12,
    "documents": 720,
    "words": 150,
    "style": 0.8,
    "shortcut": 0.8,
    "spread": 0.85,
}


def command(seed: Seed = 0, output: Output = None, json: Json = False) -> None:
    """Crash-test three methods on the simulated world and write a report."""
    from stylobench import world
    from stylobench.cli.novel_topic import crash_test, show
    from stylobench.protocols.novel_topic import Settings

    folder = Path(output or "stylobench-demo")
    corpus = world(seed=seed, **WORLD)
    say("a simulated world whose authors have favourite names in each topic: what does a method learn there?")
    result = crash_test(corpus, METHODS, "topic", Settings(seed=seed), (folder, None, None))
    show(result, folder, json)
