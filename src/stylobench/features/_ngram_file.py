"""What a language model has learnt, kept in the user's cache by the digest of its source."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from stylobench.features._ngram_tables import Table
from stylobench.records import Rows

# Goes up with every change of what is counted or how it is kept, so that no older file is read.
LAYOUT = 1


@dataclass(frozen=True)
class Learnt:
    """The words by id, the stream that was learnt from, and the tables of its n-grams."""

    vocabulary: dict[str, int]
    stream: Rows
    tables: list[Table]


def kept_model(digest: str, make: Callable[[], Learnt]) -> Learnt:
    """What is kept under a digest; made, and written where that can be done, when it is not there."""
    path = _cache() / f"ngrams-{LAYOUT}-{digest[:32]}.npz"
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as found:
            return _read(found)
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        made = make()
    _write(path, made)
    return made


def _read(found: Mapping[str, np.ndarray]) -> Learnt:
    words = bytes(found["vocabulary"]).decode("utf-8").split("\n")
    tables, contexts = list[Table](), 2
    for n in range(int(found["order"])):
        tables.append(Table.of(found[f"keys{n}"], found[f"counts{n}"], len(words), contexts))
        contexts = len(tables[-1].keys)
    return Learnt({word: number for number, word in enumerate(words)}, found["stream"], tables)


def _write(path: Path, made: Learnt) -> None:
    words = np.frombuffer("\n".join(made.vocabulary).encode("utf-8"), np.uint8)
    arrays: dict[str, Any] = {"vocabulary": words, "stream": made.stream, "order": np.array(len(made.tables))}
    for n, table in enumerate(made.tables):
        arrays |= {f"keys{n}": table.keys, f"counts{n}": table.counts}
    half = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".half-", delete=False) as half:
            np.savez(half, **arrays)
        os.replace(half.name, path)
    except OSError:
        # a cache that cannot be written costs seconds in the next run, nothing else
        if half is not None:
            Path(half.name).unlink(missing_ok=True)


def _cache() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "stylobench"
