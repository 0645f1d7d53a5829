"""Tables: CSV, TSV, JSON lines or Parquet, one document per row, with a column mapping."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from stylobench.corpora.columns import Columns, Row, document
from stylobench.corpora.dates import iso_dates
from stylobench.corpora.decoding import lines
from stylobench.errors import CorpusError, SpecError
from stylobench.records import Corpus, Document

KINDS = {"csv": ",", "tsv": "\t", "jsonl": "", "ndjson": "", "json": "", "parquet": ""}
JSON = ("jsonl", "ndjson", "json")
DELIMITERS = ",;\t|"
BATCH = 1000


@dataclass(frozen=True)
class Shape:
    """How the file is written: kind csv, tsv, jsonl, json or parquet; encoding; quote sign ('' = none)."""

    kind: str | None = None
    encoding: str | None = None
    quote: str = '"'


def recognises(path: Path) -> bool:
    """Whether it is a file with the ending of a table, or a folder with one such file and no folders."""
    return len(_tables(path)) == 1


def read(path: Path, kind: str | None = None, encoding: str | None = None, quote: str = '"', **columns: str) -> Corpus:
    """Read a table; `author`, `topic`, `text`, `time` and `id` name columns, by default those of that name.

    Every other column becomes an entry of the documents' meta.
    """
    if path.is_dir():
        path = _only_table(path)
    rows = list(_documents(path, Shape(kind, encoding, quote), Columns.named(columns)))
    if not rows:
        raise CorpusError(f"{path} has columns but no rows")
    warnings = []
    if len({row.id for row in rows}) < len(rows):
        if "id" in columns:
            raise CorpusError(f"{path}: column {columns['id']!r} repeats an id; name another with --id COLUMN")
        warnings.append("column 'id' repeats ids; documents are numbered by row instead")
        rows = list(_documents(path, Shape(kind, encoding, quote), Columns.named({**columns, "id": ""})))
    dates = iso_dates([row.time for row in rows])
    dated = (row if row.time == time else replace(row, time=time) for row, time in zip(rows, dates.values, strict=True))
    return Corpus.of(path.stem, dated, {"format": "table", "warnings": dates.warnings() + warnings})


def _tables(path: Path) -> list[Path]:
    within = sorted(path.iterdir()) if path.is_dir() else [path]
    if any(each.is_dir() for each in within):
        return []
    return [each for each in within if each.suffix.lower().lstrip(".") in KINDS and each.is_file()]


def _only_table(folder: Path) -> Path:
    tables = _tables(folder)
    if len(tables) != 1:
        names = ", ".join(table.name for table in tables[:5]) or "none"
        raise CorpusError(f"{folder} is a folder with {len(tables)} tables ({names}); name one file")
    return tables[0]


def _documents(path: Path, shape: Shape, columns: Columns) -> Iterator[Document]:
    if path.stat().st_size == 0:
        raise CorpusError(f"{path} is empty; a table needs a header row and at least one document")
    settled: Columns | None = None
    for number, (_, row) in enumerate(rows_of(path, shape), start=1):
        settled = settled or columns.settled(_present(path, shape, row), path)
        yield document(row, settled, number)


def _present(path: Path, shape: Shape, first: Row) -> list[str]:
    """The columns: those of the first row, or of all rows where each says its own."""
    if _kind(path, shape) not in JSON:
        return list(first)
    return list(dict.fromkeys(key for _, row in rows_of(path, shape) for key in row))


def _kind(path: Path, shape: Shape) -> str:
    return shape.kind or path.suffix.lower().lstrip(".")


def rows_of(path: Path, shape: Shape) -> Iterator[tuple[str, Row]]:
    """The rows of a table, streamed, each with its place in the file."""
    kind = _kind(path, shape)
    if kind not in KINDS:
        raise SpecError(f"{path}: no kind of table named {kind!r}; there are: {', '.join(KINDS)}")
    if kind == "parquet":
        return _parquet(path)
    if kind in JSON:
        return _json(path, shape)
    return _delimited(path, shape, KINDS[kind])


def _delimited(path: Path, shape: Shape, delimiter: str) -> Iterator[tuple[str, Row]]:
    csv.field_size_limit(sys.maxsize)
    source = lines(path, shape.encoding)
    first = next(source, "")
    delimiter = separator(first, delimiter)
    source = _chain(first, source)
    table = (
        csv.reader(source, delimiter=delimiter, quotechar=shape.quote, strict=True)
        if shape.quote
        else csv.reader(source, delimiter=delimiter, quoting=csv.QUOTE_NONE)
    )
    header: list[str] | None = None
    for fields in _checked(table, path):
        if header is None:
            header = _header(fields, path)
        elif fields:
            place = f"line {table.line_num}"
            if len(fields) != len(header):
                raise CorpusError(
                    f"{path}, {place}: {len(fields)} fields where the header has {len(header)}; "
                    "quote fields that hold the separator or a line end"
                )
            yield place, dict(zip(header, fields, strict=True))


def separator(header: str, usual: str) -> str:
    """The sign between columns; where there is no comma, the one that the header has most of.

    >>> separator("author;text", ",")
    ';'
    """
    return max(DELIMITERS, key=header.count) if usual == "," and "," not in header else usual


def _checked(table: Any, path: Path) -> Iterator[list[str]]:
    """The rows; a quote that is not closed would swallow the rest of the file without a word."""
    start = 1
    try:
        for fields in table:
            yield fields
            start = table.line_num + 1
    except csv.Error as error:
        raise CorpusError(
            f"{path}, row that starts in line {start}: {error}; double each quote inside a quoted field, "
            "or say quote='' if quotes are plain signs in it"
        ) from None


def _header(fields: list[str], path: Path) -> list[str]:
    names = [name.strip().removeprefix("\ufeff") for name in fields]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise CorpusError(f"{path} has two columns named {twice[0]!r}; rename one of them")
    return names


def _chain(first: str, rest: Iterable[str]) -> Iterator[str]:
    yield first
    yield from rest


def _json(path: Path, shape: Shape) -> Iterator[tuple[str, Row]]:
    source = lines(path, shape.encoding)
    first = next(source, "")
    if first.lstrip("\ufeff \t\r\n").startswith("["):
        for number, value in enumerate(_parsed("".join(_chain(first, source)), path, 1), start=1):
            yield f"element {number}", _object(value, path, f"element {number}")
        return
    for number, line in enumerate(_chain(first, source), start=1):
        if line.strip("\ufeff \t\r\n"):
            yield f"line {number}", _object(_parsed(line, path, number), path, f"line {number}")


def _parsed(text: str, path: Path, line: int) -> Any:
    try:
        return json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise CorpusError(
            f"{path}, line {line}: not JSON ({error}); a line of a .jsonl file is one JSON object"
        ) from None


def _object(value: Any, path: Path, place: str) -> Row:
    if not isinstance(value, dict):
        raise CorpusError(f"{path}, {place}: not a JSON object; a document is {{'text': ..., 'author': ...}}")
    return value


def _parquet(path: Path) -> Iterator[tuple[str, Row]]:
    import duckdb

    with duckdb.connect() as connection:
        try:
            result = connection.execute("SELECT * FROM read_parquet(?)", [str(path)])
            names = [column[0] for column in result.description or []]
            number = 0
            while batch := result.fetchmany(BATCH):
                for values in batch:
                    number += 1
                    yield f"row {number}", dict(zip(names, values, strict=True))
        except duckdb.Error as error:
            cause = str(error).strip().splitlines()[0]
            raise CorpusError(f"{path} cannot be read as Parquet: {cause}") from None
