"""A round trip of short documents through pipes that stay open, against a process per document and direction.

Ours: `round_trip` with Apertium, English-Spanish-English, after the engine has been started. Reference: the programs
`apertium eng-spa` and `apertium spa-eng`, called once each per document, as a script would. Both get the same documents
of about 60 words. One JSON line.
"""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable, Sequence

import numpy as np

import stylobench
from stylobench.obfuscators.round_trip import RoundTrip
from stylobench.records import Problem

DOCUMENTS, WORDS = 8, 60


def reference(text: str) -> str:
    """There and back by a process for each direction."""
    for mode in ("eng-spa", "spa-eng"):
        done = subprocess.run(["apertium", mode], input=text.encode(), stdout=subprocess.PIPE, check=True)
        text = done.stdout.decode()
    return text


def ours(text: str) -> str:
    """There and back through the pipes of this process."""
    return RoundTrip("en-es-en").rewrite(Problem((), text), np.random.default_rng(0)).text


def per_document(work: Callable[[str], str], texts: Sequence[str]) -> float:
    """Seconds for one document, after one that does not count."""
    work("This one does not count.")
    began = time.perf_counter()
    for text in texts:
        if work(text) == text:
            raise SystemExit("a document came back unchanged")
    return (time.perf_counter() - began) / len(texts)


def main() -> None:
    """One line with both."""
    corpus = stylobench.world(words=WORDS, overlap=0.5, cells=[[DOCUMENTS]])
    texts = [document.text for document in corpus.documents][:DOCUMENTS]
    fast, slow = per_document(ours, texts), per_document(reference, texts)
    line = {"figure": "round_trip", "documents": len(texts), "words": sum(len(text.split()) for text in texts)}
    seconds = {"seconds_per_document": round(fast, 4), "reference": round(slow, 4), "times": round(slow / fast, 1)}
    print(json.dumps(line | seconds))


if __name__ == "__main__":
    main()
