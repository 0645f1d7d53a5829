from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobench.corpora.decoding import decode, decode_or_latin1, known_encoding, lines
from stylobench.errors import CorpusError, SpecError


# A UTF-16 mark followed by NUL is a UTF-32 mark, so a text that starts with NUL cannot be told from one.
@given(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
)
def test_marked_and_plain_unicode_come_back(text: str, codec: str) -> None:
    text = text.lstrip("\ufeff")
    assert decode(text.encode(codec), Path("x")) == text


@given(st.binary())
def test_messy_bytes_are_always_read(data: bytes) -> None:
    text, messy = decode_or_latin1(data)
    assert isinstance(text, str)
    if messy:
        assert text.encode("latin-1") == data


def test_unknown_encoding_is_named() -> None:
    with pytest.raises(SpecError, match="no encoding named 'latin-99'"):
        known_encoding("latin-99")


def test_a_cut_character_at_the_end_is_told(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"abc\xe2\x82")
    with pytest.raises(CorpusError, match=r"x ends in the middle of a utf-8 character"):
        list(lines(tmp_path / "x"))


def test_line_ends_are_kept(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"\xef\xbb\xbfa\r\nb\n")
    assert list(lines(tmp_path / "x")) == ["a\r\n", "b\n"]
