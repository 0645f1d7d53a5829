"""The census of a corpus: who wrote how much on what, how long, how varied, and what is wrong with it."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from stylobench.errors import CorpusError
from stylobench.features.near_duplicates import (
    POINTS,
    NearDuplicates,
    WordHashes,
    candidates,
    confirmed,
    shingles,
    signature,
)
from stylobench.features.words import tokens
from stylobench.records import Corpus

EVERY = 500
Cell = tuple[str | None, str | None]


@dataclass(frozen=True)
class Table:
    """Documents per author and topic; only cells that hold some, None for a label that is missing."""

    cells: dict[Cell, int]

    @cached_property
    def authors(self) -> dict[str, int]:
        """Documents per author, most first."""
        return _totals(((author, count) for (author, _), count in self.cells.items()))

    @cached_property
    def topics(self) -> dict[str, int]:
        """Documents per topic, most first."""
        return _totals(((topic, count) for (_, topic), count in self.cells.items()))

    @cached_property
    def labelled(self) -> dict[tuple[str, str], int]:
        """The cells with both labels, which are all that an attribution test can use."""
        return {(a, t): count for (a, t), count in self.cells.items() if a is not None and t is not None}

    @cached_property
    def authors_of(self) -> dict[str, tuple[str, ...]]:
        """The authors who wrote on each topic."""
        writers = defaultdict(list)
        for author, topic in self.labelled:
            writers[topic].append(author)
        return {topic: tuple(names) for topic, names in writers.items()}

    def effective_topics(self) -> float:
        """1 / sum of squared shares: how many topics of equal size would weigh the same.

        >>> Table({("a", "x"): 2, ("b", "y"): 2}).effective_topics()
        2.0
        """
        sizes = np.array(list(self.topics.values()), dtype=np.float64)
        return float(sizes.sum() ** 2 / (sizes**2).sum()) if len(sizes) else 0.0


@dataclass(frozen=True)
class Spread:
    """The spread of one count over the documents."""

    mean: float
    median: float
    min: int
    max: int
    total: int

    @classmethod
    def of(cls, counts: npt.NDArray[np.int64]) -> Spread:
        """Of one count per document."""
        return cls(
            float(counts.mean()),
            float(np.median(counts)),
            int(counts.min()),
            int(counts.max()),
            int(counts.sum()),
        )


@dataclass(frozen=True)
class Copies:
    """Documents of the same words: groups of rows, and the near-duplicate pairs among the different ones."""

    groups: tuple[tuple[int, ...], ...]
    near: NearDuplicates


@dataclass(frozen=True)
class Census:
    """All that `describe` prints; rows count from 0 in the order of the corpus."""

    table: Table
    words: Spread
    vocabulary: Spread
    corpus_vocabulary: int
    copies: Copies
    empty: tuple[int, ...]
    without_author: int
    without_topic: int


Advance = Callable[[int], None]


def tabulate(corpus: Corpus) -> Table:
    """The author x topic table; texts are not read."""
    counts = Counter(zip(corpus.column("author"), corpus.column("topic"), strict=True))
    return Table({key: counts[key] for key in sorted(counts, key=_missing_last)})


def take(corpus: Corpus, similarity: float = 0.8, advance: Advance | None = None) -> Census:
    """Count everything; each text is read once, and again only where it may be a near-duplicate."""
    if not len(corpus):
        raise CorpusError(f"corpus {corpus.name!r} holds no document")
    if not 0.3 <= similarity <= 1:
        raise CorpusError(f"similarity {similarity} cannot be searched for; give one between 0.3 and 1")
    seen = _Seen(len(corpus))
    for row, document in enumerate(corpus.documents):
        seen.add(row, document.text)
        if advance is not None and row % EVERY == EVERY - 1:
            advance(row + 1)
    return Census(
        table=tabulate(corpus),
        words=Spread.of(seen.words),
        vocabulary=Spread.of(seen.vocabulary),
        corpus_vocabulary=len(seen.hashes),
        copies=seen.copies(corpus, similarity),
        empty=tuple(np.flatnonzero(seen.words == 0).tolist()),
        without_author=sum(author is None for author in corpus.column("author")),
        without_topic=sum(topic is None for topic in corpus.column("topic")),
    )


def copies_in(corpus: Corpus, similarity: float = 0.8) -> Copies:
    """The duplicates and near-duplicates of a corpus, as `take` finds them."""
    seen = _Seen(len(corpus))
    for row, text in enumerate(corpus.texts_at(np.arange(len(corpus)))):
        seen.add(row, text)
    return seen.copies(corpus, similarity)


class _Seen:
    """What the one pass over the texts leaves behind: a few numbers and a signature per document."""

    def __init__(self, documents: int) -> None:
        self.words = np.zeros(documents, dtype=np.int64)
        self.vocabulary = np.zeros(documents, dtype=np.int64)
        self.signatures = np.zeros((documents, POINTS), dtype=np.uint32)
        self.hashes = WordHashes()
        self.first_with: dict[bytes, int] = {}
        self.groups: dict[int, list[int]] = {}

    def add(self, row: int, text: str) -> None:
        words = tokens(text)
        if not words:
            return
        self.words[row], self.vocabulary[row] = len(words), len(set(words))
        runs = shingles(words, self.hashes)
        key = hashlib.blake2b(" ".join(words).encode("utf-8", "surrogatepass"), digest_size=16).digest()
        first = self.first_with.setdefault(key, row)
        if first == row:
            self.signatures[row] = signature(runs)
        else:
            self.groups.setdefault(first, [first]).append(row)

    def copies(self, corpus: Corpus, similarity: float) -> Copies:
        def shingles_of(row: int) -> npt.NDArray[np.uint64]:
            return shingles(tokens(corpus.documents[row].text), self.hashes)

        near = confirmed(candidates(self.signatures, similarity), shingles_of, similarity)
        groups = tuple(tuple(rows) for _, rows in sorted(self.groups.items()))
        return Copies(groups, near)


def _totals(counts: Iterable[tuple[str | None, int]]) -> dict[str, int]:
    totals: Counter[str] = Counter()
    for name, count in counts:
        if name is not None:
            totals[name] += count
    return dict(sorted(totals.items(), key=lambda item: (-item[1], item[0])))


def _missing_last(cell: Cell) -> tuple[tuple[bool, str], ...]:
    return tuple((label is None, label or "") for label in cell)
