"""The documents, topics and topic vectors that the topic-leakage crash test stands on."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from stylobench.errors import SplitError
from stylobench.features.texts import Texts
from stylobench.features.topic_vectors import cosines, topic_vectors
from stylobench.protocols.test_bed import TestBed
from stylobench.records import Corpus, Floats, Rows
from stylobench.splits.pairs import Library, equal_documents

MOST_DOCUMENTS = 100


@dataclass(frozen=True)
class Ground:
    """As many documents of every topic that has enough. Rows of trials count within these; `topic_vectors` rest on all
    usable documents of those topics, which are `every`, with their `labels`.
    """

    bed: TestBed
    texts: Texts
    library: Library
    per_topic: int
    every: Texts
    labels: tuple[str, ...]
    topic_vectors: Floats
    warnings: tuple[str, ...]

    @property
    def topics(self) -> tuple[str, ...]:
        """Their names, in the order of their codes."""
        return self.library.topic_names

    @cached_property
    def cosines(self) -> Floats:
        """Similarity of every two topics."""
        return cosines(self.topic_vectors)

    @cached_property
    def digest(self) -> str:
        """Identifies the texts that rows speak of."""
        parts = (self.bed.digest, *self.library.ids, *self.texts.digests())
        return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True)
class Usable:
    """The part of a corpus that can be used at all: no blank text, none twice, each with author and topic."""

    bed: TestBed
    ids: tuple[str, ...]
    texts: list[str]
    warnings: tuple[str, ...]


def usable(corpus: Corpus, group: str) -> Usable:
    """What can be used, and what a reader must know of what fell away."""
    if not any(corpus.column(group)):
        raise SplitError(
            f"corpus {corpus.name!r} has no {group}; name the column that holds it, or make topics with --clusters K"
        )
    bed = TestBed.of(corpus, group)
    every, ids = corpus.texts, corpus.column("id")
    seen: dict[str, int] = {}
    kept = [i for i, row in enumerate(bed.rows) if every[row].strip() and seen.setdefault(every[row], i) == i]
    smaller = _part(bed, np.array(kept, dtype=np.int64))
    unused, repeated = len(corpus) - len(bed.rows), len(bed.rows) - len(kept)
    warnings = [f"{unused} of {len(corpus)} documents have no author or no {group} and are not used"] if unused else []
    if repeated:
        warnings.append(f"{repeated} documents are blank or repeat the text of another and are not used")
    names = _distinct([str(ids[row]) for row in smaller.rows])
    return Usable(smaller, names, [every[row] for row in smaller.rows], tuple(warnings))


def _part(bed: TestBed, places: Rows) -> TestBed:
    return replace(bed, rows=bed.rows[places], authors=bed.authors[places], topics=bed.topics[places])


def ground(found: Usable, texts: Texts, encoder: str, documents: int | None, seed: int) -> Ground:
    """Encode all texts, and take an equal number of documents of each topic that has them."""
    bed = found.bed
    names, sizes = np.unique(bed.topics, return_counts=True)
    per_topic = documents or _sane_number(sizes)
    large = names[sizes >= per_topic]
    if len(large) < 2:
        raise SplitError(
            f"{len(large)} {bed.group}s have {per_topic} documents or more; leakage needs at least 2: lower --documents"
        )
    inside = np.flatnonzero(np.isin(bed.topics, large))
    whole = Library.of([found.ids[i] for i in inside], bed.authors[inside].tolist(), bed.topics[inside].tolist())
    chosen = inside[equal_documents(whole, np.arange(len(large)), per_topic, seed)]
    library = Library.of([found.ids[i] for i in chosen], bed.authors[chosen].tolist(), bed.topics[chosen].tolist())
    every, labels = texts.take(inside), tuple(bed.topics[inside].tolist())
    _, means = topic_vectors(every.vectors(encoder), labels)
    warnings = list(found.warnings)
    if len(chosen) < len(inside):
        warnings.append(
            f"{per_topic} documents of each {bed.group} are used, {len(chosen)} of {len(inside)}, so that none weighs "
            "more than another; --documents N takes another number"
        )
    if len(large) < len(names):
        left = len(names) - len(large)
        warnings.append(f"{left} of {len(names)} {bed.group}s have fewer than {per_topic} documents and are left out")
    here = (_part(bed, chosen), texts.take(chosen), library, per_topic)
    return Ground(*here, every, labels, means, tuple(warnings))


def _distinct(ids: list[str]) -> tuple[str, ...]:
    """Ids as they are; one that comes again gets a number."""
    seen: dict[str, int] = {}
    found = []
    for name in ids:
        seen[name] = seen.get(name, 0) + 1
        found.append(name if seen[name] == 1 else f"{name}#{seen[name]}")
    return tuple(found)


def _sane_number(sizes: Rows) -> int:
    """The number of documents per topic, at most 100, that keeps the most documents and at least half of the topics.

    >>> _sane_number(np.array([3, 50, 60, 200]))
    50
    """
    at_least = np.sort(np.minimum(sizes, MOST_DOCUMENTS))
    kept = at_least * np.arange(len(sizes), 0, -1)
    return int(at_least[: len(sizes) // 2 + 1][np.argmax(kept[: len(sizes) // 2 + 1])])
