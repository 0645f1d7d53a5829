"""What identifies a corpus, and that each is read once."""

from __future__ import annotations

from pathlib import Path

import pytest

import stylobench
from stylobench.corpora.store import write
from stylobench.engine.sources import Library
from stylobench.engine.tested_file import Source
from stylobench.errors import CorpusError

TABLE = "author,topic,text\nann,x,one two\nbob,x,three\n"


def test_a_world_goes_by_its_words_and_is_not_made() -> None:
    library = Library()
    assert library.identity(Source("world(authors=3)")) != library.identity(Source("world(authors=4)"))
    assert library.held == {}


def test_a_stored_corpus_goes_by_its_manifest_and_is_not_read(tmp_path: Path) -> None:
    for name, seed in (("a", 0), ("c", 1)):
        made = stylobench.world(authors=2, topics=2, documents=8, words=20, seed=seed)
        write(made.documents, tmp_path / name, {"name": "small"})
    library = Library()
    first, other = (library.identity(Source(str(tmp_path / name))) for name in ("a", "c"))
    assert first != other
    assert first == library.identity(Source(str(tmp_path / "a/corpus.parquet")))
    merged = [Source(str(tmp_path / "a"), None, {"topic_aliases": {"x": topic}}) for topic in ("y", "z")]
    assert len({first, *map(library.identity, merged)}) == 3
    assert library.held == {}


def test_a_file_put_under_the_manifest_of_another_is_not_taken_for_that(tmp_path: Path) -> None:
    for name, seed in (("a", 0), ("c", 1)):
        made = stylobench.world(authors=2, topics=2, documents=8, words=20, seed=seed)
        write(made.documents, tmp_path / name, {"name": "small"})
    library, source = Library(), Source(str(tmp_path / "a"))
    before = library.identity(source)
    (tmp_path / "c/corpus.parquet").replace(tmp_path / "a/corpus.parquet")
    with pytest.raises(CorpusError, match=r"is not what corpus.manifest.json says"):
        library.identity(source)
    (tmp_path / "a/corpus.manifest.json").unlink()
    assert library.identity(source) != before


def test_anything_else_goes_by_its_contents_and_is_read_once(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text(TABLE)
    library, source = Library(), Source(str(path))
    first = library.identity(source)
    assert library.read(source) is library.read(Source(str(path)))
    path.write_text(TABLE.replace("three", "four"))
    assert library.identity(source) == first
    assert Library().identity(source) != first


def test_what_is_not_there_is_told_every_time() -> None:
    library = Library()
    for _ in range(2):
        with pytest.raises(CorpusError, match="no file or folder"):
            library.read(Source("nowhere"))
