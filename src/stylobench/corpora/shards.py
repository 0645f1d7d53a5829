"""Parquet shards: documents in batches on their way into one sorted corpus file, in flat memory.

Rows are ordered by the length of their id and then by the id, so that numbers stand in their own order.
"""

from __future__ import annotations

import atexit
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, islice
from json.encoder import encode_basestring as quote
from operator import attrgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import duckdb
import numpy as np

from stylobench.corpora.labels import Labelled
from stylobench.errors import CorpusError
from stylobench.records import FIELDS, Document, Rows, row_digest

COLUMNS = ("id", "text", "author", "topic", "time", "meta", "digest")
BATCH = 4_096
ROW_GROUP = 2_048
PIECE = 16_384
MEMORY = "256MB"
MORE_MEMORY = ("1GB", "4GB")
_COPY = f"(FORMAT parquet, COMPRESSION {{}}, ROW_GROUP_SIZE {ROW_GROUP})"
_TYPED = ", ".join(f"{column}::VARCHAR AS {column}" for column in COLUMNS)
_SHARD = f"SELECT {_TYPED}, words, titled, authors, topics FROM batch"
_ORDER = "ORDER BY length(id), id, file_index, file_row_number"
_SLOT = "list_extract($starts::BIGINT[], file_index::INT + 1) + file_row_number"


class Facts(NamedTuple):
    """What selection needs to know of a document."""

    id: str
    author: str | None
    topic: str | None
    words: int
    titled: bool
    authors: int
    topics: int


@dataclass(frozen=True)
class Least:
    """What a document must have by itself to be selected; of one that has not, only the facts are written."""

    words: int = 0
    author: bool = False
    topic: bool = False
    one_author: bool = False
    one_topic: bool = False

    def met_by(self, facts: Facts) -> bool:
        """Whether a document with these facts may be selected."""
        return (
            facts.words >= self.words
            and (facts.authors == 1 if self.one_author else facts.authors > 0 or not self.author)
            and (facts.topics == 1 if self.one_topic else facts.topics > 0 or not self.topic)
        )


ANYTHING = Least()


def facts_of(row: Labelled) -> Facts:
    """The facts of one labelled document."""
    document, authors, topics = row
    words, titled = word_count(document.text), bool(document.meta.get("title"))
    return Facts(document.id, document.author, document.topic, words, titled, authors, topics)


def connect(spill: Path | None = None, threads: int | None = None) -> duckdb.DuckDBPyConnection:
    """An in-memory database that keeps to a fixed amount of memory and spills into a folder."""
    config: dict[str, Any] = {"memory_limit": MEMORY}
    config |= {"threads": threads} if threads else {}
    config |= {"temp_directory": str(spill)} if spill else {}
    connection = duckdb.connect(config=config)
    connection.execute("SET enable_progress_bar = false")
    return connection


@contextmanager
def plain_errors(what: str) -> Iterator[None]:
    """Faults of disk and rights as one line."""
    try:
        yield
    except (duckdb.IOException, duckdb.OutOfMemoryException) as error:
        raise CorpusError(f"{what}: {_first_line(error)}") from None
    except OSError as error:
        raise CorpusError(f"{what}: {error.strerror or error}") from None


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0].removeprefix("IO Error: ")


def word_count(text: str) -> int:
    """The number of words between white space, as `len(text.split())` at a sixth of its time.

    >>> word_count("It rained.\\nThen it stopped.")
    5
    """
    if not text.isascii() or not text:
        return len(text.split())
    signs = np.frombuffer(text.encode("ascii"), dtype=np.uint8)
    if np.count_nonzero(signs < _SPACE) > text.count("\n"):
        return len(text.split())
    white = signs <= _SPACE
    return int(np.count_nonzero(white[:-1] > white[1:])) + (not white[0])


_SPACE = np.array(ord(" "), dtype=np.uint8)


def meta_json(meta: Mapping[str, str]) -> str:
    """A flat mapping as JSON with sorted keys, as `json.dumps` at a third of its time.

    >>> meta_json({"title": "Rain", "material": "Review"})
    '{"material": "Review", "title": "Rain"}'
    """
    return "{" + ", ".join([f"{quote(key)}: {quote(value)}" for key, value in sorted(meta.items())]) + "}"


def write_shards(rows: Iterable[Labelled], folder: Path, stem: str, least: Least = ANYTHING) -> list[str]:
    """Write the rows in sorted shards of a fixed size; returns the names of the files."""
    names: list[str] = []
    remaining = iter(rows)
    while batch := sorted(islice(remaining, BATCH), key=lambda row: order(row.document.id)):
        names.append(f"{stem}-{len(names):04d}.parquet")
        half = folder / f"{names[-1]}.half"
        _write(batch, half, least)
        half.replace(folder / names[-1])
    return names


@cache
def _writer() -> duckdb.DuckDBPyConnection:
    """One for the life of a process, let go at its end, where DuckDB would else complain."""
    atexit.register(_writer.cache_clear)
    return connect(threads=1)


def _write(rows: Sequence[Labelled], path: Path, least: Least) -> None:
    connection = _writer()
    connection.register("batch", _columns(rows, least))
    try:
        connection.execute(f"COPY ({_SHARD}) TO {quoted(path)} {_COPY.format('uncompressed')}")
    except duckdb.Error:
        if spoilt := _unwritable(rows):
            raise CorpusError(f"document {spoilt!a} holds half a surrogate pair, which UTF-8 cannot say") from None
        raise
    finally:
        connection.unregister("batch")


def _columns(rows: Sequence[Labelled], least: Least) -> dict[str, np.ndarray[Any, Any]]:
    facts = [facts_of(row) for row in rows]
    wanted = [row.document if least.met_by(fact) else None for row, fact in zip(rows, facts, strict=True)]
    columns = {
        name: _objects(None if document is None else contents(document) for document in wanted)
        for name, contents in _CONTENTS.items()
    }
    for name, values in zip(Facts._fields, zip(*facts, strict=True), strict=True):
        numbers = _NUMBERS.get(name)
        columns[name] = np.array(values, dtype=numbers) if numbers else _objects(values)
    return columns


_NUMBERS: dict[str, Any] = {"words": np.int32, "titled": np.bool_, "authors": np.int32, "topics": np.int32}
_CONTENTS: dict[str, Callable[[Document], str | None]] = {
    "text": attrgetter("text"),
    "time": attrgetter("time"),
    "meta": lambda document: meta_json(document.meta),
    "digest": row_digest,
}


def _objects(values: Iterable[str | None]) -> np.ndarray[Any, Any]:
    return np.array([*values, None], dtype=object)[:-1]


def _unwritable(rows: Iterable[Labelled]) -> str | None:
    """The id of the first document that no UTF-8 file can hold."""
    for document in (row.document for row in rows):
        try:
            fields = [document.get(name) or "" for name in FIELDS]
            "".join([*fields, *document.meta, *document.meta.values()]).encode()
        except UnicodeEncodeError:
            return document.id
    return None


def order(id: str) -> tuple[int, str]:
    """The key that rows are sorted by."""
    return len(id), id


def quoted(path: Path) -> str:
    """A path inside SQL."""
    return "'" + str(path).replace("'", "''") + "'"


def exactly(path: Path) -> str:
    """A path for read_parquet that stands for itself even where it holds signs of a pattern."""
    return "".join(f"[{sign}]" if sign in "*?[" else sign for sign in str(path))


class Shards:
    """Shards under one order of rows; the n-th row is the n-th of `facts` and what `merge` calls n.

    A slot is the place of a row in the files, counted through; `slots` are those of the rows in order.
    """

    def __init__(self, files: Sequence[Path], spill: Path) -> None:
        self.files = [exactly(file) for file in files]
        self.spill = spill
        self.connection = connect(spill)
        self.starts = self._starts()
        slots = self._query(f"SELECT {_SLOT} AS slot FROM read_parquet($files) {_ORDER}", starts=self.starts)
        self.slots: Rows = np.asarray(slots.fetchnumpy()["slot"], dtype=np.int64)

    def __enter__(self) -> Shards:
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    def _starts(self) -> list[int]:
        """How many rows stand in the files before each file."""
        counts = self._query("SELECT file_index, count(*) FROM read_parquet($files) GROUP BY 1 ORDER BY 1")
        return [0, *accumulate(count for _, count in counts.fetchall())]

    def _query(self, query: str, **values: object) -> duckdb.DuckDBPyConnection:
        return self.connection.execute(query, {"files": self.files, **values})

    def facts(self) -> Iterator[Facts]:
        """The facts of every row, in order."""
        order = "" if _rising(self.slots) else _ORDER
        cursor = self._query(f"SELECT {', '.join(Facts._fields)} FROM read_parquet($files) {order}")
        while batch := cursor.fetchmany(ROW_GROUP):
            yield from map(Facts._make, batch)

    def merge(self, rows: Rows, target: Path) -> None:
        """Write these rows, in order, as one Parquet file; long texts need more memory than most corpora do."""
        for more in MORE_MEMORY:
            try:
                self._merge(rows, target)
                return
            except duckdb.OutOfMemoryException:
                self.connection.execute(f"SET memory_limit = '{more}'")
        self._merge(rows, target)

    def _merge(self, rows: Rows, target: Path) -> None:
        """Texts are sorted in pieces that fit into memory."""
        kept = self.slots[rows]
        if _rising(kept):
            self._copy(kept, target, "snappy")
            return
        with TemporaryDirectory(dir=self.spill) as folder:
            starts = range(0, len(kept), PIECE)
            pieces = [Path(folder) / f"{start:012d}.parquet" for start in starts]
            for piece, start in zip(pieces, starts, strict=True):
                self._copy(kept[start : start + PIECE], piece, "uncompressed")
            query = f"COPY (SELECT * FROM read_parquet($files)) TO {quoted(target)} {_COPY.format('snappy')}"
            self.connection.execute(query, {"files": [exactly(piece) for piece in pieces]})

    def _copy(self, slots: Rows, target: Path, compression: str) -> None:
        """Write the rows in these slots, in order, from the files that hold them."""
        files = np.unique(np.searchsorted(self.starts, slots, side="right") - 1)
        mask = np.zeros(len(self.slots), dtype=np.uint8)
        mask[slots] = 1
        order = "" if _rising(slots) else _ORDER
        self.connection.execute(
            f"COPY (SELECT {', '.join(COLUMNS)} FROM read_parquet($files) WHERE get_bit($kept::BIT, ({_SLOT})::INT) = 1"
            f" {order}) TO {quoted(target)} {_COPY.format(compression)}",
            {
                "files": [self.files[file] for file in files],
                "starts": [self.starts[file] for file in files],
                "kept": (mask + ord("0")).tobytes().decode("ascii"),
            },
        )


def _rising(slots: Rows) -> bool:
    """Whether the files hold these rows in order: reading keeps it, and sorting is the dear part."""
    return bool(np.all(np.diff(slots) > 0))
