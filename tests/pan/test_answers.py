"""Answer files of every edition, and what may be wrong with them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from stylobench.errors import CorpusError
from stylobench.pan.answers import read_answers, write_answers

nan = float("nan")


def read(folder: Path, text: str, ids: tuple[str, ...] = ("a", "b", "c")) -> tuple[list[float | None], int]:
    (folder / "answers.jsonl").write_text(text, encoding="utf-8")
    found = read_answers(folder, ids)
    return [None if np.isnan(score) else float(score) for score in found.scores], found.missing


def test_json_lines_in_any_order(tmp_path: Path) -> None:
    assert read(tmp_path, '{"id": "b", "value": 1}\r\n\r\n{"id": "a", "value": 0.25}\r\n{"id": "c", "value": 0}') == (
        [0.25, 1.0, 0.0],
        0,
    )


def test_plain_text_with_numbers_or_letters(tmp_path: Path) -> None:
    assert read(tmp_path, "\ufeffa 0.25\nb Y\nc\tn\n") == ([0.25, 1.0, 0.0], 0)


def test_half_and_no_line_are_silence_and_only_the_latter_is_missing(tmp_path: Path) -> None:
    assert read(tmp_path, '{"id": "b", "value": 0.5}\n{"id": "a", "value": 0.500001}') == ([0.500001, None, None], 1)
    assert read(tmp_path, "") == ([None, None, None], 3)


def test_lists_of_one_number_are_warned_of_once(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"id": "a", "value": [0.25]}\n{"id": "b", "value": [0.75]}\n{"id": "c", "value": 1}')
    found = read_answers(path, ["a", "b", "c"])
    assert found.scores.tolist() == [0.25, 0.75, 1.0]
    assert found.warnings == (f"{path}: 2 of its values are lists of one number; read as that number",)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('{"id": "a", "value": NaN}', r"line 1: NaN is not a number in \[0, 1\]"),
        ('\n{"id": "a", "value": Infinity}', "line 2: Infinity is not"),
        ('{"id": "a", "value": -Infinity}', "-Infinity is not"),
        ('{"id": "a", "value": 1e999}', r"value inf is not in \[0, 1\]"),
        ('{"id": "a", "value": 1.01}', r"value 1.01 is not in \[0, 1\]"),
        ('{"id": "a", "value": -0.1}', "value -0.1 is not in"),
        ('{"id": "a", "value": 7}', "value 7 is not in"),
        ('{"id": "a", "value": "0.7"}', 'value "0.7" is not a number'),
        ('{"id": "a", "value": true}', "value true is not a number"),
        ('{"id": "a", "value": null}', "value null is not a number"),
        ('{"id": "a", "value": [0.1, 0.2]}', r"value \[0.1, 0.2\] is not a number"),
        ('{"id": "a", "value": [true]}', "value true is not a number"),
        ('{"id": "a", "value": []}', r"value \[\] is not a number"),
        ('{"id": "a"}', "no 'value'"),
        ('{"value": 0.1}', "no 'id'"),
        ('{"id": "a", "value": 0.1}\n{"id": "a", "value": 0.2}', "line 2: id 'a' was answered already on line 1"),
        ('{"id": "z", "value": 0.1}', "id 'z' is not in the truth"),
        ('{"id": "a", "value": 0.1', "line 1: broken JSON"),
        ("[" * 100_000, "broken JSON"),
        ("a 0,7", "answer '0,7' is neither a number"),
        ("a", "is not a problem and its answer"),
    ],
)
def test_one_line_says_what_is_wrong_and_where(tmp_path: Path, text: str, line: str) -> None:
    with pytest.raises(CorpusError, match=line) as caught:
        read(tmp_path, text)
    assert "answers.jsonl, line " in str(caught.value)
    assert len(str(caught.value)) < 300
    assert "\n" not in str(caught.value)


def test_what_is_written_is_read_back_but_a_true_half_is_lost(tmp_path: Path) -> None:
    path = write_answers(tmp_path / "new" / "answers.jsonl", ["a", "b", "c", "d"], [0.1234567890123, nan, 0.5, 1])
    found = read_answers(path.parent, ["a", "b", "c", "d"])
    assert np.array_equal(found.scores, [0.1234567890123, nan, nan, 1], equal_nan=True)
    assert found.missing == 0


@pytest.mark.parametrize("said", ["0_1", "1_0e-1_0", "nan", "inf", "-inf", "infinity", "٠.٥", "0x1", ".", "1e", "0,5"])
def test_a_number_is_written_in_plain_decimals(tmp_path: Path, said: str) -> None:
    with pytest.raises(CorpusError, match=f"line 1: answer '{said}' is neither a number"):
        read(tmp_path, f"a {said}")


def test_decimals_of_every_plain_kind(tmp_path: Path) -> None:
    assert read(tmp_path, "a .25\nb 1.\nc +2.5E-1") == ([0.25, 1.0, 0.25], 0)


@pytest.mark.parametrize("said", ["9" * 400, "-" + "9" * 400, "0." + "9" * 400 + "x", "1" * 5000])
@pytest.mark.parametrize("line", ["a {}", '{{"id": "a", "value": {}}}', '{{"id": "a", "value": "{}"}}', "{} 0.3"])
def test_a_very_long_number_is_cut_in_the_error(tmp_path: Path, line: str, said: str) -> None:
    with pytest.raises(CorpusError) as fault:
        read(tmp_path, line.format(said))
    assert "9" * 50 not in str(fault.value)
    assert len(str(fault.value)) < len(str(tmp_path)) + 200
