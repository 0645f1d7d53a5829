"""What a user asks to be mended in a corpus as it is read: topic labels, and documents that stand there twice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, overload

import numpy as np

from stylobench.corpora.census import copies_in
from stylobench.corpora.duplicates import duplicate_warnings, without_duplicates
from stylobench.corpora.topic_labels import (
    chosen_topics,
    counted,
    in_words,
    joint_labels,
    read_topic_aliases,
    spellings,
)
from stylobench.errors import CorpusError, SpecError
from stylobench.records import Corpus, Document, Rows, corpus_digest, row_digest

OPTIONS = ("topic_aliases", "merge_topics", "drop_duplicates")
NOTES = ("topics_merged", "topic_aliases_unused", "duplicates_dropped")


@dataclass(frozen=True)
class Mending:
    """Topics by label, whether spellings of a topic are merged, and whether documents that repeat another go."""

    topic_aliases: Mapping[str, str] = field(default_factory=dict)
    merge_topics: bool = False
    drop_duplicates: bool = False

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> Mending:
        """From options as users give them: aliases as a table or as a file that holds one."""
        given = {name: options[name] for name in OPTIONS if options.get(name) is not None}
        aliases = given.get("topic_aliases", {})
        if isinstance(aliases, str | Path):
            given["topic_aliases"] = read_topic_aliases(Path(aliases))
        elif not isinstance(aliases, Mapping) or not all(
            isinstance(part, str) for one in aliases.items() for part in one
        ):
            raise SpecError(f"topic_aliases is {aliases!r}; it must be a file or a table of labels and topics")
        for name in OPTIONS[1:]:
            if not isinstance(given.get(name, False), bool):
                raise SpecError(f"{name} is {given[name]!r}; it must be true or false")
        return cls(**given)

    def plain(self) -> dict[str, Any]:
        """The options that say the same, those that change nothing left out."""
        values = {"topic_aliases": dict(self.topic_aliases), **{name: getattr(self, name) for name in OPTIONS[1:]}}
        return {name: value for name, value in values.items() if value}


def mended(corpus: Corpus, mending: Mending) -> Corpus:
    """The corpus as asked for; its digest is that of what it then holds, and its provenance says what was done."""
    if not mending.plain():
        return corpus
    if mending.drop_duplicates and corpus.trials:
        raise CorpusError(
            f"{corpus.name} comes with problems, which need all their documents; leave --drop-duplicates out"
        )
    done: dict[str, Any] = {}
    topics: dict[str, str] = {}
    if mending.topic_aliases or mending.merge_topics:
        topics, unknown = chosen_topics(counted(corpus.column("topic")), mending.topic_aliases, mending.merge_topics)
        done["topics_merged"] = dict(sorted(topics.items()))
        done |= {"topic_aliases_unused": unknown} if unknown else {}
    rows = np.arange(len(corpus))
    if mending.drop_duplicates:
        rows = np.array(without_duplicates(corpus), dtype=np.int64)
        done["duplicates_dropped"] = len(corpus) - len(rows)
    documents = _View(corpus, rows, topics)
    digest = corpus_digest(sorted(map(row_digest, documents))) if topics or len(rows) < len(corpus) else corpus.digest
    return replace(corpus, documents=documents, digest=digest, provenance={**corpus.provenance, **done})


@dataclass(frozen=True)
class _View(Sequence[Document]):
    """Some documents of a corpus under other topics; texts are read as the corpus reads them."""

    corpus: Corpus
    rows: Rows
    topics: Mapping[str, str]

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, place: int) -> Document: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Document]: ...
    def __getitem__(self, place: int | slice) -> Document | Sequence[Document]:
        if isinstance(place, slice):
            return [self[one] for one in range(*place.indices(len(self)))]
        document = self.corpus.documents[int(self.rows[place])]
        topic = self.topics.get(document.topic or "")
        return document if topic is None else replace(document, topic=topic)

    def column(self, name: str) -> list[str | None]:
        """One field of every document."""
        every = self.corpus.column(name)
        values = [every[row] for row in self.rows]
        return [self.topics.get(value or "", value) for value in values] if name == "topic" else values

    def texts_at(self, rows: Rows) -> Sequence[str]:
        """Some texts, by row."""
        return self.corpus.texts_at(self.rows[rows])


def corpus_warnings(corpus: Corpus, group: str = "topic", distinct_texts: bool = False) -> list[str]:
    """What would fool a crash test, one line each with the option that mends it.

    `distinct_texts` says that the crash test leaves out a text that stands there a second time by itself, so that only
    copies with other spaces, marks or words are named.
    """
    return [*label_warnings(corpus, group), *_copy_warnings(corpus, group, distinct_texts), *mending_notes(corpus)]


def label_warnings(corpus: Corpus, group: str = "topic") -> list[str]:
    """One topic in several spellings, and labels that look like several topics."""
    counts = counted(corpus.column(group))
    found = []
    if several := spellings(counts):
        one = len(several) == 1
        remedy = "; --merge-topics makes them one" if group == "topic" else ""
        found.append(
            f"{len(several):,} {group}{' is' if one else 's are'} spelt in more than one way, and each spelling counts "
            f"as a {group} of its own: {in_words(several)}{remedy}"
        )
    if joint := joint_labels(counts):
        one = len(joint) == 1
        remedy = "; --topic-aliases FILE says which topic is meant" if group == "topic" else ""
        found.append(
            f"{len(joint):,} {group} label{' looks' if one else 's look'} like several in one and count"
            f"{'s' if one else ''} as a {group} of {'its' if one else 'their'} own: "
            f"{in_words([{label: count} for label, count in joint.items()])}{remedy}"
        )
    return found


def _copy_warnings(corpus: Corpus, group: str, distinct_texts: bool) -> list[str]:
    if distinct_texts:
        first: dict[str, int] = {}
        for row, text in enumerate(corpus.texts):
            first.setdefault(text, row)
        corpus = replace(corpus, documents=_View(corpus, np.array(sorted(first.values()), dtype=np.int64), {}))
    return duplicate_warnings(corpus, copies_in(corpus), group)


def mending_notes(corpus: Corpus) -> list[str]:
    """What was left out of the corpus as it was read, and aliases that met nothing."""
    found = []
    if dropped := corpus.provenance.get("duplicates_dropped"):
        found.append(f"documents left out because they repeat another: {dropped:,}")
    if unused := corpus.provenance.get("topic_aliases_unused"):
        found.append(f"no document has these labels of the topic aliases: {', '.join(map(repr, unused[:5]))}")
    return found
