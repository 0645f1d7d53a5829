"""New York Times Annotated Corpus: NITF articles in monthly .tgz archives, or as loose .xml files.

An author stands in `author` only when the normalised byline names exactly one, a topic in `topic` only when the
indexing service gave exactly one descriptor; all of them, joined by "; ", and their numbers are in `meta`
(`authors`, `author_count`, `descriptors`, `topic_count`). A lead paragraph that stands twice is kept once.

A damaged article is reported by archive and member and skipped. Of a broken archive the articles before the break
are kept and the break is reported; it is an error only when no article could be read at all.
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
import weakref
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from stylobench.corpora import tarball
from stylobench.corpora.article import Damaged, parse
from stylobench.corpora.labels import Labels
from stylobench.corpora.staging import Damage, Part, Stage, Staged, stage
from stylobench.corpora.walking import Skipped, files, shown
from stylobench.corpora.workers import cores
from stylobench.errors import CorpusError
from stylobench.records import Corpus, Document

ARCHIVES = (".tgz", ".tar.gz", ".tar")
BUNDLE = 2_000
SNIFFED = 4_096


def recognises(path: Path) -> bool:
    """Whether the first archive or .xml file there holds an NITF article."""
    first = next(_wanted(path), None)
    if first is None:
        return False
    try:
        data = first.read_bytes()[:SNIFFED] if _is_xml(first.name) else _first_member(first)
    except (OSError, tarball.Broken):
        return False
    return b"<nitf" in data


def read(path: Path, workers: int | None = None) -> Corpus:
    """Every article, in a temporary Parquet file that lives as long as the corpus does."""
    folder = Path(tempfile.mkdtemp(prefix="stylobench-"))
    try:
        corpus = _read(path, folder, workers or cores())
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    weakref.finalize(corpus.documents, shutil.rmtree, folder, ignore_errors=True)
    return corpus


def _read(path: Path, folder: Path, workers: int) -> Corpus:
    from stylobench.corpora import store

    staged = stage(parts(path), Stage(folder, articles, Labels()), workers, lambda done, total: None)
    demand(path, staged)
    shards = [folder / name for part in staged for name in part.shards]
    notes = {"name": path.stem, "source": path.name, "format": "nyt", "warnings": warnings(staged)}
    corpus = store.gather(shards, folder / store.FILE, notes, once=True)
    for shard in shards:
        shard.unlink()
    return corpus


def parts(path: Path) -> list[Part]:
    """One part per archive, and loose files in bundles."""
    if not path.exists():
        raise CorpusError(f"no file or folder {path}")
    found = list(_wanted(path))
    if not found:
        raise CorpusError(f"{path} holds no {', '.join(ARCHIVES)} archive and no .xml file")
    root = path if path.is_dir() else path.parent
    loose = iter([file for file in found if _is_xml(file.name)])
    bundles = [[file] for file in found if not _is_xml(file.name)]
    while bundle := list(islice(loose, BUNDLE)):
        bundles.append(bundle)
    return [_part(bundle, root) for bundle in bundles]


def _part(bundle: Sequence[Path], root: Path) -> Part:
    named = tuple((shown(file, root), str(file)) for file in bundle)
    stats = [file.stat() for file in bundle]
    sizes = repr([(name, stat.st_size, stat.st_mtime_ns) for (name, _), stat in zip(named, stats, strict=True)])
    more = f" and {len(bundle) - 1} more" if len(bundle) > 1 else ""
    return Part(named[0][0] + more, named, hashlib.sha256(sizes.encode()).hexdigest())


def _wanted(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    for file in files(path, Skipped()):
        if _is_xml(file.name) or file.name.lower().endswith(ARCHIVES):
            yield file


def _is_xml(name: str) -> bool:
    return name.lower().endswith(".xml")


def _first_member(archive: Path) -> bytes:
    found = (file.data or b"" for file in tarball.files(archive) if _is_xml(file.name))
    return next(found, b"")[:SNIFFED]


def articles(part: Part) -> Iterator[Document | Damage]:
    """The articles of a part, and what in it is damaged."""
    for name, path in part.files:
        if _is_xml(path):
            yield _loose(name, Path(path))
        else:
            yield from _archived(name, Path(path))


def _loose(name: str, path: Path) -> Document | Damage:
    try:
        with path.open("rb") as file:
            data = file.read(tarball.LARGEST + 1)
    except OSError as error:
        return Damage(name, error.strerror or "cannot be read")
    return _article(name, data if len(data) <= tarball.LARGEST else None)


def _archived(name: str, path: Path) -> Iterator[Document | Damage]:
    try:
        for file in tarball.files(path):
            if _is_xml(file.name) and not file.name.rpartition("/")[2].startswith("._"):
                yield _article(f"{name}:{file.name}", file.data)
    except tarball.Broken as error:
        yield Damage(name, f"broken archive: {error}", archive=True)


def _article(name: str, data: bytes | None) -> Document | Damage:
    if data is None:
        return Damage(name, f"larger than {tarball.LARGEST:,} bytes")
    try:
        return parse(data)
    except Damaged as error:
        return Damage(name, str(error))


def warnings(staged: Sequence[Staged], named: int = 3) -> list[str]:
    """One line for damaged articles and one for each broken archive."""
    found = [damage for part in staged for damage in part.damaged]
    lines = [
        f"{damage.name}: {damage.reason}; what stands before the break was read" for damage in found if damage.archive
    ]
    single = [f"{damage.name} ({damage.reason})" for damage in found if not damage.archive]
    if single:
        more = f" and {len(single) - named:,} more" if len(single) > named else ""
        lines.append(f"{len(single):,} damaged articles skipped: {', '.join(single[:named])}{more}")
    return lines


def demand(path: Path, staged: Sequence[Staged]) -> None:
    """An error with the reasons unless at least one article was read."""
    if not any(part.documents for part in staged):
        reasons = "".join(f"; {line}" for line in warnings(staged))
        raise CorpusError(f"{path} holds no article that can be read{reasons}")
