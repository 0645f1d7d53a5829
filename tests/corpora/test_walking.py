from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from stylobench.corpora.walking import Skipped, contents, files, peek
from stylobench.errors import CorpusError


@contextmanager
def _without_root_rights() -> Iterator[None]:
    """Root may read everything, so permissions are tried as nobody."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def open_path() -> Iterator[Path]:
    """A folder that others may enter, which those of pytest are not."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def _tree(root: Path, *names: str) -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(name)


def test_files_come_sorted_and_hidden_ones_stay_out(tmp_path: Path) -> None:
    _tree(tmp_path, "b/2", "a/1", "a/.x", ".git/y", "c", "a/0/z")
    assert [str(file.relative_to(tmp_path)) for file in files(tmp_path, Skipped())] == [
        "a/0/z",
        "a/1",
        "b/2",
        "c",
    ]
    assert len(peek(tmp_path, 2)) == 2


def test_links_out_of_the_folder_are_not_followed(tmp_path: Path) -> None:
    _tree(tmp_path, "out/secret.txt", "in/a.txt")
    (tmp_path / "in" / "link.txt").symlink_to(tmp_path / "out" / "secret.txt")
    (tmp_path / "in" / "folder").symlink_to(tmp_path / "out")
    (tmp_path / "in" / "same.txt").symlink_to(tmp_path / "in" / "a.txt")
    skipped = Skipped()
    assert [file.name for file in files(tmp_path / "in", skipped)] == ["a.txt", "same.txt"]
    assert skipped.warnings() == ["1 file skipped: links that lead out of the folder (link.txt)"]


def test_an_unreadable_file_is_counted_and_named(open_path: Path) -> None:
    _tree(open_path, "good", "bad")
    (open_path / "bad").chmod(0)
    skipped = Skipped()
    with _without_root_rights():
        got = [path.name for path, _ in contents([open_path / "bad", open_path / "good"], open_path, skipped)]
    assert got == ["good"]
    assert skipped.warnings() == ["1 file skipped: cannot be read, permission denied (bad)"]


def test_a_folder_that_cannot_be_listed_is_one_clear_line(open_path: Path) -> None:
    _tree(open_path, "shut/x")
    (open_path / "shut").chmod(0)
    try:
        with _without_root_rights(), pytest.raises(CorpusError, match=r"cannot list folder .*: permission denied"):
            files(open_path / "shut", Skipped())
    finally:
        (open_path / "shut").chmod(0o755)


def test_many_skipped_files_are_named_in_part() -> None:
    skipped = Skipped()
    for name in "abcde":
        skipped.note("not .txt", name)
    assert skipped.warnings() == ["5 files skipped: not .txt (a, b, c and 2 more)"]
