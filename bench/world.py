"""How fast the simulated world writes: one JSON line per figure."""

from __future__ import annotations

import json
import sys
import time
import tracemalloc
from collections.abc import Iterator

from stylobench.corpora.world import Settings, stream


def figures(documents: int, words: int) -> Iterator[tuple[str, float, str]]:
    """Documents and words per second, and the highest memory of a streamed world."""
    started = time.perf_counter()
    written = sum(document.text.count(" ") + 1 for document in stream(Settings(documents=documents, words=words)))
    seconds = time.perf_counter() - started
    yield f"world of {documents} documents of {words} words", round(seconds, 3), "s"
    yield "world documents per second", round(documents / seconds), "1/s"
    yield "world words per second", round(written / seconds), "1/s"
    yield "world memory while streaming", round(streamed_megabytes(documents // 10, words), 2), "MB"


def streamed_megabytes(documents: int, words: int) -> float:
    """The peak of what Python holds while a world is streamed."""
    tracemalloc.start()
    for _ in stream(Settings(documents=documents, words=words)):
        pass
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6


if __name__ == "__main__":
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for figure, value, unit in figures(size, 400):
        print(json.dumps({"figure": figure, "value": value, "unit": unit}))
