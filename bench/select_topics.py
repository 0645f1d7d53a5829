"""Seconds to select 70 of 4,000 topics, and how many times faster that is than the definition read aloud."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import numpy as np

from stylobench.records import Floats
from stylobench.seeds import generator
from stylobench.splits.hits import select_topics

DIMENSIONS = 384
LARGE, SMALL = (4000, 70), (400, 30)
TRIES = 5


def topics(count: int) -> tuple[list[str], Floats]:
    """Topics as a sentence encoder gives them: much alike."""
    vectors = generator(0, "topics to select").normal(size=(count, DIMENSIONS)) + 1.5
    return [f"topic {i:04d}" for i in range(count)], vectors


def plain(names: list[str], vectors: Floats, count: int) -> list[str]:
    """Every cosine that the definition names, worked out when it is named."""

    def cosine(one: str, two: str) -> float:
        a, b = table[one], table[two]
        return float(a @ b / (np.linalg.norm(a) * np.linalg.norm(b)))

    table = dict(zip(names, vectors, strict=True))
    taken = [min(names, key=lambda one: round(np.mean([cosine(one, two) for two in names if two != one]), 12))]
    while len(taken) < count:
        left = [name for name in names if name not in taken]
        similar = {one: [cosine(one, two) for two in taken] for one in left}
        taken.append(min(left, key=lambda one: round(float(np.mean(similar[one]) * np.max(similar[one])), 12)))
    return taken


def seconds(run: Callable[[], object], tries: int) -> float:
    """The shortest of several runs."""
    spent = []
    for _ in range(tries):
        began = time.perf_counter()
        run()
        spent.append(time.perf_counter() - began)
    return min(spent)


def main() -> None:
    """One line for the size that counts, one for the ratio on a size that the plain reading can bear."""
    names, vectors = topics(LARGE[0])
    large = seconds(lambda: select_topics(names, vectors, LARGE[1]), TRIES)
    print(json.dumps({"figure": "HITS, 70 of 4,000 topics x 384 dimensions", "seconds": round(large, 3)}))
    some, few = topics(SMALL[0])
    assert select_topics(some, few, SMALL[1]) == plain(some, few, SMALL[1])
    ours = seconds(lambda: select_topics(some, few, SMALL[1]), TRIES)
    theirs = seconds(lambda: plain(some, few, SMALL[1]), 1)
    line = {"figure": "HITS, 30 of 400 topics, against the plain definition", "seconds": round(ours, 4)}
    print(json.dumps({**line, "reference_seconds": round(theirs, 2), "times_as_fast": round(theirs / ours)}))


if __name__ == "__main__":
    main()
