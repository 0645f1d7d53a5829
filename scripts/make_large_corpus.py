"""Make a stored corpus of any number of documents, to measure what size costs.

    .venv/bin/python scripts/make_large_corpus.py FOLDER [--documents 1000000] [--authors 200] [--topics 20]

A simulated world of five documents per author and topic is written once; every document of the large corpus is made of
sentences drawn from its author's documents on its topic. That is many times quicker than simulating each of them, and
the texts have the words, the lengths and the vocabulary of the world. They repeat sentences, so accuracies measured on
them say nothing.
"""

from __future__ import annotations

import argparse
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

from stylobench.corpora.store import write
from stylobench.corpora.world import Settings, stream
from stylobench.records import Corpus, Document
from stylobench.seeds import generator

EACH = 5
SENTENCES = 10
BLOCK = 10_000
_END = re.compile(r"(?<=[.!?])\s+")
Cells = Mapping[tuple[str, str], list[str]]


def cells_of(authors: int, topics: int, seed: int) -> Cells:
    """The sentences of each author on each topic, cells in order."""
    world = Settings(authors=authors, topics=topics, documents=authors * topics * EACH, words=120, seed=seed)
    found: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for one in stream(world):
        found[str(one.author), str(one.topic)] += _END.split(one.text)
    return {cell: found[cell] for cell in sorted(found)}


def drawn(cells: Cells, seed: int) -> Iterator[Document]:
    """Documents without end, cell after cell in turn."""
    every, rng, number = list(cells.items()), generator(seed, "large corpus"), 0
    while True:
        for draw in rng.random((BLOCK, SENTENCES)):
            (author, topic), sentences = every[number % len(every)]
            text = " ".join([sentences[place] for place in (draw * len(sentences)).astype(int).tolist()])
            yield Document(f"d{number:09d}", text, author, topic)
            number += 1


def make(folder: Path, documents: int, authors: int, topics: int, seed: int = 0) -> Corpus:
    """Write the corpus; the same arguments give the same documents."""
    every = islice(drawn(cells_of(authors, topics, seed), seed), documents)
    made = {"source": "scripts/make_large_corpus.py", "authors": authors, "topics": topics, "seed": seed}
    return write(every, folder, {"name": f"large-{documents}", "made": made})


def main() -> None:
    """Read the arguments and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    for name, default in (("documents", 1_000_000), ("authors", 200), ("topics", 20), ("seed", 0)):
        parser.add_argument(f"--{name}", type=int, default=default)
    given = parser.parse_args()
    print(make(given.folder, given.documents, given.authors, given.topics, given.seed))


if __name__ == "__main__":
    main()
