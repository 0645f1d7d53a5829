"""A table file read column by column into arrays, by DuckDB: labels as codes, numbers as numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb
import numpy as np

from stylobench.corpora.dates import MISSING
from stylobench.corpora.decoding import known_encoding, lines
from stylobench.corpora.shards import connect, exactly
from stylobench.corpora.table import JSON, KINDS, Shape, rows_of, separator
from stylobench.errors import CorpusError
from stylobench.records import Booleans, Floats, Rows

BATCH = 4_096
_NO_NUMBER = ", ".join(f"'{word}'" for word in sorted(MISSING))
_NO_LABEL = "'', 'nan', 'null'"


@dataclass(frozen=True)
class Labels:
    """Words by their place in `names`, which are sorted; -1 is none."""

    codes: Rows
    names: tuple[str, ...]

    def words(self) -> list[str | None]:
        """One word per row."""
        words = np.array([*self.names, None], dtype=object)[self.codes]
        return list(words)

    def take(self, rows: Booleans) -> Labels:
        """Some of the rows."""
        return Labels(self.codes[rows], self.names)


class Source:
    """The columns of one file, in the order of its rows."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, path: Path, table: str, columns: dict[str, str]) -> None:
        self.connection, self.path, self.columns = connection, path, columns
        self.table = table

    def keep(self, names: Iterable[str]) -> None:
        """Read some columns into the database once, so that the file need not be read for each."""
        kept = {name: f"k{place}" for place, name in enumerate(dict.fromkeys(names))}
        made = ", ".join(f"{self.columns[name]} AS {kept[name]}" for name in kept)
        self._ask(f"CREATE TEMP TABLE kept AS SELECT {made} FROM {self.table}")
        self.kept = kept

    def labels(self, name: str) -> Labels:
        """A column of words; white space around them does not count."""
        word = f"trim({self.kept[name]}::VARCHAR)"
        told = f"CASE WHEN lower({word}) IN ({_NO_LABEL}) THEN NULL ELSE {word} END"
        distinct = f"SELECT DISTINCT {told} AS word FROM kept WHERE word IS NOT NULL ORDER BY word"
        names = self._ask(distinct).fetchall()
        if not names:
            ((count,),) = self._ask("SELECT count(*) FROM kept").fetchall()
            return Labels(np.full(count, -1), ())
        kind = f"of_{self.kept[name]}"
        self._ask(f"CREATE TYPE {kind} AS ENUM ({distinct})")
        codes = self._ask(f"SELECT coalesce(enum_code(({told})::{kind})::BIGINT, -1) AS c FROM kept ORDER BY rowid")
        return Labels(np.asarray(codes.fetchnumpy()["c"], dtype=np.int64), tuple(word for (word,) in names))

    def probabilities(self, name: str) -> Floats:
        """A column of numbers from 0 to 1, NaN where there is none."""
        raw = self.kept[name]
        number = f"TRY_CAST({raw} AS DOUBLE)"
        missing = f"coalesce(lower(trim({raw}::VARCHAR)), '') IN ({_NO_NUMBER})"
        wrong = f"NOT {missing} AND coalesce(isnan({number}) OR {number} < 0 OR {number} > 1, true)"
        found = self._ask(f"SELECT rowid + 1, {raw}::VARCHAR FROM kept WHERE {wrong} ORDER BY rowid LIMIT 1").fetchall()
        for row, value in found:
            raise CorpusError(
                f"{self.path}, row {row}: {value!r} in column {name!r} is not a probability from 0 to 1; "
                f"give probabilities{_hint(value)}, and leave the field empty where there is no answer"
            )
        values = self._ask(f"SELECT {number} AS v FROM kept ORDER BY rowid").fetchnumpy()["v"]
        return np.ma.filled(np.ma.asarray(values, dtype=np.float64), np.nan)

    def texts(self, name: str) -> list[str | None]:
        """A column as it stands, straight from the file."""
        found = self._ask(f"SELECT {self.columns[name]}::VARCHAR FROM {self.table}")
        values: list[str | None] = []
        while batch := found.fetchmany(BATCH):
            values.extend(value for (value,) in batch)
        return values

    def _ask(self, question: str) -> duckdb.DuckDBPyConnection:
        try:
            return self.connection.execute(question)
        except duckdb.Error as error:
            raise _fault(self.path, error) from None


@contextmanager
def opened(path: Path, encoding: str | None = None) -> Iterator[Source]:
    """A CSV, TSV, JSON lines, JSON or Parquet file by its ending."""
    kind = path.suffix.lower().lstrip(".")
    if kind not in KINDS or not path.is_file():
        raise CorpusError(f"{path} is not a table of answers; it is a file that ends in: {', '.join(KINDS)}")
    if path.stat().st_size == 0:
        raise CorpusError(f"{path} is empty; a table needs a header row and at least one answer")
    with TemporaryDirectory(prefix="stylobench-") as folder, connect(spill=Path(folder)) as connection:
        if kind == "parquet":
            yield _described(connection, path, f"read_parquet({_quoted(exactly(path))})")
        else:
            yield _source(connection, path, kind, _in_utf8(path, Path(folder), encoding))


def names_of(path: Path, encoding: str | None = None) -> list[str]:
    """The columns of the first row; none where it cannot be read."""
    if path.suffix.lower().lstrip(".") not in KINDS or not path.is_file():
        return []
    try:
        return next((list(row) for _, row in rows_of(path, Shape(encoding=encoding))), [])
    except CorpusError:
        return []


def _source(connection: duckdb.DuckDBPyConnection, path: Path, kind: str, copy: Path) -> Source:
    """The file at `path`, read from a copy in UTF-8 where it is written otherwise."""
    plain = _quoted(exactly(copy))
    if kind in JSON:
        # One level deep, every value stays JSON: nothing is guessed from the first rows.
        read = f"read_json({plain}, maximum_depth = 1, sample_size = -1, format = 'auto', records = 'true')"
        return _described(connection, path, read, "{} ->> '$'")
    # Told everything, for what DuckDB finds out by itself it may get by skipping rows.
    names = next((list(row) for _, row in rows_of(copy, Shape())), [])
    if not names:
        raise CorpusError(f"{path} has columns but no rows")
    sign = separator(next(lines(copy)), KINDS[kind])
    typed = ", ".join(f"'c{place}': 'VARCHAR'" for place in range(len(names)))
    how = f"auto_detect = false, header = true, delim = '{sign}', quote = '\"', escape = '\"', columns = {{{typed}}}"
    return Source(connection, path, f"read_csv({plain}, {how})", {name: f"c{at}" for at, name in enumerate(names)})


def _described(connection: duckdb.DuckDBPyConnection, path: Path, table: str, form: str = "{}") -> Source:
    try:
        found = connection.execute(f"DESCRIBE SELECT * FROM {table}").fetchall()
    except duckdb.Error as error:
        raise _fault(path, error) from None
    return Source(connection, path, table, {name: form.format(_identifier(name)) for name, *_ in found})


def _in_utf8(path: Path, folder: Path, encoding: str | None) -> Path:
    """The file itself, or a copy in UTF-8 without a mark where it is written otherwise."""
    with path.open("rb") as file:
        codec = known_encoding(encoding, file.read(4))
    if codec == "utf-8":
        return path
    copy = folder / f"utf8{path.suffix}"
    with copy.open("w", encoding="utf-8", newline="") as file:
        file.writelines(lines(path, encoding))
    return copy


def _fault(path: Path, error: duckdb.Error) -> CorpusError:
    """The fault as our own reader words it, with its line; else the first line of what DuckDB says."""
    try:
        for _ in rows_of(path, Shape()):
            pass
    except CorpusError as worded:
        return worded
    return CorpusError(f"{path} cannot be read as a table: {str(error).strip().splitlines()[0]}")


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _hint(value: str) -> str:
    """What a number that is no probability may have been meant as.

    >>> _hint("0,25"), _hint("87.5"), _hint("-3.1")
    (' with a decimal point', ' (percentages divided by 100)', ' (log odds x as 1/(1 + exp(-x)))')
    """
    try:
        number = float(value)
    except ValueError:
        return " with a decimal point" if "," in value else ""
    return " (percentages divided by 100)" if 1 < number <= 100 else " (log odds x as 1/(1 + exp(-x)))"
