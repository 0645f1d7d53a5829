"""The documents, topics and topic vectors that the topic-leakage crash test stands on."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from stylobench.errors import SpecError, SplitError
from stylobench.features.texts import Texts
from stylobench.features.topic_vectors import cosines, topic_vectors
from stylobench.protocols.test_bed import TestBed
from stylobench.records import Corpus, Floats, Rows
from stylobench.splits.pairs import Library, distinct_ids, equal_documents
from stylobench.splits.topic_samples import VECTORS, check_large_enough, left_out_in_words

MOST_DOCUMENTS = 100
LEAST_DOCUMENTS = 10


@dataclass(frozen=True)
class Ground:
    """As many documents of every topic that has enough. Rows of trials count within these. `every` are all usable
    documents of those topics, with their `labels`; `topic_vectors` rest on those at the rows `behind`. `left_out` are
    topics that are too small, with their documents.
    """

    bed: TestBed
    texts: Texts
    library: Library
    per_topic: int
    every: Texts
    labels: tuple[str, ...]
    behind: Rows
    topic_vectors: Floats
    left_out: Mapping[str, int]
    warnings: tuple[str, ...]

    @property
    def topics(self) -> tuple[str, ...]:
        """Their names, in the order of their codes."""
        return self.library.topic_names

    @property
    def per_vector(self) -> int:
        """The fewest documents behind the vector of a topic."""
        return min(Counter(self.labels[row] for row in self.behind).values())

    def encoded(self, encoder: str) -> Ground:
        """The same with topic vectors by another encoder, of the same documents."""
        return replace(self, topic_vectors=_means(self.every, self.labels, self.behind, encoder))

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
    names = distinct_ids(str(ids[row]) for row in smaller.rows)
    return Usable(smaller, names, [every[row] for row in smaller.rows], tuple(warnings))


def _part(bed: TestBed, places: Rows) -> TestBed:
    return replace(bed, rows=bed.rows[places], authors=bed.authors[places], topics=bed.topics[places])


@dataclass(frozen=True)
class Sizes:
    """How many documents: `documents` of each topic are paired (a sane number when None), topics with fewer than
    `least` take no part, and topic vectors rest on `equal` numbers of documents or on `all` that there are.
    """

    documents: int | None = None
    least: int = LEAST_DOCUMENTS
    vectors: str = "equal"

    def __post_init__(self) -> None:
        if self.vectors not in VECTORS:
            raise SpecError(f"topic vectors rest on {' or '.join(VECTORS)} documents, not on {self.vectors!r}")


def ground(
    found: Usable, texts: Texts, encoder: str, sizes: Sizes, seed: int, wanted_topics: int | None = None
) -> Ground:
    """Encode all texts, and take an equal number of documents of each topic that has them.

    Too few topics that have them is an error: fewer than 2, or than the `wanted_topics` where smaller ones would do.
    """
    bed = found.bed
    names, counts = np.unique(bed.topics, return_counts=True)
    enough = counts[counts >= sizes.least]
    per_topic = sizes.documents or (_sane_number(enough) if len(enough) else sizes.least)
    taking_part = counts >= max(per_topic, sizes.least)
    large = names[taking_part]
    if len(large) < 2:
        asked = sizes.documents or 0
        option, needed = ("--documents", asked) if asked > sizes.least else ("--min-documents", sizes.least)
        having = int((counts >= needed).sum())
        raise SplitError(
            f"{having} {bed.group}{' has' if having == 1 else 's have'} {needed} documents or more; leakage needs at "
            f"least 2: lower {option}"
        )
    left_out = dict(zip(names[~taking_part].tolist(), counts[~taking_part].tolist(), strict=True))
    check_large_enough(wanted_topics, len(large), left_out, sizes.least, per_topic, bed.group)
    inside = np.flatnonzero(np.isin(bed.topics, large))
    whole = Library.of([found.ids[i] for i in inside], bed.authors[inside].tolist(), bed.topics[inside].tolist())
    codes = np.arange(len(large))
    chosen = inside[equal_documents(whole, codes, per_topic, seed)]
    library = Library.of([found.ids[i] for i in chosen], bed.authors[chosen].tolist(), bed.topics[chosen].tolist())
    every, labels = texts.take(inside), tuple(bed.topics[inside].tolist())
    behind = equal_documents(whole, codes, None, seed) if sizes.vectors == "equal" else np.arange(len(inside))
    means = _means(every, labels, behind, encoder)
    warnings = list(found.warnings)
    if len(chosen) < len(inside):
        warnings.append(
            f"{per_topic} documents of each {bed.group} are used, {len(chosen)} of {len(inside)}, so that none weighs "
            "more than another; --documents N takes another number"
        )
    if not np.any(np.count_nonzero(_part(bed, chosen).table, axis=0) > 1):
        warnings.append(
            f"author and {bed.group} go together: no author has documents on two {bed.group}s, so that two texts by "
            f"one author always share their {bed.group}, and whether a verifier reads more than that cannot be measured"
        )
    if left_out:
        warnings.append(left_out_in_words(left_out, len(names), max(per_topic, sizes.least), bed.group))
    here = (_part(bed, chosen), texts.take(chosen), library, per_topic)
    return Ground(*here, every, labels, behind, means, left_out, tuple(warnings))


def _means(every: Texts, labels: Sequence[str], rows: Rows, encoder: str) -> Floats:
    """A vector per topic from the documents at these rows; the encoder learns from all of them."""
    return topic_vectors(every.vectors(encoder)[rows], [labels[row] for row in rows])[1]


def _sane_number(sizes: Rows) -> int:
    """The number of documents per topic, at most 100, that keeps the most documents, at least half of the topics and,
    where there are two, two of them.

    >>> _sane_number(np.array([3, 50, 60, 200]))
    50
    >>> _sane_number(np.array([30, 12]))
    12
    """
    at_least = np.sort(np.minimum(sizes, MOST_DOCUMENTS))
    kept = at_least * np.arange(len(sizes), 0, -1)
    eligible = max(1, min(len(sizes) // 2 + 1, len(sizes) - 1))
    return int(at_least[:eligible][np.argmax(kept[:eligible])])
