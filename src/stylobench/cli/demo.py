"""`stylobench demo`: the first crash test on the embedded world."""

from __future__ import annotations

from pathlib import Path

from stylobench.cli._console import say
from stylobench.cli._corpus import Json, Output, Seed

METHODS = ["maxent", "burrows_delta", "naive_bayes"]


def command(seed: Seed = 0, output: Output = None, json: Json = False) -> None:
    """Crash-test three methods on the simulated world and write a report."""
    from stylobench import world
    from stylobench.cli.novel_topic import crash_test, show
    from stylobench.protocols.novel_topic import Settings

    folder = Path(output or "stylobench-demo")
    corpus = world(authors=8, topics=12, documents=960, seed=seed, spread=0.5)
    say(f"a simulated world: {len(corpus)} documents by 8 authors on 12 topics")
    result = crash_test(corpus, METHODS, "topic", Settings(seed=seed), (folder, None))
    show(result, folder, json)
