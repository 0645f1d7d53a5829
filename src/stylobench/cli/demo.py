"""`stylobench demo`: the first crash test on the embedded world."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from stylobench.cli._console import say
from stylobench.cli._corpus import Json, Output, Seed
from stylobench.cli._studies import conduct_one

METHODS = ("maxent", "maxent(C=10.0, features=function_words)", "burrows_delta")
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
    from stylobench.cli._force import force_of
    from stylobench.cli.novel_topic import show
    from stylobench.engine.plan import HERE, Study
    from stylobench.engine.tested_file import Source
    from stylobench.specs import Spec

    folder = Path(output or "stylobench-demo")
    world = Source(str(Spec("world", {**WORLD, "seed": seed})))
    say("a simulated world whose authors have favourite names in each topic: what does a method learn there?")
    study = Study(HERE, "novel-topic", {"world": world}, METHODS, seed=seed)
    show(conduct_one(study, folder, force_of(), "novel topic"), folder, json)
