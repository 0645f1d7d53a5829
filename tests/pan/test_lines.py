"""Lines of PAN's files: marks of Windows, blank lines, folders, and writing whole."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from stylobench.errors import CorpusError
from stylobench.pan.lines import Line, lines, located, write_lines

NAMES = ("truth.jsonl", "truth.txt")


def test_marks_and_blank_lines_vanish_and_numbers_stay(tmp_path: Path) -> None:
    path = tmp_path / "t.txt"
    path.write_bytes(b"\xef\xbb\xbfEN04 Y\r\n\nEN07 N\n\r\nEN11 Y")
    assert [(line.number, line.text) for line in lines(path)] == [(1, "EN04 Y"), (3, "EN07 N"), (5, "EN11 Y")]


def test_bytes_that_are_not_utf8_are_named_by_line(tmp_path: Path) -> None:
    path = tmp_path / "t.txt"
    path.write_bytes(b"EN04 Y\nEN\xff N\n")
    with pytest.raises(CorpusError, match=r"t\.txt, line 2: not UTF-8"):
        list(lines(path))


def test_a_folder_stands_for_the_file_in_it(tmp_path: Path) -> None:
    (tmp_path / "truth.txt").write_text("EN04 Y")
    assert located(tmp_path, NAMES) == tmp_path / "truth.txt"
    (tmp_path / "truth.jsonl").write_text("{}")
    with pytest.raises(CorpusError, match=r"holds both of truth.jsonl and truth.txt"):
        located(tmp_path, NAMES)


def test_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"holds neither of truth.jsonl and truth.txt"):
        located(tmp_path, NAMES)
    with pytest.raises(CorpusError, match=r"gone\.txt does not exist"):
        located(tmp_path / "gone.txt", NAMES)


def test_nothing_half_written_is_left(tmp_path: Path) -> None:
    def broken() -> Iterator[str]:
        yield "one"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_lines(tmp_path / "a.jsonl", broken())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", ['{"id": "a", "value": 0.7, "value": 0.2}', '{"id": "a", "value": {"x": 1, "x": 1}}'])
def test_a_key_stands_once_in_an_object(text: str) -> None:
    with pytest.raises(CorpusError, match=r"t\.jsonl, line 3: key '(value|x)' stands twice"):
        Line(Path("t.jsonl"), 3, text).record()
