"""PAN's pieces of rewritten text: written and read again, and files that do not fit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobench.edits import Edit, Rewrite, Sheet
from stylobench.errors import CorpusError
from stylobench.features.difference import difference
from stylobench.pan.obfuscations import pieces, read_obfuscations, write_obfuscations

TEXT = "It is so cold. We stay in.\r\n"


def piece(start: int, original: str, obfuscation: str, number: int) -> dict[str, Any]:
    return {
        "original": original,
        "original-start-charpos": start,
        "original-end-charpos": start + len(original),
        "obfuscation": obfuscation,
        "obfuscation-id": number,
    }


def stored(folder: Path, found: object) -> Path:
    path = folder / "obfuscation.json"
    path.write_text(json.dumps(found), encoding="utf-8")
    return path


def test_pieces_by_hand() -> None:
    rewrite = Rewrite(TEXT, (Edit(6, 8, "", "drop"), Edit(14, 14, " Yes.", "add"), Edit(15, 17, "You", "who")))
    assert pieces(rewrite) == [
        piece(0, "It is ", "It is ", 1),
        piece(6, "so", "", 2),
        piece(8, " cold.", " cold.", 3),
        piece(14, "", " Yes.", 4),
        piece(14, " ", " ", 5),
        piece(15, "We", "You", 6),
        piece(17, " stay in.\r\n", " stay in.\r\n", 7),
    ]


def test_long_stretches_are_cut_below_fifty_words() -> None:
    text = "word " * 120
    found = pieces(Rewrite(text))
    assert [len(str(one["original"]).split()) for one in found] == [49, 49, 22]
    assert "".join(str(one["original"]) for one in found) == text
    assert pieces(Rewrite("")) == []


@given(st.text(max_size=40), st.lists(st.tuples(st.integers(0, 40), st.integers(0, 5), st.text(max_size=5))))
def test_what_was_written_is_read(
    tmp_path_factory: pytest.TempPathFactory, text: str, changes: list[tuple[int, int, str]]
) -> None:
    sheet = Sheet(text)
    for start, length, replacement in changes:
        if start + length <= len(text):
            sheet.change(start, start + length, replacement, "given")
    rewrite = sheet.rewrite()
    path = write_obfuscations(tmp_path_factory.mktemp("pan") / "o.json", rewrite)
    found = read_obfuscations(path, text, difference)
    assert found.text == rewrite.text
    assert found.edits == rewrite.edits
    joined = "".join(one["obfuscation"] for one in json.loads(path.read_text(encoding="utf-8")))
    assert joined == rewrite.text


def test_the_order_is_that_of_the_ids_and_end_positions_of_others_do_not_matter(tmp_path: Path) -> None:
    late, early = piece(15, "We stay in.\r\n", "We go.", 2), piece(0, "It is so cold.", "It is cold.", 1)
    late["original-end-charpos"] = 99
    found = read_obfuscations(stored(tmp_path, [late, early]), TEXT, difference)
    assert found.text == "It is cold. We go."
    assert found.notes == {"white space between pieces kept": 1}
    assert {edit.operator for edit in found.edits} == {"given"}


def test_a_byte_order_mark_is_not_a_character(tmp_path: Path) -> None:
    path = tmp_path / "o.json"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps([piece(0, TEXT, "Cold.", 1)]).encode())
    assert read_obfuscations(path, TEXT, difference).text == "Cold."


def test_plain_texts_are_compared(tmp_path: Path) -> None:
    path = tmp_path / "o.TXT"
    path.write_bytes(b"It was so cold. We stay in.\r\n")
    found = read_obfuscations(path, TEXT, difference)
    assert found.text == "It was so cold. We stay in.\r\n"
    assert [(edit.start, edit.end, edit.replacement) for edit in found.edits] == [(3, 5, "was")]


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ({"original": TEXT}, "holds no JSON list of pieces"),
        (["It is"], "piece 1: no 'original'; it must be a text"),
        (
            [{**piece(0, TEXT, "x", 1), "original-start-charpos": "0"}],
            "charpos'; it must be a whole",
        ),
        ([piece(0, "It was", "x", 1)], "piece 1: original 'It was' is not in the text, but 'It is '"),
        (
            [piece(0, "It is so", "x", 1), piece(6, "so", "y", 2)],
            "starts at 6, but the pieces before it end at 8",
        ),
        ([piece(0, "It is", "x", 1)], "no piece covers ' so cold. We stay in.\\\\r\\\\n' at 5"),
        ([piece(3, TEXT[3:], "x", 1)], "no piece covers 'It ' at 0"),
        ([piece(-3, "in.", "x", 1)], "piece 1: starts at -3, but"),
    ],
)
def test_files_that_do_not_fit_the_text_are_refused(tmp_path: Path, found: object, said: str) -> None:
    with pytest.raises(CorpusError, match=said):
        read_obfuscations(stored(tmp_path, found), TEXT, difference)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="no such file"):
        read_obfuscations(tmp_path / "none.json", TEXT, difference)
    (tmp_path / "latin.txt").write_bytes(b"caf\xe9")
    with pytest.raises(CorpusError, match="not UTF-8"):
        read_obfuscations(tmp_path / "latin.txt", TEXT, difference)
