"""Who is who and what belongs: author aliases and lists of document ids, from small files."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from stylobench.corpora.article import JOIN
from stylobench.errors import CorpusError
from stylobench.records import Document


class Label(NamedTuple):
    """What a list of ids says of a document; None leaves it to the source."""

    author: str | None
    topic: str | None


class Labelled(NamedTuple):
    """A document under its final author and topic, and how many of each the source gave it."""

    document: Document
    authors: int
    topics: int


@dataclass(frozen=True)
class Labels:
    """Aliases are merged first; what a list of ids says comes last and wins."""

    aliases: Mapping[str, str] = field(default_factory=dict)
    ids: Mapping[str, Label] = field(default_factory=dict)

    @cached_property
    def digest(self) -> str:
        """Identifies the labels by their contents."""
        rows = [sorted(self.aliases.items()), sorted(self.ids.items())]
        return hashlib.sha256(json.dumps(rows).encode()).hexdigest()

    def apply(self, document: Document) -> Labelled:
        """The document as labelled, with the numbers of its authors and topics.

        >>> by_two = Document("1", "...", meta={"authors": "Smith, J; Smith, Jane", "author_count": "2"})
        >>> Labels({"Smith, J": "Smith, Jane"}).apply(by_two).document.author
        'Smith, Jane'
        """
        author, authors = self._author(document)
        topic, topics = document.topic, _count(document, "topic_count", document.topic)
        label = self.ids.get(document.id)
        if label is not None:
            author, authors = (label.author, 1) if label.author else (author, authors)
            topic, topics = (label.topic, 1) if label.topic else (topic, topics)
        if (author, topic) != (document.author, document.topic):
            document = replace(document, author=author, topic=topic)
        return Labelled(document, authors, topics)

    def _author(self, document: Document) -> tuple[str | None, int]:
        author, count = document.author, _count(document, "author_count", document.author)
        if not self.aliases:
            return author, count
        if count > 1:
            merged = {self.aliases.get(name, name) for name in document.meta.get("authors", "").split(JOIN)}
            return (merged.pop(), 1) if len(merged) == 1 else (author, len(merged))
        return (author if author is None else self.aliases.get(author, author)), count


def _count(document: Document, key: str, single: str | None) -> int:
    stated = document.meta.get(key, "")
    return int(stated) if stated.isdecimal() else int(single is not None)


def read_aliases(path: Path) -> dict[str, str]:
    """Aliases from lines `alias = author`, or from two columns, separated by tab or comma: alias, author."""
    return alias_pairs(path, "alias", "author")


def alias_pairs(path: Path, alias: str, name: str) -> dict[str, str]:
    """From aliases to names, chains followed to their ends; `alias` and `name` are what the columns are called."""
    pairs: dict[str, str] = {}
    for number, row in _rows(path, alias, equals=True):
        if len(row) != 2 or not all(row):
            raise CorpusError(f"{path}, line {number}: not two columns {alias},{name} nor '{alias} = {name}'")
        if pairs.get(row[0], row[1]) != row[1]:
            raise CorpusError(f"{path}, line {number}: {row[0]!r} is already an alias of {pairs[row[0]]!r}")
        pairs[row[0]] = row[1]
    return {one: _end_of(one, pairs, path) for one in pairs}


def _end_of(alias: str, pairs: Mapping[str, str], path: Path) -> str:
    """Where a chain of aliases ends."""
    name, seen = alias, {alias}
    while name in pairs and pairs[name] != name:
        name = pairs[name]
        if name in seen:
            raise CorpusError(f"{path}: the aliases of {alias!r} go round in a circle")
        seen.add(name)
    return name


def read_ids(path: Path) -> dict[str, Label]:
    """Ids from the first column, with author and topic from the next two where they stand there."""
    labels = {}
    for _, row in _rows(path, "id", equals=False):
        author, topic = [*row[1:], "", ""][:2]
        labels[row[0]] = Label(author or None, topic or None)
    if not labels:
        raise CorpusError(f"{path} holds no ids; it needs one a line, or columns id,author,topic")
    return labels


def _rows(path: Path, head: str, equals: bool) -> Iterator[tuple[int, list[str]]]:
    """Line number and cells of every line that holds something; a first line of names is left out."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            text = file.read()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise CorpusError(f"cannot read {path}: {reason}") from None
    first = text.partition("\n")[0]
    delimiter = "\t" if "\t" in first else ","
    if equals and delimiter not in first.replace(", ", "") and " = " in first:
        yield from _equations(text)
        return
    reader = csv.reader(text.splitlines(keepends=True), delimiter=delimiter)
    for cells in reader:
        row = [cell.strip() for cell in cells]
        if any(row) and not (reader.line_num == 1 and row[0].lower() == head):
            yield reader.line_num, row


def _equations(text: str) -> Iterator[tuple[int, list[str]]]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield number, [side.strip() for side in line.split(" = ")]
