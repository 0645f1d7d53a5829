"""Bytes -> text: strict with one clear line, or forgiving where a format is known to be messy."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from pathlib import Path

from stylobench.errors import CorpusError, SpecError

BYTE_ORDER_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


def known_encoding(name: str | None, start: bytes = b"") -> str:
    """The encoding to use: the one named, else the one that a byte order mark shows, else UTF-8.

    >>> known_encoding(None, b"\\xff\\xfeh\\x00")
    'utf-16'
    """
    if name is None:
        return next((codec for mark, codec in BYTE_ORDER_MARKS.items() if start.startswith(mark)), "utf-8")
    try:
        found = codecs.lookup(name)
    except LookupError:
        raise SpecError(f"no encoding named {name!r}; common ones are: utf-8, latin-1, cp1252") from None
    return "utf-8-sig" if found.name == "utf-8" else found.name


def decode(data: bytes, path: Path, encoding: str | None = None) -> str:
    """The text of a file's bytes without its byte order mark; a wrong byte is named with its place."""
    codec = known_encoding(encoding, data[:4])
    try:
        return data.decode(codec)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _undecodable(path, codec, line, error.start, data[error.start]) from None


def decode_or_latin1(data: bytes) -> tuple[str, bool]:
    """The text, and whether it took Latin-1 because the bytes are not UTF-8."""
    try:
        return data.decode("utf-8-sig"), False
    except UnicodeDecodeError:
        return data.decode("latin-1"), True


def lines(path: Path, encoding: str | None = None) -> Iterator[str]:
    """The lines of a file, streamed, line ends kept; a wrong byte is named with its place."""
    with path.open("rb") as start:
        codec = known_encoding(encoding, start.read(4))
    with path.open(encoding=codec, newline="") as file:
        try:
            yield from file
        except UnicodeError:
            raise _first_wrong_byte(path, codec) from None


def _first_wrong_byte(path: Path, codec: str) -> CorpusError:
    decoder = codecs.getincrementaldecoder(codec)()
    offset, line = 0, 1
    with path.open("rb") as file:
        for row in file:
            try:
                decoder.decode(row)
            except UnicodeDecodeError as error:
                wrong = error.object[error.start]
                return _undecodable(path, codec, line, offset + error.start, wrong)
            offset, line = offset + len(row), line + 1
    return CorpusError(f"{path} ends in the middle of a {codec} character; the file is cut short")


def _undecodable(path: Path, codec: str, line: int, offset: int, wrong: int) -> CorpusError:
    other = "latin-1" if codec.startswith("utf-8") else "utf-8"
    where = f"line {line} (byte {offset}, value 0x{wrong:02x})"
    return CorpusError(
        f"{path} is not {codec.removesuffix('-sig')}: {where}; name its encoding, such as --encoding {other}"
    )
