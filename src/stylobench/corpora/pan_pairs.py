"""PAN 2020 and later: a file of pairs with its truth, taken apart into distinct documents with author and fandom.

Such files can be larger than memory: texts stay in the file and are read from it when they are asked for.
"""

from __future__ import annotations

import json
from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import overload

from stylobench.errors import CorpusError
from stylobench.pan.lines import Line
from stylobench.pan.pairs import Pair, read_pairs
from stylobench.pan.truth import read_truth
from stylobench.records import Corpus, Document, Trial, corpus_digest, row_digest, text_digest

ENDING = ".jsonl"
LONGEST_LINE = 1 << 25
Verdict = tuple[bool, tuple[str, ...]]
ODD = {
    "without_truth": "pairs without truth",
    "truth_alone": "problems in the truth that are not among the pairs",
    "empty": "pairs with an empty text, left out",
    "twice": "pairs whose two texts are the same",
    "author": "texts that come again with another author; the first in the file holds",
    "topic": "texts that come again with another fandom; the first in the file holds",
}


@dataclass(frozen=True)
class Unpaired(Sequence[Document]):
    """The distinct texts of a file of pairs, in its order; `places` are twice the number of the line, plus the side."""

    path: Path
    ids: list[str] = field(default_factory=list)
    authors: list[str | None] = field(default_factory=list)
    topics: list[str | None] = field(default_factory=list)
    places: array[int] = field(default_factory=lambda: array("q"))

    def __len__(self) -> int:
        return len(self.ids)

    def __iter__(self) -> Iterator[Document]:
        row = 0
        for pair in read_pairs(self.path):
            for side, text in enumerate(pair.pair):
                if row < len(self) and self.places[row] == 2 * pair.line + side:
                    yield self._document(row, text)
                    row += 1

    @overload
    def __getitem__(self, index: int) -> Document: ...
    @overload
    def __getitem__(self, index: slice) -> list[Document]: ...
    def __getitem__(self, index: int | slice) -> Document | list[Document]:
        if isinstance(index, slice):
            return [self[row] for row in range(*index.indices(len(self)))]
        row = range(len(self))[index]
        number, side = divmod(self.places[row], 2)
        with self.path.open("rb") as file:
            file.seek(self._starts[number - 1])
            line = Line(self.path, number, file.readline().decode("utf-8-sig"))
        return self._document(row, line.record()["pair"][side])

    def column(self, name: str) -> list[str | None]:
        """One field of every document, in order; only the texts have to be read."""
        if name == "text":
            return [document.text for document in self]
        labels: dict[str, Sequence[str | None]] = {"id": self.ids, "author": self.authors, "topic": self.topics}
        return list(labels.get(name, [None] * len(self)))

    @cached_property
    def _starts(self) -> array[int]:
        """Where each line starts in the file."""
        with self.path.open("rb") as file:
            return array("q", accumulate(map(len, file), initial=0))

    def _document(self, row: int, text: str) -> Document:
        return Document(self.ids[row], text, self.authors[row], self.topics[row])


@dataclass
class Shelf:
    """Where each distinct text came first, what digests there are, and what was odd, counted."""

    held: Unpaired
    rows: dict[str, int] = field(default_factory=dict)
    digests: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def put(self, document: Document, place: int) -> str:
        """The id that the document's text goes by."""
        row = self.rows.setdefault(text_digest(document.text), len(self.rows))
        if row == len(self.held):
            self._add(document, place)
        else:
            self.counts["repeated"] += 1
            self.counts["author"] += self.held.authors[row] != document.author
            self.counts["topic"] += self.held.topics[row] != document.topic
        return self.held.ids[row]

    def _add(self, document: Document, place: int) -> None:
        held = self.held
        held.ids.append(document.id)
        held.authors.append(document.author)
        held.topics.append(document.topic)
        held.places.append(place)
        self.digests.append(row_digest(document))

    def warnings(self) -> list[str]:
        """One line for each oddity."""
        return [f"{text}: {self.counts[what]:,}" for what, text in ODD.items() if self.counts[what]]


def recognises(path: Path) -> bool:
    """Whether it is a file of pairs, or a folder with one directly in it."""
    return bool(_files_of_pairs(path))


def read(path: Path) -> Corpus:
    """Read pairs as documents: each distinct text once, with its author from the truth and its fandom as topic.

    Every pair is a trial: the first text is known, the second questioned. Without truth, `same` and authors are None.
    Where a text comes again with another author or fandom, the first in the file holds.
    """
    file = _only(path)
    truth_file = _truth_beside(file)
    truth = _verdicts(truth_file)
    shelf = Shelf(Unpaired(file))
    trials = list(_trials(file, truth, shelf))
    if not trials:
        raise CorpusError(f"{file} holds no pair of texts")
    shelf.counts["truth_alone"] = len(truth) - sum(trial.same is not None for trial in trials) - shelf.counts["judged"]
    provenance = {
        "format": "pan_pairs",
        "pairs": len(trials),
        "truth": truth_file.name if truth_file else None,
        "repeated_texts": shelf.counts["repeated"],
        "warnings": shelf.warnings(),
    }
    digest = corpus_digest(sorted(shelf.digests))
    return Corpus(path.resolve().stem, shelf.held, digest, provenance, tuple(trials))


def _trials(file: Path, truth: Mapping[str, Verdict], shelf: Shelf) -> Iterator[Trial]:
    seen: dict[str, int] = {}
    for pair in read_pairs(file):
        if seen.setdefault(pair.id, pair.line) != pair.line:
            raise CorpusError(f"{file}, line {pair.line}: id {pair.id!r} stands already on line {seen[pair.id]}")
        same, authors = truth.get(pair.id, (None, ()))
        if not all(text.strip() for text in pair.pair):
            shelf.counts["empty"] += 1
            shelf.counts["judged"] += same is not None
            continue
        known, questioned = (
            shelf.put(document, 2 * pair.line + side) for side, document in enumerate(_documents(pair, authors))
        )
        shelf.counts["without_truth"] += same is None
        shelf.counts["twice"] += known == questioned
        yield Trial(pair.id, (known,), questioned, same)


def _documents(pair: Pair, authors: tuple[str, ...]) -> Iterator[Document]:
    for side, text in enumerate(pair.pair):
        yield Document(f"{pair.id}/{side + 1}", text, _of_side(authors, side), _of_side(pair.fandoms, side))


def _of_side(labels: tuple[str, ...], side: int) -> str | None:
    return labels[side] or None if len(labels) == 2 else None


def _verdicts(file: Path | None) -> dict[str, Verdict]:
    if file is None:
        return {}
    truth = read_truth(file)
    authors = truth.authors or ((),) * len(truth.ids)
    return {id: (bool(same), names) for id, same, names in zip(truth.ids, truth.same, authors, strict=True)}


def _only(path: Path) -> Path:
    found = _files_of_pairs(path)
    if len(found) == 1:
        return found[0]
    if found:
        names = ", ".join(file.name for file in found)
        raise CorpusError(f"{path} holds {len(found)} files of pairs; name one of: {names}")
    raise CorpusError(f"{path} holds no pairs; a file of pairs has lines like {{'id': ..., 'pair': [..., ...]}}")


def _files_of_pairs(path: Path) -> list[Path]:
    """The .jsonl files whose first line has a pair of texts."""
    within = sorted(path.iterdir()) if path.is_dir() else [path]
    return [file for file in within if file.suffix.lower() == ENDING and file.is_file() and _starts_with_pair(file)]


def _starts_with_pair(file: Path) -> bool:
    try:
        with file.open("rb") as opened:
            first = json.loads(opened.readline(LONGEST_LINE).decode("utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(first, dict) and "pair" in first


def _truth_beside(file: Path) -> Path | None:
    """NAME-truth.jsonl for NAME.jsonl, truth.jsonl for pairs.jsonl or for any other."""
    names = (f"{file.stem}-truth{ENDING}", file.name.replace("pairs", "truth"), f"truth{ENDING}")
    return next((file.with_name(name) for name in names if name != file.name and file.with_name(name).is_file()), None)
