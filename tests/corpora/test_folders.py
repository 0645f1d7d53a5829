from __future__ import annotations

from pathlib import Path

import pytest

from stylobench.corpora import folders
from stylobench.errors import CorpusError, SpecError


def _tree(root: Path, texts: dict[str, bytes]) -> Path:
    for name, data in texts.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(data)
    return root


def test_authors_topics_and_ids_come_from_the_path(tmp_path: Path) -> None:
    _tree(tmp_path, {"ann/war/1.txt": b"\xef\xbb\xbfone", "ann/2.TXT": b"two", "bob/war/1.txt": b"three"})
    labels = [(d.id, d.author, d.topic, d.text) for d in folders.read(tmp_path).documents]
    assert labels == [
        ("ann/2.TXT", "ann", None, "two"),
        ("ann/war/1.txt", "ann", "war", "one"),
        ("bob/war/1.txt", "bob", "war", "three"),
    ]


def test_order_can_be_turned(tmp_path: Path) -> None:
    _tree(tmp_path, {"war/ann/1.txt": b"one"})
    document = folders.read(tmp_path, order="topic/author").documents[0]
    assert (document.author, document.topic) == ("ann", "war")
    assert folders.read(tmp_path, order="author").documents[0].topic is None
    with pytest.raises(SpecError, match="no order of folders named 'a/b'; there are: author/topic"):
        folders.read(tmp_path, order="a/b")


def test_digest_does_not_depend_on_where_the_folder_lies(tmp_path: Path) -> None:
    texts = {"ann/war/1.txt": b"one", "bob/sea/2.txt": b"two"}
    assert folders.read(_tree(tmp_path / "x", texts)).digest == folders.read(_tree(tmp_path / "y", texts)).digest


def test_wrong_bytes_raise_unless_an_encoding_is_named(tmp_path: Path) -> None:
    _tree(tmp_path, {"ann/1.txt": b"fine", "ann/2.txt": b"caf\xe9"})
    with pytest.raises(CorpusError, match=r"2\.txt is not utf-8: line 1 \(byte 3, value 0xe9\)"):
        folders.read(tmp_path)
    assert folders.read(tmp_path, encoding="latin-1").documents[1].text == "café"


def test_other_files_are_counted_and_nothing_at_all_is_an_error(tmp_path: Path) -> None:
    _tree(tmp_path, {"ann/1.txt": b"fine", "ann/cover.png": b"\x89"})
    assert folders.read(tmp_path).provenance["warnings"] == ["1 file skipped: not .txt (ann/cover.png)"]
    (tmp_path / "ann" / "1.txt").unlink()
    with pytest.raises(CorpusError, match=r"holds no \.txt file that can be read; 1 file skipped: not \.txt"):
        folders.read(tmp_path)
