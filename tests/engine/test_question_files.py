"""Which files are known and which are questioned."""

from __future__ import annotations

from pathlib import Path

import pytest

from stylobench.engine.question_files import Files, is_problem
from stylobench.engine.verdicts import Text
from stylobench.errors import CorpusError, SpecError


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files = {
        "set/EN07/known01.txt": "first", "set/EN07/known02.txt": "second", "set/EN07/unknown.txt": "who",
        "set/EN08/known01.txt": "third", "set/EN08/unknown.txt": "else", "set/truth.txt": "EN07 Y",
        "plain/a.txt": "a", "plain/b.txt": "b", "plain/unknown.txt": "c", "letter.txt": "letter",
        "masking/same-author-0001.txt": "mine", "masking/original.txt": "asked",
    }  # fmt: skip
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def texts(folder: Path, *paths: str, questioned: tuple[str, ...] = ()) -> tuple[list[str], list[str]]:
    asked = Files().question([str(folder / one) for one in paths], [str(folder / one) for one in questioned])
    known, last = ([text.text for text in side] for side in asked)
    return known, last


def test_a_pan_problem_stands_alone(folder: Path) -> None:
    assert texts(folder, "set/EN07") == (["first", "second"], ["who"])
    assert texts(folder, "masking") == (["mine"], ["asked"])
    known, last = Files().question([str(folder / "set/EN07")], [])
    assert [one.name for one in known] == ["known01", "known02"]
    assert last == [Text("EN07", "who")]


def test_as_known_it_gives_its_known_texts(folder: Path) -> None:
    assert texts(folder, "set/EN07", "letter.txt") == (["first", "second"], ["letter"])
    assert texts(folder, "letter.txt", "set/EN07") == (["letter", "first", "second"], ["who"])


def test_as_questioned_it_gives_its_questioned_text(folder: Path) -> None:
    assert texts(folder, "letter.txt", questioned=("set/EN07",)) == (["letter"], ["who"])
    assert texts(folder, "set/EN07", questioned=("set/EN08",)) == (["first", "second"], ["else"])
    assert texts(folder, "letter.txt", questioned=("set",)) == (["letter"], ["who", "else"])


def test_a_plain_folder_gives_every_text(folder: Path) -> None:
    assert not is_problem(str(folder / "plain"))
    assert texts(folder, "plain", "letter.txt") == (["a", "b", "c"], ["letter"])
    assert texts(folder, "letter.txt", "plain") == (["letter"], ["a", "b", "c"])


def test_many_problems_are_not_one_persons_texts(folder: Path) -> None:
    with pytest.raises(CorpusError, match=r"set holds several people's texts.*such as .*EN07$"):
        texts(folder, "set", "letter.txt")


@pytest.mark.parametrize("alone", ["letter.txt", "plain", "set"])
def test_known_texts_are_needed(folder: Path, alone: str) -> None:
    with pytest.raises(SpecError, match="name MODEL, KNOWN texts, then QUESTIONED, or the folder of one PAN problem"):
        texts(folder, alone)
