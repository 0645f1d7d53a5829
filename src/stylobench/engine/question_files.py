"""Known and questioned texts of a command line: files, folders of texts, and folders of PAN's problems."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from stylobench.corpora.decoding import decode
from stylobench.engine.text_files import HIDDEN, KNOWN, QUESTIONED, texts_at
from stylobench.engine.verdicts import Text
from stylobench.errors import CorpusError, SpecError

STDIN = "-"
KNOWN_FILE = re.compile(rf"({'|'.join(KNOWN)}).*\.txt", re.IGNORECASE)


@dataclass(frozen=True)
class Files:
    """Reads texts in an encoding; None is UTF-8 unless a byte order mark says otherwise."""

    encoding: str | None = None

    def question(self, paths: Sequence[str], questioned: Sequence[str]) -> tuple[list[Text], list[Text]]:
        """Known and questioned texts. Where none is said to be questioned, the last path is.

        A PAN problem that stands last brings its known texts too, so that it can stand alone.
        """
        known, last = (paths, questioned) if questioned else (paths[:-1], paths[-1:])
        beside = last if not questioned and last and is_problem(last[0]) else ()
        if not known and not beside:
            raise SpecError(
                "verify compares a questioned text with known ones; name MODEL, KNOWN texts, then QUESTIONED, or "
                "the folder of one PAN problem"
            )
        sides = [*known, *beside]
        return [text for path in sides for text in self.known(path)], [
            t for path in last for t in self.questioned(path)
        ]

    def skipped(self, paths: Sequence[str]) -> list[dict[str, str]]:
        """Files in named folders that are not read, each with the reason."""
        found = []
        for folder in (Path(path) for path in dict.fromkeys(paths) if Path(path).is_dir()):
            for file in sorted(one for one in folder.rglob("*") if one.is_file()):
                hidden = any(part.startswith(HIDDEN) for part in file.relative_to(folder).parts)
                if hidden or file.suffix != ".txt":
                    why = "its name begins with a full stop" if hidden else "it is no .txt file; save it as plain text"
                    found.append({"name": str(file), "why": why})
        return found

    def known(self, path: str) -> list[Text]:
        """The text of a file; of a PAN problem its known texts; of another folder every .txt file."""
        if is_problem(path):
            return [self._file(file) for file in _matching(Path(path), KNOWN_FILE)]
        folder = Path(path)
        if folder.is_dir() and (inside := sorted(one for one in folder.rglob("*") if is_problem(str(one)))):
            raise CorpusError(
                f"{path} holds several people's texts, a folder for each problem; name one, such as {inside[0]}"
            )
        return self.questioned(path)

    def questioned(self, path: str) -> list[Text]:
        """The text of a file; of PAN's problems the questioned ones; of another folder every .txt file."""
        if path == STDIN:
            return [Text("stdin", decode(sys.stdin.buffer.read(), Path("stdin"), self.encoding))]
        return [Text(one.id, one.text) for one in texts_at(Path(path), (), self.encoding)]

    def _file(self, file: Path) -> Text:
        [found] = texts_at(file, (), self.encoding)
        return Text(found.id, found.text)


def is_problem(path: str) -> bool:
    """Whether a folder is one PAN problem: known texts and a questioned one side by side."""
    folder = Path(path)
    return folder.is_dir() and all(_matching(folder, kind) for kind in (KNOWN_FILE, QUESTIONED))


def _matching(folder: Path, name: re.Pattern[str]) -> list[Path]:
    return sorted(one for one in folder.glob("*.txt") if name.fullmatch(one.name) and not one.name.startswith(HIDDEN))
