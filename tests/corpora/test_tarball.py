"""Tests of walking an archive in memory, against the standard library."""

from __future__ import annotations

import gzip
import io
import tarfile

import pytest
from corpora.newspaper import archive

from stylobench.corpora import tarball
from stylobench.corpora.tarball import Broken, files

MEMBERS = {"a.xml": b"one", "deep/b.xml": b"x" * 1_000, "empty.xml": b"", "n" * 150 + "/c.xml": b"two"}


@pytest.mark.parametrize("kind", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
@pytest.mark.parametrize("mode", ["w", "w:gz"])
def test_same_as_the_standard_library(tmp_path, kind, mode):
    path = tmp_path / "x.tgz"
    with tarfile.open(path, mode, format=kind) as made:
        for name, data in MEMBERS.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            made.addfile(member, io.BytesIO(data))
        folder = tarfile.TarInfo("folder")
        folder.type = tarfile.DIRTYPE
        made.addfile(folder)
    with tarfile.open(path) as read:
        expected = [(m.name, read.extractfile(m).read()) for m in read if m.isfile()]
    assert [tuple(file) for file in files(path)] == expected
    assert len(expected) == len(MEMBERS)


@pytest.mark.parametrize("name", ["\x7f" * 90, "é" * 45, "a"])
@pytest.mark.parametrize("at", [0, 5, 120, 300])
def test_every_sign_of_a_header_is_in_its_sum(tmp_path, name, at):
    path = tmp_path / "x.tar"
    with tarfile.open(path, "w", format=tarfile.USTAR_FORMAT) as made:
        made.addfile(tarfile.TarInfo(name))
    assert [file.name for file in files(path)] == [name]
    data = bytearray(path.read_bytes())
    data[at] ^= 1
    path.write_bytes(data)
    with pytest.raises(Broken, match="a header is damaged"):
        list(files(path))


def test_links_are_not_files(tmp_path):
    path = tmp_path / "x.tar"
    with tarfile.open(path, "w") as made:
        link = tarfile.TarInfo("passwords.xml")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        made.addfile(link)
    assert list(files(path)) == []


def test_two_packed_streams_in_one_file(tmp_path):
    whole = gzip.decompress(archive(tmp_path / "x.tgz", MEMBERS).read_bytes())
    (tmp_path / "y.tgz").write_bytes(gzip.compress(whole[:700]) + gzip.compress(whole[700:]))
    assert list(files(tmp_path / "y.tgz")) == list(files(tmp_path / "x.tgz"))


def test_empty_file_has_no_members(tmp_path):
    (tmp_path / "x.tgz").touch()
    assert list(files(tmp_path / "x.tgz")) == []


@pytest.mark.parametrize("spoil", ["cut", "flipped", "text", "wrong sum", "headless"])
def test_broken(tmp_path, spoil):
    path = archive(tmp_path / "x.tgz", {f"{i}.xml": bytes(range(256)) * 40 for i in range(20)})
    data = bytearray(path.read_bytes())
    if spoil == "cut":
        del data[len(data) // 2 :]
    elif spoil == "flipped":
        data[len(data) // 2] ^= 0xFF
    elif spoil == "text":
        data = bytearray(b"this is not an archive at all " * 40)
    elif spoil == "wrong sum":
        data[-8] ^= 0xFF
    else:
        data = bytearray(gzip.compress(b"too short"))
    path.write_bytes(data)
    with pytest.raises(Broken):
        list(files(path))


def test_too_large_member_is_passed_over(tmp_path, monkeypatch):
    monkeypatch.setattr(tarball, "LARGEST", 2_000)
    path = archive(tmp_path / "x.tgz", {"large.xml": b"x" * 5_000, "small.xml": b"y"})
    assert list(files(path)) == [("large.xml", None), ("small.xml", b"y")]
