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
Booleans = npt.NDArray[np.bool_]
MOST_HELD = 50_000


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


@dataclass(frozen=True, slots=True)
class Trial:
    """A question of verification and its truth: did one person write all of these documents, given by their ids?

    Ours, never shown to a method. `same` is None where the truth is not known; `group` says what kind of trial it is.
    """

    id: str
    known: tuple[str, ...]
    questioned: str
    same: bool | None
    group: str = ""


@dataclass(frozen=True, repr=False)
class Corpus:
    """Documents with a digest that depends on their contents, not on their order or their files.

    `documents` may be lazy: anything with `__len__`, `__getitem__` and, for speed, `column(name)` and
    `texts_at(rows)`. `trials` are there only where the source ships problems.
    """

    name: str
    documents: Sequence[Document]
    digest: str
    provenance: Mapping[str, Any] = field(default_factory=dict)
    trials: tuple[Trial, ...] = ()

    @classmethod
    def of(
        cls,
        name: str,
        documents: Iterable[Document],
        provenance: Mapping[str, Any] | None = None,
        trials: Iterable[Trial] = (),
    ) -> Corpus:
        """A corpus of documents held in memory."""
        held = tuple(documents)
        return cls(name, held, corpus_digest(sorted(map(row_digest, held))), provenance or {}, tuple(trials))

    def __len__(self) -> int:
        return len(self.documents)

    def __repr__(self) -> str:
        return f"<Corpus {self.name!r}: {len(self)} documents, digest {self.digest[:12]}>"

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

    def texts_at(self, rows: Rows) -> Sequence[str]:
        """Some texts, by row; of many documents that are lazy (`texts_at`), read only as they are asked for."""
        lazy = getattr(self.documents, "texts_at", None)
        if lazy is not None and len(rows) > MOST_HELD:
            found: Sequence[str] = lazy(rows)
            return found
        every = self.texts
        return [every[row] for row in rows]


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
class Trials:
    """Many trials in columns, documents by row. Known documents stand one trial after the other in `known`;
    those of trial i are `known[starts[i]:starts[i + 1]]`.

    >>> trials = Trials.of_pairs([0, 1], [2, 2], [True, False])
    >>> len(trials), trials.take([1]).known.tolist(), trials.take([1]).starts.tolist()
    (2, [1], [0, 1])
    """

    known: Rows
    starts: Rows
    questioned: Rows
    same: Booleans
    groups: npt.NDArray[np.str_]

    @classmethod
    def of_pairs(
        cls, known: npt.ArrayLike, questioned: npt.ArrayLike, same: npt.ArrayLike, groups: npt.ArrayLike | None = None
    ) -> Trials:
        """Trials with one known document each."""
        first, second = np.asarray(known, dtype=np.int64), np.asarray(questioned, dtype=np.int64)
        kinds = np.full(len(second), "") if groups is None else np.asarray(groups, dtype=np.str_)
        return cls(first, np.arange(len(second) + 1), second, np.asarray(same, dtype=np.bool_), kinds)

    @classmethod
    def joined(cls, parts: Sequence[Trials]) -> Trials:
        """All trials of all parts, in order."""
        sizes = np.concatenate([np.zeros(1, np.int64), *(np.diff(part.starts) for part in parts)])
        columns = [[getattr(part, name) for part in parts] for name in ("known", "questioned", "same", "groups")]
        known, questioned, same, groups = (np.concatenate(column) for column in columns)
        return cls(known, np.cumsum(sizes), questioned, same, groups)

    def __len__(self) -> int:
        return len(self.questioned)

    def take(self, places: npt.ArrayLike) -> Trials:
        """Some of the trials, by position or by mask."""
        wanted = np.arange(len(self))[np.asarray(places)]
        sizes = np.diff(self.starts)[wanted]
        starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes)])
        inside = np.arange(starts[-1]) - np.repeat(starts[:-1], sizes)
        known = self.known[np.repeat(self.starts[wanted], sizes) + inside]
        return Trials(known, starts, self.questioned[wanted], self.same[wanted], self.groups[wanted])

    def moved(self, by: int) -> Trials:
        """The same trials where every document stands so many rows further on."""
        return Trials(self.known + by, self.starts, self.questioned + by, self.same, self.groups)

    def among(self, rows: Rows) -> Trials:
        """The same trials where only these documents stand, which are sorted and hold all of theirs.

        >>> Trials.of_pairs([3], [8], [True]).among(np.array([3, 5, 8])).questioned.tolist()
        [2]
        """
        known, questioned = (np.searchsorted(rows, column) for column in (self.known, self.questioned))
        return Trials(known, self.starts, questioned, self.same, self.groups)

    @property
    def rows(self) -> Rows:
        """Every document of any trial once, in order."""
        return np.unique(np.concatenate([self.known, self.questioned]))

    @cached_property
    def digest(self) -> str:
        """Identifies the trials by their contents, truth included."""
        total = hashlib.sha256()
        for column in (self.known, self.starts, self.questioned, self.same):
            total.update(np.ascontiguousarray(column, dtype="<i8").tobytes() + b"|")
        return total.hexdigest()


@dataclass(frozen=True)
class TrialSplit:
    """Trials to learn from and trials to answer, and what was held out."""

    id: str
    train: Trials
    test: Trials
    held_out: str

    @cached_property
    def digest(self) -> str:
        """Identifies the split by its trials, whatever it is called."""
        return hashlib.sha256(f"{self.train.digest}\x1f{self.test.digest}".encode()).hexdigest()


@dataclass(frozen=True)
class Problem:
    """What a verifier sees: known texts and a questioned one. No label, author or id can reach it."""

    known: tuple[str, ...]
    questioned: str

    @cached_property
    def digest(self) -> str:
        """Identifies the problem by its texts, whatever the order of the known ones."""
        return problem_digest(map(text_digest, self.known), text_digest(self.questioned))


def text_digest(text: str) -> str:
    """Identifies a text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def problem_digest(known: Iterable[str], questioned: str) -> str:
    """Identifies a problem by the digests of its texts."""
    return hashlib.sha256("\x1f".join((*sorted(known), "questioned", questioned)).encode()).hexdigest()


@dataclass(frozen=True)
class Answers:
    """What an attributor said of the tested documents: a score per document and candidate author.

    A row of NaN abstains. `probable` says whether the scores are probabilities. `named` is who the method itself names
    where that need not be the candidate with the highest score. Of a verifier, `rows` are places of trials and the
    only candidate is `SAME`.
    """

    rows: Rows
    authors: tuple[str, ...]
    scores: Floats
    probable: bool
    named: tuple[str, ...] | None = None

    def best(self) -> list[str | None]:
        """The author named for each document, by the highest score (first in order among those that are equal but for
        rounding); None is silence.
        """
        if self.named is not None:
            return list(self.named)
        silent = np.asarray(np.isnan(self.scores).all(axis=1))
        scores = np.where(np.isnan(self.scores), -np.inf, self.scores)
        highest = scores.max(axis=1, initial=-np.inf, keepdims=True)
        top = np.argmax(scores >= highest - EQUAL * np.abs(np.where(np.isfinite(highest), highest, 0.0)), axis=1)
        return [None if hush else self.authors[i] for i, hush in zip(top, silent, strict=True)]


SAME = ("same",)
# scores that differ by less of themselves are equal but for rounding, which hangs on the processor
EQUAL = 1e-11


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
