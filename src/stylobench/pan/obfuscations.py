"""Rewritten texts as PAN 2016 exchanges them: a JSON list of pieces of the original and what each became.

Pieces come in order, cover the whole text and have fewer than 50 words where they are unchanged. Positions count
characters, without a byte order mark, and a piece ends before its end position; files of others that count otherwise
are read as well, since the original of each piece says where it ends. Joined, the obfuscations are the rewritten text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from stylobench.edits import Edit, Rewrite
from stylobench.errors import CorpusError
from stylobench.pan.lines import BYTE_ORDER_MARK, shown, write_lines

MOST_WORDS = 49
OPERATOR = "given"
KEPT = "white space between pieces kept"
WORD = re.compile(r"\S+")
FIELDS = {"original": str, "original-start-charpos": int, "obfuscation": str, "obfuscation-id": int}

Difference = Callable[[str, str], Rewrite]


def pieces(rewrite: Rewrite) -> list[dict[str, str | int]]:
    """The rewrite as PAN's pieces.

    >>> [(piece["original"], piece["obfuscation"]) for piece in pieces(Rewrite("So it is.", (Edit(3, 5, "he", "x"),)))]
    [('So ', 'So '), ('it', 'he'), (' is.', ' is.')]
    """
    return [
        {
            "original": rewrite.original[start:end],
            "original-start-charpos": start,
            "original-end-charpos": end,
            "obfuscation": rewrite.original[start:end] if became is None else became,
            "obfuscation-id": number,
        }
        for number, (start, end, became) in enumerate(_spans(rewrite), 1)
    ]


def _spans(rewrite: Rewrite) -> Iterator[tuple[int, int, str | None]]:
    """Start, end and what stands there now, None where nothing changed."""
    at = 0
    for edit in rewrite.edits:
        yield from _unchanged(rewrite.original, at, edit.start)
        yield edit.start, edit.end, edit.replacement
        at = edit.end
    yield from _unchanged(rewrite.original, at, len(rewrite.original))


def _unchanged(text: str, start: int, end: int) -> Iterator[tuple[int, int, None]]:
    words = [word.start() for word in WORD.finditer(text, start, end)]
    cuts = [start, *words[MOST_WORDS::MOST_WORDS], end]
    yield from ((low, high, None) for low, high in pairwise(cuts) if low < high)


def write_obfuscations(path: Path, rewrite: Rewrite) -> Path:
    """Write the file, whole or not at all."""
    return write_lines(path, [json.dumps(pieces(rewrite), indent=1)])


def read_obfuscations(path: Path, original: str, difference: Difference) -> Rewrite:
    """Read what became of a text: PAN's JSON, or the plain rewritten text (.txt), whose edits `difference` finds."""
    text = _text(path)
    if path.suffix.lower() == ".txt":
        return difference(original, text)
    found = [_Piece.of(path, number, one) for number, one in enumerate(_list(path, text), 1)]
    return _joined(path, original, sorted(found, key=lambda piece: piece.id))


@dataclass(frozen=True)
class _Piece:
    id: int
    start: int
    original: str
    obfuscation: str

    @classmethod
    def of(cls, path: Path, number: int, found: Any) -> _Piece:
        for name, kind in FIELDS.items():
            value = found.get(name) if isinstance(found, dict) else None
            if not isinstance(value, kind) or isinstance(value, bool):
                wanted = "a text" if kind is str else "a whole number"
                raise CorpusError(f"{path}, piece {number}: no {name!r}; it must be {wanted}")
        start, id = found["original-start-charpos"], found["obfuscation-id"]
        return cls(id, start, found["original"], found["obfuscation"])

    @property
    def end(self) -> int:
        return self.start + len(self.original)


def _text(path: Path) -> str:
    try:
        return path.read_bytes().removeprefix(BYTE_ORDER_MARK).decode("utf-8")
    except UnicodeDecodeError:
        raise CorpusError(f"{path} is not UTF-8; save the file as UTF-8") from None
    except OSError as error:
        raise CorpusError(f"cannot read {path}: {(error.strerror or 'damaged').lower()}") from None


def _list(path: Path, text: str) -> list[Any]:
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, list):
        raise CorpusError(f"{path} holds no JSON list of pieces; a plain rewritten text must be named *.txt")
    return found


def _joined(path: Path, original: str, found: list[_Piece]) -> Rewrite:
    edits, notes, at = list[Edit](), dict[str, int](), 0
    for piece in found:
        _check(path, original, piece, at)
        _check_gap(path, original[at : piece.start], at)
        if piece.start > at:
            notes[KEPT] = notes.get(KEPT, 0) + 1
        if piece.obfuscation != piece.original:
            edits.append(Edit(piece.start, piece.end, piece.obfuscation, OPERATOR))
        at = piece.end
    _check_gap(path, original[at:], at)
    return Rewrite(original, tuple(edits), notes)


def _check(path: Path, original: str, piece: _Piece, at: int) -> None:
    if piece.start < at:
        raise CorpusError(f"{path}, piece {piece.id}: starts at {piece.start}, but the pieces before it end at {at}")
    if original[piece.start : piece.end] != piece.original:
        there = shown(original[piece.start : piece.end])
        raise CorpusError(f"{path}, piece {piece.id}: original {shown(piece.original)} is not in the text, but {there}")


def _check_gap(path: Path, left_out: str, at: int) -> None:
    if left_out.strip():
        raise CorpusError(f"{path}: no piece covers {shown(left_out)} at {at}; pieces must cover the whole text")
