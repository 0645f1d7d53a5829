"""Lines of PAN's files: numbered, without marks of Windows, one JSON object or a few words each; written whole."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stylobench.errors import CorpusError

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
SHOWN = 40


def cut(text: str) -> str:
    """A text short enough for a message.

    >>> cut("9" * 400)
    '9999999999999999999999999999999999999999...'
    """
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


def shown(text: str) -> str:
    """A text in quotes, short enough for a message."""
    return repr(cut(text))


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is not blank, and where it stands."""

    path: Path
    number: int
    text: str

    def fault(self, what: str) -> CorpusError:
        """An error that names file and line."""
        return CorpusError(f"{self.path}, line {self.number}: {what}")

    @property
    def shown(self) -> str:
        """The line, cut short, for a message."""
        return shown(self.text)

    @property
    def is_json(self) -> bool:
        """Whether it wants to be a JSON object rather than words."""
        return self.text.startswith(("{", "["))

    def record(self) -> dict[str, Any]:
        """The JSON object that the line holds."""
        try:
            found = json.loads(self.text, parse_constant=self._refuse, object_pairs_hook=self._object)
        except (ValueError, RecursionError):
            raise self.fault(f"broken JSON {self.shown}; every line is one JSON object") from None
        if not isinstance(found, dict):
            raise self.fault(f"{self.shown} is not a JSON object; every line is one, like {{'id': ...}}")
        return found

    def words(self, meaning: str) -> tuple[str, str]:
        """The two words that the line holds."""
        found = self.text.split()
        if len(found) != 2:
            raise self.fault(f"{self.shown} is not {meaning}")
        return found[0], found[1]

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                raise self.fault(f"key {shown(key)} stands twice in one object; write it once")
            found[key] = value
        return found

    def _refuse(self, constant: str) -> float:
        raise self.fault(f"{constant} is not a number in [0, 1]; leave the line out, or write 0.5, for no answer")


def identifier(line: Line, record: dict[str, Any]) -> str:
    """The id of a record."""
    found = record.get("id")
    if isinstance(found, int) and not isinstance(found, bool):
        return str(found)
    if not isinstance(found, str) or not found:
        raise line.fault("no 'id'; it must be a text" if found is None else f"id {cut(repr(found))} is not a text")
    return found


def located(path: Path, names: tuple[str, ...]) -> Path:
    """The file itself, or the one of these names that a folder holds."""
    if not path.is_dir():
        if not path.exists():
            raise CorpusError(f"{path} does not exist; give a file, or a folder with {' or '.join(names)}")
        return path
    found = [path / name for name in names if (path / name).is_file()]
    if len(found) != 1:
        held = "both" if found else "neither"
        raise CorpusError(f"folder {path} holds {held} of {' and '.join(names)}; name the file that is meant")
    return found[0]


def lines(path: Path) -> Iterator[Line]:
    """Every line that is not blank, one at a time."""
    with path.open("rb") as handle:
        for number, raw in enumerate(handle, 1):
            data = raw.removeprefix(BYTE_ORDER_MARK) if number == 1 else raw
            try:
                text = data.decode("utf-8").strip()
            except UnicodeDecodeError:
                raise CorpusError(f"{path}, line {number}: not UTF-8; save the file as UTF-8") from None
            if text:
                yield Line(path, number, text)


def write_lines(path: Path, texts: Iterable[str]) -> Path:
    """Write a file line by line so that it is either wholly there or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as handle:
            handle.writelines(f"{text}\n" for text in texts)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return path
