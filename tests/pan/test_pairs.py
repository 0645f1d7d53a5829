"""Problems as PAN hands them out, written and read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stylobench.errors import CorpusError
from stylobench.pan.pairs import read_pairs, text_digests, write_pairs
from stylobench.records import text_digest


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    write_pairs(tmp_path, ["p1", "p2"], [["ä\r\none", "two"], ["three"]], ["q", "r\ud800"], [["x", "y"], ["x", "x"]])
    first, second = read_pairs(tmp_path)
    assert first == ("p1", ("x", "y"), ("ä\r\none\n\ntwo", "q"), 1)
    assert (second.pair, second.line) == (("three", "r\ud800"), 2)


def test_fandoms_may_be_left_out(tmp_path: Path) -> None:
    path = write_pairs(tmp_path, ["p1"], [["one"]], ["q"])
    assert json.loads(path.read_text()) == {"id": "p1", "pair": ["one", "q"]}
    assert next(read_pairs(path)).fandoms == ()


def test_texts_are_known_by_their_contents(tmp_path: Path) -> None:
    write_pairs(tmp_path, ["p1", "p2", "p3"], [["a"], ["b"], ["c"]], ["b", "a", "d"])
    third, first, second = text_digests(tmp_path, ["p3", "p1", "p2"])
    assert set(first) == set(second)
    assert not set(first) & set(third)


def test_texts_in_folders_of_problems(tmp_path: Path) -> None:
    for name, texts in {"EN1": ("a", "b", "q"), "EN2": ("q", "c")}.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "unknown.txt").write_text(texts[-1])
        for number, text in enumerate(texts[:-1]):
            (tmp_path / name / f"known{number:02d}.txt").write_text(text)
    first, second = text_digests(tmp_path, ["EN1", "EN2"])
    assert (len(first), len(second), len(set(first) & set(second))) == (3, 2, 1)


def test_the_questioned_text_comes_last_whatever_the_names(tmp_path: Path) -> None:
    (tmp_path / "EN1").mkdir()
    for name in ("zebra", "unknown", "known01"):
        (tmp_path / "EN1" / f"{name}.txt").write_text(name)
    assert text_digests(tmp_path, ["EN1"]) == (tuple(map(text_digest, ("known01", "zebra", "unknown"))),)


@pytest.mark.parametrize("name", ["EN3", "../EN1", "."])
def test_a_problem_without_a_folder(tmp_path: Path, name: str) -> None:
    (tmp_path / "EN3").mkdir()
    with pytest.raises(CorpusError, match=r"lacks unknown\.txt or known texts"):
        text_digests(tmp_path, [name])


def test_a_problem_that_is_not_among_the_pairs(tmp_path: Path) -> None:
    write_pairs(tmp_path, ["p1"], [["a"]], ["b"])
    with pytest.raises(CorpusError, match="has no problem 'p9', but the truth has"):
        text_digests(tmp_path, ["p1", "p9"])


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ('{"id": "a", "pair": ["x"]}', "line 1: 'pair' of 'a' is not a list of two texts"),
        ('{"id": "a", "pair": ["x", 2]}', "is not a list of two texts"),
        ('{"id": "a"}', "is not a list of two texts"),
        ('{"id": "a", "fandoms": "x", "pair": ["x", "y"]}', "fandoms 'x' is not a list of names"),
        ("a b", "broken JSON"),
    ],
)
def test_one_line_says_what_is_wrong_and_where(tmp_path: Path, line: str, fault: str) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text(line)
    with pytest.raises(CorpusError, match=fault):
        list(read_pairs(path))
