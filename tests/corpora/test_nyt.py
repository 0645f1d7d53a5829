"""Tests of reading archives: all the shapes they come in, and all that may be wrong with them."""

from __future__ import annotations

import pytest
from corpora.newspaper import archive, article, numbered, press

from stylobench.corpora import nyt, tarball
from stylobench.corpora.staging import Damage
from stylobench.errors import CorpusError
from stylobench.records import Document


def found(path):
    return [item for part in nyt.parts(path) for item in nyt.articles(part)]


def ids(path):
    return [item.id for item in found(path) if isinstance(item, Document)]


def test_yearly_folders_of_monthly_archives(tmp_path):
    corpus = nyt.read(press(tmp_path / "nyt"), workers=1)
    assert len(corpus) == 24
    assert corpus.column("id") == [str(n) for n in range(24)]
    assert corpus.documents[5].author == "Author, B"
    assert corpus.provenance["format"] == "nyt"


def test_one_archive_and_loose_files_read_the_same(tmp_path):
    one = archive(tmp_path / "all.tgz", {f"{n}.xml": numbered(n) for n in range(5)})
    for n in range(5):
        path = tmp_path / "loose" / f"{n % 2}" / f"{n}.xml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(numbered(n))
    assert nyt.read(one, workers=1).digest == nyt.read(tmp_path / "loose", workers=1).digest
    assert ids(tmp_path / "loose" / "1" / "3.xml") == ["3"]


def test_many_loose_files_are_bundled(tmp_path, monkeypatch):
    monkeypatch.setattr(nyt, "BUNDLE", 2)
    for n in range(5):
        (tmp_path / f"{n}.xml").write_bytes(numbered(n))
    assert [part.name for part in nyt.parts(tmp_path)] == ["0.xml and 1 more", "2.xml and 1 more", "4.xml"]
    assert ids(tmp_path) == ["0", "1", "2", "3", "4"]


def test_article_that_comes_twice_is_kept_once(tmp_path):
    archive(tmp_path / "01.tgz", {"1.xml": numbered(1)})
    archive(tmp_path / "02.tgz", {"1.xml": numbered(1), "2.xml": numbered(2)})
    assert nyt.read(tmp_path, workers=1).column("id") == ["1", "2"]


def test_damaged_article_is_named_and_skipped(tmp_path):
    archive(tmp_path / "1999" / "01.tgz", {"01/1.xml": numbered(1), "01/2.xml": b"<nitf><he", "01/3.xml": numbered(3)})
    damage = next(item for item in found(tmp_path) if isinstance(item, Damage))
    assert ids(tmp_path) == ["1", "3"]
    assert (damage.name, damage.archive) == ("1999/01.tgz:01/2.xml", False)
    assert "1 damaged articles skipped: 1999/01.tgz:01/2.xml" in nyt.read(tmp_path, 1).provenance["warnings"][0]


def test_broken_archive_is_one_thing_and_the_others_are_read(tmp_path):
    press(tmp_path / "nyt", months=3, per_month=40)
    path = tmp_path / "nyt" / "1999" / "02.tgz"
    path.write_bytes(path.read_bytes()[:-600])
    broken = [item for item in found(tmp_path / "nyt") if isinstance(item, Damage)]
    assert [(item.name, item.archive) for item in broken] == [("1999/02.tgz", True)]
    read = ids(tmp_path / "nyt")
    assert set(read) > {str(n) for n in (*range(40), *range(80, 120))}
    assert len(read) < 120


def test_only_archive_broken_from_the_start(tmp_path):
    (tmp_path / "01.tgz").write_bytes(b"\x1f\x8b" + b"nothing of the kind" * 9)
    with pytest.raises(CorpusError, match=r"no article that can be read; 01.tgz: broken archive"):
        nyt.read(tmp_path / "01.tgz")


@pytest.mark.parametrize("name", ["empty.tgz", "empty.xml"])
def test_empty_file(tmp_path, name):
    (tmp_path / name).touch()
    with pytest.raises(CorpusError, match="no article that can be read"):
        nyt.read(tmp_path / name)


def test_nothing_there(tmp_path):
    with pytest.raises(CorpusError, match="no file or folder"):
        nyt.parts(tmp_path / "none")
    with pytest.raises(CorpusError, match="holds no"):
        nyt.parts(tmp_path)


def test_member_names_never_touch_the_disk(tmp_path):
    inside = tmp_path / "a" / "b"
    names = ["../../escaped.xml", f"{tmp_path}/absolute.xml", "..\\escaped.xml"]
    archive(inside / "01.tgz", {name: numbered(n) for n, name in enumerate(names)})
    assert len(nyt.read(inside, workers=1)) == 3
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["01.tgz", "a", "b"]


def test_other_members_are_not_articles(tmp_path):
    path = archive(tmp_path / "x.tgz", {"README": b"hello", "._1.xml": b"resource fork", "1.xml": numbered(1)})
    assert [item.id for item in found(path)] == ["1"]


def test_too_large_article(tmp_path, monkeypatch):
    monkeypatch.setattr(tarball, "LARGEST", 1_000)
    (tmp_path / "1.xml").write_bytes(article(body=["word " * 1_000]))
    assert isinstance(found(tmp_path)[0], Damage)


def test_recognises(tmp_path):
    assert nyt.recognises(press(tmp_path / "nyt", months=1))
    (tmp_path / "other.xml").write_text("<project/>")
    assert not nyt.recognises(tmp_path / "other.xml")
    assert not nyt.recognises(tmp_path / "none")
    (tmp_path / "void").mkdir()
    assert not nyt.recognises(tmp_path / "void")
