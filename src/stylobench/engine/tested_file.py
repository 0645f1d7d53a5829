"""tested.json: what a crash test tested, and where its stored answers are. It holds no text, only digests of texts."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from stylobench.engine.archive import write_whole
from stylobench.errors import ArchiveError
from stylobench.records import Corpus, Rows, Run, Split, Trials, TrialSplit, text_digest

NAME = "tested.json"
ANSWERS = "answers"
VERSION = 1
DIGITS = 16


@dataclass(frozen=True)
class Source:
    """Where a corpus was read from, so that it can be read again."""

    path: str
    format: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, path: str, format: str | None = None, **options: Any) -> Source:
        """A path that will be found from any folder; a simulated world has none and stays as it is written."""
        found = Path(path)
        given = {name: value for name, value in options.items() if value is not None}
        return cls(str(found.resolve()) if found.exists() else path, format, given)


@dataclass(frozen=True)
class Documents:
    """The documents that splits speak of, by row; `texts` are digests."""

    ids: Sequence[str]
    texts: Sequence[str]
    authors: Sequence[str]
    topics: Sequence[str]
    times: Sequence[str | None]


@dataclass(frozen=True)
class Fold:
    """What one split tested: documents by row, or trials."""

    split: str
    rows: Rows | None = None
    trials: Trials | None = None


@dataclass(frozen=True)
class Record:
    """The contents of the file. `schemes` are the ways in which items were tested, the usual one first; `keys` go from
    a method to its stored answers by scheme, one for each fold; `answers` is their folder, seen from that of the file.
    """

    protocol: str
    corpus: Mapping[str, Any]
    documents: Documents
    schemes: Mapping[str, Sequence[Fold]]
    specs: Mapping[str, str]
    keys: Mapping[str, Mapping[str, Sequence[str]]]
    provenance: Mapping[str, Any]
    source: Source | None = None
    positive: str | None = None
    answers: str = ANSWERS


def answers_seen_from(folder: Path, home: Path) -> str:
    """Where the answers that are kept in a home lie, seen from a folder.

    >>> answers_seen_from(Path("runs/novel/essays-seed-0"), Path("runs"))
    '../../answers'
    """
    return Path(os.path.relpath(home / ANSWERS, folder)).as_posix()


def short_digest(text: str) -> str:
    """Identifies a text in the file."""
    return text_digest(text)[:DIGITS]


def documents_of(corpus: Corpus, rows: Rows, authors: Iterable[str], topics: Iterable[str]) -> Documents:
    """The documents at these rows of a corpus."""
    ids, times = corpus.column("id"), corpus.column("time")
    return Documents(
        [str(ids[row]) for row in rows],
        [short_digest(text) for text in corpus.texts_at(rows)],
        [str(author) for author in authors],
        [str(topic) for topic in topics],
        [times[row] for row in rows],
    )


def fold_of(split: Split | TrialSplit) -> Fold:
    """What a split tests."""
    return Fold(split.id, trials=split.test) if isinstance(split, TrialSplit) else Fold(split.id, rows=split.test)


def keys_of(
    runs: Mapping[str, Mapping[str, Run]], schemes: Mapping[str, Sequence[Fold]]
) -> dict[str, dict[str, list[str]]]:
    """The keys of the runs of every method, by scheme."""
    return {
        name: {scheme: [found[fold.split].key for fold in folds] for scheme, folds in schemes.items()}
        for name, found in runs.items()
    }


def write_tested(folder: Path, record: Record) -> None:
    """Write the file whole."""
    plain = {
        "version": VERSION,
        "protocol": record.protocol,
        "corpus": dict(record.corpus),
        "provenance": dict(record.provenance),
        "source": None if record.source is None else asdict(record.source),
        "positive": record.positive,
        "answers": record.answers,
        "documents": asdict(record.documents),
        "schemes": {name: [_plain_fold(fold) for fold in folds] for name, folds in record.schemes.items()},
        "methods": {name: {"spec": spec, "runs": record.keys[name]} for name, spec in record.specs.items()},
    }
    write_whole(folder / NAME, (json.dumps(plain, default=_plain) + "\n").encode())


def read_record(folder: Path) -> Record:
    """The contents of the file in a run folder."""
    path = folder / NAME
    if not path.is_file():
        if _protocol(folder) == "shift":
            raise ArchiveError(
                f"{folder} holds a result of shift, which has no answers of its own to look at; "
                "name the corpus, the table or the run that it was made from"
            )
        raise ArchiveError(
            f"{folder} has no {NAME}: no crash test was run there, or an earlier version did; "
            f"run novel-topic or leakage again with -o {folder}"
        )
    try:
        return _record(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ArchiveError(f"{path} cannot be read ({error}); run the crash test again with -o {folder}") from None


def _protocol(folder: Path) -> str | None:
    """Which crash test left its result in a folder, None where that cannot be read."""
    try:
        held = json.loads((folder / "result.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return held.get("protocol") if isinstance(held, dict) else None


def _record(held: Mapping[str, Any]) -> Record:
    if held["version"] != VERSION:
        raise ValueError(f"it is of version {held['version']}, and this reads version {VERSION}")
    return Record(
        protocol=held["protocol"],
        corpus=held["corpus"],
        documents=Documents(**held["documents"]),
        schemes={name: [_read_fold(fold) for fold in folds] for name, folds in held["schemes"].items()},
        specs={name: one["spec"] for name, one in held["methods"].items()},
        keys={name: one["runs"] for name, one in held["methods"].items()},
        provenance=held["provenance"],
        source=None if held["source"] is None else Source(**held["source"]),
        positive=held["positive"],
        answers=held.get("answers", ANSWERS),
    )


def _plain_fold(fold: Fold) -> dict[str, Any]:
    if fold.trials is None:
        return {"split": fold.split, "rows": fold.rows}
    trials = fold.trials
    columns = {name: getattr(trials, name) for name in ("known", "starts", "questioned", "same", "groups")}
    return {"split": fold.split, **columns}


def _read_fold(held: Mapping[str, Any]) -> Fold:
    if "rows" in held:
        return Fold(held["split"], rows=np.array(held["rows"], dtype=np.int64))
    known, starts, questioned = (np.array(held[name], dtype=np.int64) for name in ("known", "starts", "questioned"))
    same, groups = np.array(held["same"], dtype=np.bool_), np.array(held["groups"], dtype=np.str_)
    return Fold(held["split"], trials=Trials(known, starts, questioned, same, groups))


def _plain(value: Any) -> Any:
    """Arrays and numbers of NumPy as Python's own; anything else by its name."""
    return value.tolist() if hasattr(value, "tolist") else str(value)
