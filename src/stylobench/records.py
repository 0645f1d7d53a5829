"""The frozen records that everything else passes around."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

Rows = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Document:
    """One text. `time` is an ISO 8601 date; title, genre, language and the like live in `meta`."""

    id: str
    text: str
    author: str | None = None
    topic: str | None = None
    time: str | None = None
    meta: Mapping[str, str] = field(default_factory=dict)

    def get(self, column: str) -> str | None:
        """A field or, failing that, an entry of `meta`."""
        if column in FIELDS:
            value: str | None = getattr(self, column)
            return value
        return self.meta.get(column)


FIELDS = ("id", "text", "author", "topic", "time")


def row_digest(document: Document) -> str:
    """The digest of one document's contents: each field by its length and its bytes, absent ones marked as such."""
    total = hashlib.sha256()
    fields = (document.id, document.text, document.author, document.topic, document.time)
    for value in (*fields, *(part for item in sorted(document.meta.items()) for part in item)):
        data = b"" if value is None else b"=" + value.encode("utf-8", "surrogatepass")
        total.update(len(data).to_bytes(8, "big") + data)
    return total.hexdigest()


def corpus_digest(row_digests_in_order: Iterable[str]) -> str:
    """The digest of a corpus from its documents' digests, which must come sorted."""
    total = hashlib.sha256()
    for row in row_digests_in_order:
        total.update(bytes.fromhex(row))
    return total.hexdigest()


@dataclass(frozen=True)
class Corpus:
    """Documents with a digest that depends on their contents, not on their order or their files.

    `documents` may be lazy: anything with `__len__`, `__getitem__` and, for speed, `column(name)`.
    """

    name: str
    documents: Sequence[Document]
    digest: str
    provenance: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, name: str, documents: Iterable[Document], provenance: Mapping[str, Any] | None = None) -> Corpus:
        """A corpus of documents held in memory."""
        held = tuple(documents)
        return cls(name, held, corpus_digest(sorted(map(row_digest, held))), provenance or {})

    def __len__(self) -> int:
        return len(self.documents)

    def column(self, name: str) -> list[str | None]:
        """One field of every document, in order."""
        lazy = getattr(self.documents, "column", None)
        if lazy is not None:
            values: list[str | None] = lazy(name)
            return values
        return [document.get(name) for document in self.documents]

    @cached_property
    def texts(self) -> list[str]:
        """Every text, in order."""
        return [text or "" for text in self.column("text")]


@dataclass(frozen=True)
class Split:
    """Which documents (by row) train and which are tested, and what was held out."""

    id: str
    train: Rows
    test: Rows
    held_out: str

    @cached_property
    def digest(self) -> str:
        """Identifies the split by its contents."""
        total = hashlib.sha256(f"{self.id}\x1f{self.held_out}\x1f".encode("utf-8", "surrogatepass"))
        for rows in (self.train, self.test):
            total.update(np.ascontiguousarray(rows, dtype="<i8").tobytes() + b"|")
        return total.hexdigest()


@dataclass(frozen=True)
class Answers:
    """What an attributor said of the tested documents: a score per document and candidate author.

    A row of NaN abstains. `probable` says whether the scores are probabilities. `named` is who the method itself names
    where that need not be the candidate with the highest score.
    """

    rows: Rows
    authors: tuple[str, ...]
    scores: Floats
    probable: bool
    named: tuple[str, ...] | None = None

    def best(self) -> list[str | None]:
        """The author named for each document, by the highest score (first in order among equals); None is silence."""
        if self.named is not None:
            return list(self.named)
        silent = np.asarray(np.isnan(self.scores).all(axis=1))
        top = np.argmax(np.where(np.isnan(self.scores), -np.inf, self.scores), axis=1)
        return [None if hush else self.authors[i] for i, hush in zip(top, silent, strict=True)]


@dataclass(frozen=True)
class Run:
    """One method on one split: its answers, or how it failed. Seconds stand beside the answers, not in them.

    `notes` are the warnings that the method raised, each once.
    """

    key: str
    corpus: str
    split: str
    method: str
    seed: int
    versions: Mapping[str, str]
    answers: Answers | None
    failure: str | None = None
    notes: tuple[str, ...] = ()
    seconds: float = 0.0


@dataclass(frozen=True)
class Score:
    """A number, how sure it is, and what was resampled to know."""

    metric: str
    value: float
    low: float
    high: float
    unit: str
    units: int
