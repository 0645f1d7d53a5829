"""The files of a .tar or .tgz archive, one after the other, in memory only.

Reading the headers here instead of with `tarfile` halves the time of walking an archive of small files. Names are
for reports: nothing is ever written under them.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

BLOCK = 512
CHUNK = 1 << 18
LARGEST = 1 << 24
REGULAR = (b"0", b"\0")
LONG_NAME = b"L"
EXTENDED = b"x"


class Broken(Exception):
    """The archive cannot be read any further; the text says why."""


class File(NamedTuple):
    """A member: `data` is None where it is larger than any article can be."""

    name: str
    data: bytes | None


def files(path: Path) -> Iterator[File]:
    """Every regular file of the archive, in order; raises `Broken` where it cannot be read on."""
    try:
        with open(path, "rb") as raw:
            packed = raw.read(2) == b"\x1f\x8b"
            raw.seek(0)
            if packed:
                with gzip.GzipFile(fileobj=raw) as stream:
                    yield from _members(stream)
            else:
                yield from _members(raw)
    except (OSError, EOFError, zlib.error) as error:
        raise Broken(" ".join(str(getattr(error, "strerror", None) or error).split())) from None


def _members(stream: BinaryIO | gzip.GzipFile) -> Iterator[File]:
    long_name = ""
    while header := _header(stream):
        size, kind = _number(header[124:136]), header[156:157]
        padded = -(-size // BLOCK) * BLOCK
        if size > LARGEST:
            _skip(stream, padded)
            data = None
        else:
            data = _exactly(stream, padded)[:size]
        if kind in (LONG_NAME, EXTENDED):
            long_name = _long_name(kind, data or b"")
            continue
        if kind in REGULAR:
            yield File(long_name or _name(header), data)
        long_name = ""


def _header(stream: BinaryIO | gzip.GzipFile) -> bytes:
    """The next header; empty at the end, which is a block of zeros or simply the end of the stream."""
    header = stream.read(BLOCK)
    if not header or not header.strip(b"\0"):
        _drain(stream)
        return b""
    if len(header) < BLOCK:
        raise EOFError("it ends in the middle of a header")
    if sum(header) - sum(header[148:156]) + 8 * 32 != _number(header[148:156]):
        raise EOFError("a header is damaged, or it is not a tar archive")
    return header


def _drain(stream: BinaryIO | gzip.GzipFile) -> None:
    """Read to the end, so that a wrong check sum of the packed stream is seen."""
    while stream.read(CHUNK):
        pass


def _exactly(stream: BinaryIO | gzip.GzipFile, size: int) -> bytes:
    data = stream.read(size)
    if len(data) < size:
        raise EOFError("it ends in the middle of a file")
    return data


def _skip(stream: BinaryIO | gzip.GzipFile, size: int) -> None:
    while size:
        size -= len(_exactly(stream, min(size, CHUNK)))


def _number(field: bytes) -> int:
    try:
        return int(field.strip(b"\0 ") or b"0", 8)
    except ValueError:
        raise EOFError("a header is damaged, or it is not a tar archive") from None


def _name(header: bytes) -> str:
    name, prefix = header[:100].partition(b"\0")[0], b""
    if header[257:263] == b"ustar\0":
        prefix = header[345:500].partition(b"\0")[0]
    return _text(prefix + b"/" + name if prefix else name)


def _long_name(kind: bytes, data: bytes) -> str:
    if kind == LONG_NAME:
        return _text(data.partition(b"\0")[0])
    for line in data.split(b"\n"):
        key, _, value = line.partition(b" ")[2].partition(b"=")
        if key == b"path":
            return _text(value)
    return ""


def _text(name: bytes) -> str:
    return name.decode("utf-8", "replace")
