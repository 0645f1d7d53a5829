"""How the cost of the leakage protocol grows with documents (and so pairs), topics and verifiers, one at a time.

    python bench/growth.py

Processor seconds of one process, on simulated worlds. The exponent is that of the last doubling: 1 means twice as much
for twice as many. One JSON line per figure.
"""

from __future__ import annotations

import json
import math
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from stylobench import world
from stylobench.engine.leakage import leakage
from stylobench.engine.leakage_prepared import Wanted
from stylobench.engine.run import Force
from stylobench.protocols.leakage import Settings

VERIFIERS = ("char_ngrams", "char_ngrams(n=3)", "char_ngrams(n=5)", "char_ngrams(n=2)")
USUAL = {"authors": 8, "topics": 16, "documents": 40, "verifiers": 2}
GROWTH = {"documents": (40, 80, 160), "topics": (8, 16, 32), "verifiers": (1, 2, 4)}


def measured(asked: Mapping[str, int]) -> dict[str, Any]:
    """Seconds, jobs and pairs of a fold of one run; documents are those of a topic."""
    cells = asked["topics"] * asked["documents"]
    corpus = world(asked["authors"], asked["topics"], cells, words=120)
    settings = Settings(asked["topics"] // 2, 0, 4, 2, controls=2)
    with tempfile.TemporaryDirectory() as home:
        leakage(world(4, 8, 64, words=60), VERIFIERS, Settings(4, 0, 2, 1, controls=1), folder=Path(home) / "warm")
        began = time.process_time()
        how: dict[str, Any] = {"folder": Path(home) / "run", "force": Force(0)}
        found = leakage(corpus, VERIFIERS[: asked["verifiers"]], settings, Wanted(encoder="lsa"), **how)
        seconds = time.process_time() - began
        jobs = len(list((Path(home) / "run" / "answers").iterdir()))
    return {
        "corpus_documents": len(corpus),
        "jobs": jobs,
        "seconds": round(seconds, 2),
        "pairs_of_a_fold": _pairs(found),
    }


def _pairs(found: Mapping[str, Any]) -> int:
    hits = found["samples"][0]
    return round(hits["train_pairs"] + hits["test_pairs"])


def main() -> None:
    """One line per run, one exponent per thing that grows."""
    for what, sizes in GROWTH.items():
        costs = []
        for size in sizes:
            cost = measured({**USUAL, what: size})
            costs.append(cost["seconds"])
            print(json.dumps({"figure": "growth", "grows": what, "size": size, **cost}), flush=True)
        exponent = math.log2(costs[-1] / costs[-2])
        print(json.dumps({"figure": "exponent", "grows": what, "exponent": round(exponent, 2)}), flush=True)


if __name__ == "__main__":
    main()
