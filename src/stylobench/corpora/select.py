"""Selection as a funnel: which documents make a test bed, with a count per step.

The limits on authors and topics depend on one another (an author may fall below his when a topic goes), so they are
applied in turn until none removes anything more; what is left is the largest part that meets all of them. Balance,
spread and size come last and draw at random; they may leave a topic or author with fewer than its limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from stylobench.corpora.funnel import Step, Table
from stylobench.corpora.labels import Label, Labels
from stylobench.corpora.sampling import balanced, drawn, spread
from stylobench.corpora.shards import Least, facts_of, order
from stylobench.errors import CorpusError
from stylobench.records import Corpus, Document, Rows

Mask = npt.NDArray[np.bool_]
Funnel = list[Step]
REQUIRABLE = ("author", "topic", "title")
BALANCES = ("author", "topic", "cell")


@dataclass(frozen=True)
class Selection:
    """What a document, an author and a topic must have to be kept."""

    require: tuple[str, ...] = ("author", "topic", "title")
    one_author: bool = True
    one_topic: bool = True
    min_words: int = 1
    author_documents: int = 1
    topic_documents: int = 1
    author_topics: int = 1
    aliases: Mapping[str, str] = field(default_factory=dict)
    ids: Mapping[str, Label] = field(default_factory=dict)
    balance: str | None = None
    each: int | None = None
    spread_topics: bool = False
    documents: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        if self.balance is not None and self.balance not in BALANCES:
            raise CorpusError(f"no balance named {self.balance!r}; there are: {', '.join(BALANCES)}")
        if self.balance and self.spread_topics:
            raise CorpusError("balance and spread-topics exclude each other; balance=topic evens topics out completely")
        if unknown := [name for name in self.require if name not in REQUIRABLE]:
            raise CorpusError(f"cannot require {unknown[0]!r}; there are: {', '.join(REQUIRABLE)}")

    @property
    def labels(self) -> Labels:
        """The labels that documents are read under."""
        return Labels(self.aliases, self.ids)

    @property
    def least(self) -> Least:
        """What no document can do without; a title may turn out to be unknown to the source."""
        author, topic = "author" in self.require, "topic" in self.require
        return Least(self.min_words, author, topic, author and self.one_author, topic and self.one_topic)


class _Sieve:
    """The rows that are left, and the steps so far."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.left: Mask = np.ones(len(table), dtype=bool)
        self.steps: Funnel = [table.step("read", self.left)]

    def keep(self, step: str, mask: Mask) -> None:
        """Keep what the mask keeps; nothing left is an error that names the step."""
        self.left = self.left & mask
        self.steps.append(self.table.step(step, self.left))
        if not self.left.any():
            before = self.steps[-2].documents
            raise CorpusError(f"no document is left after the step {step!r} ({before:,} before it); ask for less there")

    def rows(self) -> Rows:
        return np.flatnonzero(self.left).astype(np.int64)

    def only(self, step: str, rows: Rows) -> None:
        """Keep just these rows."""
        mask = np.zeros(len(self.table), dtype=bool)
        mask[rows] = True
        self.keep(step, mask)


def choose(table: Table, selection: Selection) -> tuple[Rows, Funnel]:
    """The rows that pass the funnel, in order, and what each step left."""
    sieve = _Sieve(table)
    _documents(sieve, selection)
    _limits(sieve, selection)
    _sample(sieve, selection)
    return sieve.rows(), sieve.steps


def _documents(sieve: _Sieve, selection: Selection) -> None:
    table = sieve.table
    if not table.first.all():
        sieve.keep("the first with its id", table.first)
    if selection.ids:
        sieve.keep("in the list of ids", table.listed)
    if selection.require:
        present = np.all([getattr(table, f"has_{name}") for name in selection.require], axis=0)
        sieve.keep(f"has {_and([*selection.require])}", present)
    if selection.one_author and "author" in selection.require:
        sieve.keep("one author", table.authors == 1)
    if selection.one_topic and "topic" in selection.require:
        sieve.keep("one topic", table.topics == 1)
    if selection.min_words:
        sieve.keep(f"at least {_of(selection.min_words, 'word')}", table.words >= selection.min_words)


def _limits(sieve: _Sieve, selection: Selection) -> None:
    """The limits on authors and topics, in turn until nothing changes."""
    table = sieve.table
    limits = [
        (
            f"author has at least {_of(selection.author_documents, 'document')}",
            selection.author_documents,
            table.of_author,
        ),
        (f"topic has at least {_of(selection.topic_documents, 'document')}", selection.topic_documents, table.of_topic),
        (
            f"author wrote on at least {_of(selection.author_topics, 'topic')}",
            selection.author_topics,
            table.topics_of_author,
        ),
    ]
    asked = [limit for limit in limits if limit[1] > 1]
    for step, least, count in asked:
        sieve.keep(step, count(sieve.left) >= least)
    settled = sieve.left
    while True:
        before = settled
        for _, least, count in asked:
            settled = settled & (count(settled) >= least)
        if np.array_equal(before, settled):
            break
    if not np.array_equal(settled, sieve.left):
        sieve.keep("these limits again, until nothing changes", settled)


def _sample(sieve: _Sieve, selection: Selection) -> None:
    if selection.balance:
        rows = balanced(sieve.table, sieve.rows(), selection)
        unit = "cell of author and topic" if selection.balance == "cell" else selection.balance
        sieve.only(f"the same number per {unit}", rows)
    elif selection.spread_topics:
        sieve.only("topics spread as evenly as can be", spread(sieve.table, sieve.rows(), selection))
    elif selection.documents is not None:
        sieve.only(f"{_of(selection.documents, 'document')} at random", drawn(sieve.rows(), selection))


def _and(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _of(count: int, what: str) -> str:
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"


def select(source: Corpus | Iterable[Document], selection: Selection) -> tuple[list[Document], Funnel]:
    """The documents that pass the funnel, sorted by id and under their final labels, and the funnel.

    >>> texts = [Document(str(i), "It rained.", "Ann", "weather") for i in range(3)]
    >>> kept, funnel = select(texts, Selection(require=("author", "topic"), documents=2))
    >>> len(kept), [step.step for step in funnel][-1]
    (2, '2 documents at random')
    """
    documents = source.documents if isinstance(source, Corpus) else list(source)
    labels = selection.labels
    facts = [facts_of(labels.apply(document)) for document in documents]
    places = sorted(range(len(facts)), key=lambda place: order(facts[place].id))
    rows, funnel = choose(Table.of((facts[place] for place in places), selection.ids), selection)
    return [labels.apply(documents[places[row]]).document for row in rows], funnel
