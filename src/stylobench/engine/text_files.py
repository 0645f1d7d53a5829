"""Texts to be rewritten or asked about: a file, the files of a folder, or the questioned texts of PAN's problems."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from stylobench.corpora import pan_folders, pan_masking
from stylobench.corpora.decoding import decode, known_encoding
from stylobench.errors import CorpusError

QUESTIONED = re.compile(r"(original|unknown.*)\.txt", re.IGNORECASE)
MARK = "\ufeff"
KNOWN = ("same-author", "known")
HIDDEN = "."
WIDE = ("utf-16", "utf-32")
SAMPLE = 10_000
MOST_UNPRINTABLE = 0.3


@dataclass(frozen=True)
class Asked:
    """One text to be rewritten: where it goes below the folder of results, and what is known of its author.

    A byte order mark is put aside, so that places are counted as PAN counts them, and stands in the written text again.
    `fault` says why there is no text.
    """

    id: str
    text: str
    known: tuple[str, ...]
    in_folder: bool
    mark: str = ""
    fault: str = ""

    def files(self) -> dict[str, str]:
        """What is written: the text, PAN 2016's record of it, and ours."""
        stem = f"{self.id}/obfuscation" if self.in_folder else self.id
        record = f"{self.id}/record.json" if self.in_folder else f"{self.id}.record.json"
        return {"text": f"{stem}.txt", "pan": f"{stem}.json", "record": record}


@dataclass(frozen=True)
class _Reader:
    """How files are read; if `forgiving`, one that cannot be read is a text with a fault."""

    encoding: str | None
    forgiving: bool

    def alone(self, file: Path, name: str, known: Sequence[str]) -> Asked:
        return self._asked(file, name, lambda: known, False)

    def problem(self, file: Path, root: Path) -> Asked:
        beside = [other for other in sorted(file.parent.glob("*.txt")) if other.name.lower().startswith(KNOWN)]
        name = file.parent.relative_to(root).as_posix()
        return self._asked(file, name, lambda: [_read(other, self.encoding)[0] for other in beside], True)

    def _asked(self, file: Path, name: str, known: Callable[[], Sequence[str]], in_folder: bool) -> Asked:
        try:
            text, mark = _read(file, self.encoding)
            return Asked(name, text, tuple(known()), in_folder, mark)
        except CorpusError as error:
            if not self.forgiving:
                raise
            return Asked(name, "", (), in_folder, fault=str(error))


def texts_at(
    path: Path, known: Sequence[str] = (), encoding: str | None = None, *, forgiving: bool = False
) -> list[Asked]:
    """The text of a file; of a folder, the questioned texts of PAN's problems or else every .txt file."""
    reader = _Reader(encoding, forgiving and path.is_dir())
    if path.is_file():
        return [reader.alone(path, path.stem, known)]
    if not path.is_dir():
        raise CorpusError(f"there is no file or folder at {path}")
    if pan_masking.recognises(path) or pan_folders.recognises(path):
        return _problems(path, reader)
    files = [file for file in sorted(path.rglob("*.txt")) if not file.name.startswith(HIDDEN)]
    if not files:
        raise CorpusError(f"{path} holds no .txt file; name a file, or a folder with texts")
    names = [file.relative_to(path).with_suffix("").as_posix() for file in files]
    return [reader.alone(file, name, known) for name, file in zip(names, files, strict=True)]


def _problems(path: Path, reader: _Reader) -> list[Asked]:
    """Problems go by their folder, as in an attack: below the set, where there is one set."""
    found = [file for file in sorted(path.rglob("*.txt")) if QUESTIONED.fullmatch(file.name)]
    sets = {file.parent.parent for file in found}
    root = sets.pop() if len(sets) == 1 else path
    return [reader.problem(file, root) for file in found]


def _read(path: Path, encoding: str | None) -> tuple[str, str]:
    """The text, and the byte order mark that stands before it in UTF-8."""
    data = path.read_bytes()
    codec = known_encoding(encoding, data[:4])
    marked = data.startswith(codecs.BOM_UTF8) and codec == "utf-8-sig"
    binary = b"\0" in data and not codec.startswith(WIDE)
    text = "" if binary else decode(data, path, encoding)
    if binary or _no_text(text):
        raise CorpusError(
            f"{path} looks like no text; give plain text, or name its encoding, such as --encoding utf-16"
        )
    return text, MARK if marked else ""


def _no_text(text: str) -> bool:
    odd = sum(not (character.isprintable() or character.isspace()) for character in text[:SAMPLE])
    return "\0" in text or odd > MOST_UNPRINTABLE * len(text[:SAMPLE])
