"""A corpus on disk: one Parquet file, rows sorted by id, with a manifest beside it.

`corpus.parquet` has the columns id, text, author, topic, time, meta (JSON) and digest; `corpus.manifest.json` says
what is in it and how it came to be. Documents are read when they are asked for. Where the source ships trials,
`corpus.trials.jsonl` holds those whose documents are all in the corpus.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, overload

import duckdb
import numpy as np

from stylobench import __version__
from stylobench.corpora.funnel import Table
from stylobench.corpora.labels import Labels
from stylobench.corpora.shards import COLUMNS, ROW_GROUP, Shards, connect, exactly, plain_errors, write_shards
from stylobench.corpora.stored_texts import StoredTexts
from stylobench.errors import CorpusError
from stylobench.records import FIELDS, Corpus, Document, Rows, Trial, corpus_digest

FILE = "corpus.parquet"
ASKED = ", ".join(COLUMNS[:-1])
REPEATED = ("author", "topic", "time")


@dataclass(frozen=True)
class Stored(Sequence[Document]):
    """The documents of a Parquet file, read in batches as they are asked for."""

    path: str
    size: int

    def __len__(self) -> int:
        return self.size

    @overload
    def __getitem__(self, index: int) -> Document: ...
    @overload
    def __getitem__(self, index: slice) -> list[Document]: ...
    def __getitem__(self, index: int | slice) -> Document | list[Document]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(self.size))]
        place = range(self.size)[index]
        return _batch(self.path, place // ROW_GROUP)[place % ROW_GROUP]

    def __iter__(self) -> Iterator[Document]:
        for row in _stream(self.path, f"SELECT {ASKED} FROM read_parquet(?)"):
            yield _document(row)

    def column(self, name: str) -> list[str | None]:
        """One field or entry of `meta` of every document, in order, without reading the others."""
        if name in FIELDS:
            values = _stream(self.path, f"SELECT {name} FROM read_parquet(?)")
            return _each_once(values) if name in REPEATED else [value for (value,) in values]
        return [json.loads(meta).get(name) for (meta,) in _stream(self.path, "SELECT meta FROM read_parquet(?)")]

    def texts_at(self, rows: Rows) -> StoredTexts:
        """Some texts, by row, which stay on disk until they are asked for."""
        return StoredTexts(self.path, rows)


def _each_once(values: Iterable[tuple[str | None]]) -> list[str | None]:
    """Values of which many are equal: one string for all equal ones."""
    held: dict[str | None, str | None] = {}
    return [held.setdefault(value, value) for (value,) in values]


@lru_cache(maxsize=4)
def _batch(path: str, number: int) -> list[Document]:
    query = f"SELECT {ASKED} FROM read_parquet(?, file_row_number=true) WHERE file_row_number BETWEEN ? AND ?"
    first = number * ROW_GROUP
    rows = _stream(path, query + " ORDER BY file_row_number", first, first + ROW_GROUP - 1)
    return [_document(row) for row in rows]


def _stream(path: str, query: str, *values: int, spill: Path | None = None) -> Iterator[tuple[Any, ...]]:
    try:
        with connect(spill) as connection:
            cursor = connection.execute(query, [exactly(Path(path)), *values])
            while batch := cursor.fetchmany(ROW_GROUP):
                yield from batch
    except duckdb.Error as error:
        raise CorpusError(f"cannot read {path}: {str(error).splitlines()[0]}") from None


def _document(row: tuple[Any, ...]) -> Document:
    id, text, author, topic, time, meta = row
    return Document(id, text, author, topic, time, json.loads(meta))


def recognises(path: Path) -> bool:
    """Whether this is a corpus that was stored here: the folder, or the Parquet file itself."""
    file = path / FILE if path.is_dir() else path
    return file.suffix == ".parquet" and file.is_file() and _columns(file) == COLUMNS


def _columns(file: Path) -> tuple[str, ...]:
    try:
        with connect() as connection:
            found = connection.execute("DESCRIBE SELECT * FROM read_parquet(?)", [exactly(file)]).fetchall()
    except duckdb.Error:
        return ()
    return tuple(name for name, *_ in found)


def read(path: Path) -> Corpus:
    """The corpus in a folder or Parquet file; its documents stay on disk until they are asked for."""
    file = path / FILE if path.is_dir() else path
    if not file.is_file():
        raise CorpusError(f"no stored corpus at {file}; make one with: stylobench import SOURCE -o {path}")
    if _columns(file) != COLUMNS:
        raise CorpusError(f"{file} is not a stored corpus; its columns would be: {', '.join(COLUMNS)}")
    notes = _manifest(file)
    ((count,),) = _stream(str(file), "SELECT count(*) FROM read_parquet(?)")
    if notes.get("documents", count) != count:
        raise CorpusError(f"{file} has {count:,} documents, its manifest says {notes['documents']:,}; import it again")
    digest = checked_digest(file)
    return Corpus(notes.get("name", file.stem), Stored(str(file), count), digest, notes, _trials(file, notes))


def checked_digest(file: Path) -> str:
    """The digest of the documents as they are now; a file under the manifest of another is refused."""
    try:
        facts = file.stat()
    except OSError as error:
        raise CorpusError(f"cannot read {file}: {(error.strerror or 'damaged').lower()}") from None
    digest = _digest_of_version(str(file), (facts.st_size, facts.st_mtime_ns, facts.st_ino))
    if _manifest(file).get("digest", digest) != digest:
        raise CorpusError(
            f"{file} is not what {manifest_path(file).name} says; remove that, or import the corpus again"
        )
    return digest


@lru_cache(maxsize=64)
def _digest_of_version(path: str, version: tuple[int, int, int]) -> str:
    return _digest(path)


def _manifest(file: Path) -> dict[str, Any]:
    path = manifest_path(file)
    if not path.exists():
        return {}
    try:
        notes: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return dict(notes)
    except (OSError, ValueError, TypeError):
        raise CorpusError(f"{path} is not a manifest; remove it or import the corpus again") from None


def manifest_path(file: Path) -> Path:
    """Where the manifest of a Parquet file stands."""
    return file.with_name(f"{file.stem}.manifest.json")


def trials_path(file: Path) -> Path:
    """Where the trials of a Parquet file stand."""
    return file.with_name(f"{file.stem}.trials.jsonl")


def _trials(file: Path, notes: Mapping[str, Any]) -> tuple[Trial, ...]:
    """The trials that the manifest speaks of."""
    if "trials" not in notes:
        return ()
    path = trials_path(file)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CorpusError(f"cannot read {path}: {(error.strerror or 'damaged').lower()}; import it again") from None
    if hashlib.sha256(data).hexdigest() != notes["trials"]["digest"]:
        raise CorpusError(f"{path} is not what its manifest says; import it again")
    rows = map(json.loads, data.splitlines())
    return tuple(Trial(**{**row, "known": tuple(row["known"])}) for row in rows)


def write(
    documents: Iterable[Document], path: Path, manifest: Mapping[str, Any], trials: Sequence[Trial] = ()
) -> Corpus:
    """Store documents as a folder, or as one file where the path ends in .parquet."""
    target = target_of(path)
    labels = Labels()
    with plain_errors(f"cannot write {target}"):
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".stylobench-") as folder:
            names = write_shards(map(labels.apply, documents), Path(folder), "shard")
            return gather([Path(folder) / name for name in names], target, manifest, trials=trials)


def target_of(path: Path) -> Path:
    """The Parquet file that a path names.

    >>> target_of(Path("bed")).as_posix(), target_of(Path("beds/small.parquet")).as_posix()
    ('bed/corpus.parquet', 'beds/small.parquet')
    """
    return path if path.suffix == ".parquet" else path / FILE


def gather(
    shards: Sequence[Path],
    target: Path,
    notes: Mapping[str, Any],
    once: bool = False,
    trials: Sequence[Trial] = (),
) -> Corpus:
    """All rows of some shards as a stored corpus; an id that comes again is an error, or left out with `once`."""
    if not shards:
        raise CorpusError(f"no documents to store in {target}")
    with Shards(shards, shards[0].parent) as rows:
        first = Table.of(rows.facts()).first
        if not (once or first.all()):
            raise CorpusError(f"{int((~first).sum()):,} documents have the id of another; ids must differ")
        return publish(rows, np.flatnonzero(first), target, notes, trials)


def publish(shards: Shards, rows: Rows, target: Path, notes: Mapping[str, Any], trials: Sequence[Trial] = ()) -> Corpus:
    """Write the chosen rows, the trials among them and the manifest; names appear only when everything stands."""
    half = target.with_name(f".{target.name}.{os.getpid()}.half")
    try:
        with plain_errors(f"cannot write {target}"):
            shards.merge(rows, half)
            lines = _lines_of_trials(str(half), trials) if trials else None
            inherited = {key: value for key, value in notes.items() if key != "trials"}
            about = {} if lines is None else {"trials": _about(lines, len(trials))}
            _place(half, target, {**inherited, **_facts(str(half)), **about, "versions": versions()}, lines)
    finally:
        half.unlink(missing_ok=True)
    return read(target)


def _lines_of_trials(path: str, trials: Sequence[Trial]) -> list[bytes]:
    """The trials whose documents are all there, as lines of JSON."""
    ids = {id for (id,) in _stream(path, "SELECT id FROM read_parquet(?)")}
    kept = [trial for trial in trials if ids.issuperset((*trial.known, trial.questioned))]
    return [json.dumps(asdict(trial)).encode() + b"\n" for trial in kept]


def _about(lines: Sequence[bytes], before: int) -> dict[str, Any]:
    digest = hashlib.sha256(b"".join(lines)).hexdigest()
    return {"count": len(lines), "left_out": before - len(lines), "digest": digest}


def _place(half: Path, target: Path, manifest: Mapping[str, Any], trials: Sequence[bytes] | None) -> None:
    notes = manifest_path(target)
    half_notes, half_trials = half.with_name(f"{half.name}.json"), half.with_name(f"{half.name}.jsonl")
    try:
        half_notes.write_text(json.dumps(manifest, indent=1, ensure_ascii=False, default=str) + "\n", encoding="utf-8")
        half_trials.write_bytes(b"".join(trials or ()))
        # A Parquet file without manifest can be read; one with another's manifest could mislead.
        notes.unlink(missing_ok=True)
        trials_path(target).unlink(missing_ok=True)
        half.replace(target)
        if trials is not None:
            half_trials.replace(trials_path(target))
        half_notes.replace(notes)
    finally:
        half_notes.unlink(missing_ok=True)
        half_trials.unlink(missing_ok=True)


def _facts(path: str) -> dict[str, Any]:
    query = "SELECT count(*), count(DISTINCT author), count(DISTINCT topic) FROM read_parquet(?)"
    ((documents, authors, topics),) = _stream(path, query)
    counts = {"documents": documents, "authors": authors, "topics": topics}
    return {**counts, "digest": _digest(path), "ids_digest": _ids_digest(path)}


def _digest(path: str) -> str:
    query = "SELECT digest FROM read_parquet(?) ORDER BY digest"
    with tempfile.TemporaryDirectory(prefix="stylobench-") as folder:
        return corpus_digest(row for (row,) in _stream(path, query, spill=Path(folder)))


def _ids_digest(path: str) -> str:
    total = hashlib.sha256()
    for (id,) in _stream(path, "SELECT id FROM read_parquet(?)"):
        total.update(id.encode() + b"\n")
    return total.hexdigest()


def versions() -> dict[str, str]:
    """The versions of what wrote the file."""
    return {"stylobench": __version__, "python": platform.python_version(), "duckdb": duckdb.__version__}
