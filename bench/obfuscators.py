"""Words per second of each obfuscator, texts analysed and tagged beforehand.

Texts are those of a generated corpus, or of the folder of text files that is named. Processor time of one process, the
best of several turns after one that fills the caches of single words. One JSON line per figure.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from stylobench.corpora.world import world
from stylobench.features.prose import analysed
from stylobench.obfuscators.mediocrity import Mediocrity
from stylobench.obfuscators.synonyms import Synonyms
from stylobench.records import Problem
from stylobench.seeds import generator

TURNS, TEXTS, TARGET = 5, 100, 40_000


def texts() -> list[str]:
    """Every text file of the folder that is named, or generated ones."""
    if len(sys.argv) > 1:
        files = sorted(path for path in Path(sys.argv[1]).rglob("*.txt") if path.name != "truth.txt")
        return [path.read_text("utf-8-sig", errors="replace") for path in files[:: max(1, len(files) // TEXTS)]]
    return world(documents=TEXTS, words=1000).texts


def timed(work: Callable[[], object]) -> float:
    """Processor seconds of this process."""
    began = time.process_time()
    work()
    return time.process_time() - began


def tell(name: str, method: Any, found: list[str]) -> None:
    """An obfuscator's words per second, as a JSON line."""
    words = sum(analysed(text).words for text in found)

    def work() -> None:
        for number, text in enumerate(found):
            method.rewrite(Problem((), text), generator(0, "bench", str(number)))

    first, *later = (timed(work) for _ in range(1 + TURNS))
    more = {"words": words, "texts": len(found), "first_turn": round(words / first), "target": TARGET}
    print(json.dumps({"figure": f"obfuscators/{name}", "value": round(words / min(later)), **more}), flush=True)


def synonyms(found: list[str]) -> None:
    """One word of a sentence by a synonym."""
    tell("synonyms", Synonyms().fit(found), found)


def mediocrity(found: list[str]) -> None:
    """All habits towards the average."""
    tell("mediocrity", Mediocrity().fit([]), found)


def main() -> None:
    """One figure per obfuscator."""
    found = texts()
    for text in found:
        _ = analysed(text).tags
    synonyms(found)
    mediocrity(found)


if __name__ == "__main__":
    main()
