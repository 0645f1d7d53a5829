"""The documents that a crash test can use: those with an author and a topic (or whatever column is held out)."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from stylobench.corpora.cautions import STARVING_DOCUMENTS, STARVING_SHARE
from stylobench.errors import SplitError
from stylobench.records import Corpus, Rows

Labels = np.ndarray[Any, Any]


@dataclass(frozen=True)
class TestBed:
    """Authors and topics of the usable documents. Rows of splits count within these.

    They stand in the order of their ids, and of their texts where ids repeat: a corpus digest does not know the order
    of the documents, so the answers must not depend on it.
    """

    __test__ = False

    name: str
    corpus_digest: str
    group: str
    rows: Rows
    authors: Labels
    topics: Labels

    @classmethod
    def of(cls, corpus: Corpus, group: str = "topic") -> TestBed:
        """The usable part of a corpus; too little of it is an error that says what is missing."""
        if group in ("author", "id", "text"):
            raise SplitError(f"{group} cannot be held out; name a column such as topic, genre or time")
        authors, topics = corpus.column("author"), corpus.column(group)
        for kind, column in (("author", authors), (group, topics)):
            if not any(column):
                raise SplitError(f"corpus {corpus.name!r} has no {kind}; name the column that holds it")
        usable = [i for i, (a, t) in enumerate(zip(authors, topics, strict=True)) if a and t]
        rows = np.array(_in_order(corpus, usable), dtype=np.int64)
        _check(corpus.name, "author", [authors[i] for i in rows])
        _check(corpus.name, group, [topics[i] for i in rows])
        held = (np.array([column[i] for i in rows]) for column in (authors, topics))
        return cls(corpus.name, corpus.digest, group, rows, *held)

    @cached_property
    def digest(self) -> str:
        """The corpus digest with the column that is held out."""
        return hashlib.sha256(f"{self.corpus_digest}\x1f{self.group}".encode()).hexdigest()

    @cached_property
    def author_names(self) -> list[str]:
        """Authors in sorted order."""
        return [str(name) for name in np.unique(self.authors)]

    @cached_property
    def topic_names(self) -> list[str]:
        """Topics in sorted order."""
        return [str(name) for name in np.unique(self.topics)]

    @cached_property
    def table(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """Documents by topic (rows) and author (columns)."""
        counts = np.zeros((len(self.topic_names), len(self.author_names)), dtype=np.int64)
        _, topic = np.unique(self.topics, return_inverse=True)
        _, author = np.unique(self.authors, return_inverse=True)
        np.add.at(counts, (topic, author), 1)
        return counts

    @cached_property
    def left(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """Training documents that each author (column) has left when a topic (row) is held out."""
        return np.asarray(self.table.sum(axis=0)[None, :] - self.table)

    @cached_property
    def starved(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Authors of a topic who keep fewer than 10 documents, or fewer than a tenth of theirs, when it is held out."""
        return np.asarray((self.table > 0) & self.starving(self.left))

    def starving(self, left: np.ndarray[Any, np.dtype[np.int64]]) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Whether so many training documents per author (last axis) are too few."""
        return np.asarray((left < STARVING_DOCUMENTS) | (left < STARVING_SHARE * self.table.sum(axis=0)))

    @cached_property
    def vanished(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Authors of a topic who have no document elsewhere."""
        return np.asarray((self.table > 0) & (self.left == 0))

    def warnings(self, documents: int) -> list[str]:
        """What a reader must know about this corpus before believing a number, one line each."""
        found = []
        unused, topics = documents - len(self.rows), len(self.topic_names)
        if unused:
            found.append(f"{unused} of {documents} documents have no author or no {self.group} and are not used")
        alone = int((np.count_nonzero(self.table, axis=1) == 1).sum())
        if alone:
            found.append(
                f"{alone} of {topics} {self.group}s have one author only: "
                f"accuracy there is about that author, not about the {self.group}"
            )
        single = int((self.table.sum(axis=1) == 1).sum())
        if single:
            found.append(f"{single} of {topics} {self.group}s have one document only")
        return found + self._starvation_warnings()

    def _starvation_warnings(self) -> list[str]:
        found = []
        gone, hungry = self.vanished, self.starved & ~self.vanished
        if gone.any():
            found.append(
                f"{_authors(int(gone.any(axis=0).sum()), 'vanish')} from training when a {self.group} of theirs is "
                f"held out: their {int(self.table[gone].sum())} documents there cannot be answered rightly (of "
                f"{len(self.rows)} in all); import --author-topics 2 keeps authors with 2 {self.group}s"
            )
        if hungry.any():
            found.append(
                f"{_authors(int(hungry.any(axis=0).sum()), 'starve')} when a {self.group} of theirs is held out "
                f"(fewer than {STARVING_DOCUMENTS} training documents left, or less than a tenth): "
                f"errors on their {int(self.table[hungry].sum())} documents there are starvation, not novelty"
            )
        return found


def _in_order(corpus: Corpus, rows: list[int]) -> list[int]:
    ids = [str(identifier) for identifier in corpus.column("id")]
    if len(set(ids)) == len(ids):
        return sorted(rows, key=ids.__getitem__)
    texts = corpus.texts
    return sorted(rows, key=lambda row: (ids[row], texts[row]))


def _authors(count: int, verb: str) -> str:
    return f"{count} author {verb}{'es' if verb.endswith('sh') else 's'}" if count == 1 else f"{count} authors {verb}"


def _check(name: str, kind: str, values: list[str | None]) -> None:
    count = len(set(values))
    if count < 2:
        only = f" ({values[0]!r})" if count else ""
        raise SplitError(f"corpus {name!r} has {count} {kind}{only}; novel topic needs at least 2")
