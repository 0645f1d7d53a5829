"""The texts of a stored corpus, some or all, in any order, read from its file as they are asked for.

Few row groups are held at a time: whoever goes through the rows in the order of the file, or of their ids, reads each
group once.
"""

from __future__ import annotations

import atexit
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import overload

import duckdb

from stylobench.corpora.shards import ROW_GROUP, connect, exactly
from stylobench.errors import CorpusError
from stylobench.records import Rows

# Ids of one length stand in their own order, and by name those of different lengths take turns: a group for each.
GROUPS = 16
QUERY = (
    "SELECT text FROM read_parquet(?, file_row_number=true) WHERE file_row_number BETWEEN ? AND ? "
    "ORDER BY file_row_number"
)


@dataclass(frozen=True, eq=False)
class StoredTexts(Sequence[str]):
    """A sequence of texts that holds only where they stand."""

    path: str
    rows: Rows

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> StoredTexts: ...
    def __getitem__(self, place: int | slice) -> str | StoredTexts:
        if isinstance(place, slice):
            return StoredTexts(self.path, self.rows[place])
        return self._text(int(self.rows[place]))

    def __iter__(self) -> Iterator[str]:
        for start in range(0, len(self.rows), ROW_GROUP):
            yield from map(self._text, self.rows[start : start + ROW_GROUP].tolist())

    def _text(self, row: int) -> str:
        return _group(self.path, row // ROW_GROUP)[row % ROW_GROUP]


@lru_cache(maxsize=GROUPS)
def _group(path: str, number: int) -> list[str]:
    first = number * ROW_GROUP
    try:
        found = _reader(os.getpid()).execute(QUERY, [exactly(Path(path)), first, first + ROW_GROUP - 1]).fetchall()
    except duckdb.Error as error:
        raise CorpusError(f"cannot read {path}: {str(error).splitlines()[0]}") from None
    return [text or "" for (text,) in found]


@cache
def _reader(process: int) -> duckdb.DuckDBPyConnection:
    """One for the life of a process, for opening takes longer than a query; a fork must not use its parent's."""
    atexit.register(_reader.cache_clear)
    return connect(threads=1)
