"""Truth files of every edition, and what may be wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from stylobench.errors import CorpusError
from stylobench.pan.truth import read_truth, write_truth


def written(folder: Path, text: str) -> Path:
    path = folder / "truth.txt"
    path.write_text(text, encoding="utf-8")
    return path


def test_plain_text_of_2013(tmp_path: Path) -> None:
    path = tmp_path / "truth.txt"
    path.write_bytes(b"\xef\xbb\xbfEN04 Y\r\n\nEN07 N\n\r\nEN11 y\n")
    found = read_truth(tmp_path)
    assert (found.ids, found.same.tolist(), found.authors) == (("EN04", "EN07", "EN11"), [True, False, True], None)


def test_json_lines_with_authors(tmp_path: Path) -> None:
    lines = '{"id": "a", "same": true, "authors": ["7", "7"]}\r\n{"id": 2, "same": false, "authors": [7, 8]}\r\n'
    found = read_truth(written(tmp_path, lines))
    assert (found.ids, found.authors) == (("a", "2"), (("7", "7"), ("7", "8")))


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    write_truth(tmp_path / "new", ["ä", "b"], [True, False], [("x", "x"), ("x", "y")])
    found = read_truth(tmp_path / "new")
    assert (found.ids, found.same.tolist(), found.authors) == (("ä", "b"), [True, False], (("x", "x"), ("x", "y")))
    write_truth(tmp_path / "new", ["a"], [False])
    assert read_truth(tmp_path / "new").authors is None


def test_authors_for_every_problem_or_for_none(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="zip"):
        write_truth(tmp_path, ["a", "b"], [True, True], [("x", "x")])


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "holds no problem"),
        ("\n\n", "holds no problem"),
        ("EN1 Y\nEN1 N", "line 2: id 'EN1' stands already on line 1"),
        ("EN1 Y\nEN2", "line 2: 'EN2' is not a problem and its truth"),
        ("EN1 Y 0.4", "is not a problem and its truth"),
        ("EN1 maybe", "truth 'maybe' is neither Y nor N"),
        ('{"id": "a", "same": true', "line 1: broken JSON"),
        ('[{"id": "a"}]', "is not a JSON object"),
        ('{"same": true}', "no 'id'"),
        ('{"id": true, "same": true}', "id True is not a text"),
        ('{"id": "a"}', "'same' is null; it must be true or false"),
        ('{"id": "a", "same": "true"}', "'same' is \"true\"; it must be"),
        ('{"id": "a", "same": 1}', "'same' is 1; it must be"),
        ('{"id": "a", "same": true, "authors": "x"}', "authors 'x' is not a list of names"),
        ('{"id": "a", "same": true, "authors": ["x", "y"]}', "same is true, but the authors are x, y"),
        ('{"id": "a", "same": false, "authors": ["x", "x"]}', "same is false, but the authors are x, x"),
        (
            '{"id": "a", "same": true, "authors": ["x", "x"]}\n{"id": "b", "same": true}',
            "line 2: some problems have 'authors' and some have not",
        ),
    ],
)
def test_one_line_says_what_is_wrong_and_where(tmp_path: Path, text: str, line: str) -> None:
    with pytest.raises(CorpusError, match=line) as caught:
        read_truth(written(tmp_path, text))
    assert "truth.txt" in str(caught.value)
    assert "\n" not in str(caught.value)
