"""A folder -> its files in a fixed order; links that lead out of the folder are not followed."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from stylobench.errors import CorpusError

NAMED = 3


@dataclass
class Skipped:
    """Files that could not be used, by reason; a few are named."""

    paths: dict[str, list[str]] = field(default_factory=dict)

    def note(self, reason: str, name: str) -> None:
        """Remember one file."""
        self.paths.setdefault(reason, []).append(name)

    def warnings(self) -> list[str]:
        """One line per reason."""
        return [f"{_files(len(names))} skipped: {why} ({_some(names)})" for why, names in self.paths.items()]


def peek(root: Path, count: int = 200) -> list[Path]:
    """The first few files under a folder (or the file itself), enough to tell what it holds."""
    if not root.is_dir():
        return [root]
    return list(islice(_walked(root), count))


def files(root: Path, skipped: Skipped) -> list[Path]:
    """Every regular file under a folder, hidden ones left out, sorted by its path.

    A folder that cannot be listed is an error: what it holds would be missing without a trace.
    """
    found = []
    inside = root.resolve()
    for path in _walked(root):
        if path.is_symlink() and not path.resolve().is_relative_to(inside):
            skipped.note("links that lead out of the folder", shown(path, root))
        else:
            found.append(path)
    return sorted(found, key=lambda path: path.relative_to(root).parts)


def _walked(root: Path) -> Iterator[Path]:
    for folder, folders, names in os.walk(root, onerror=_refuse):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(folder) / name
            if not name.startswith(".") and path.is_file():
                yield path


def contents(paths: Iterable[Path], root: Path, skipped: Skipped) -> Iterator[tuple[Path, bytes]]:
    """Each file with its bytes; one that cannot be read is noted and left out."""
    for path in paths:
        try:
            data = path.read_bytes()
        except OSError as error:
            skipped.note(f"cannot be read, {(error.strerror or 'damaged').lower()}", shown(path, root))
            continue
        yield path, data


def shown(path: Path, root: Path) -> str:
    """A path below the root as plain text, on every system with slashes."""
    return os.fsencode(path.relative_to(root).as_posix()).decode("utf-8", "replace")


def demand(root: Path, found: bool, what: str, skipped: Skipped) -> None:
    """An error with the reasons unless something was found."""
    if not found:
        reasons = "".join(f"; {line}" for line in skipped.warnings())
        raise CorpusError(f"{root} holds no {what}{reasons}")


def _refuse(error: OSError) -> None:
    raise CorpusError(
        f"cannot list folder {error.filename}: {(error.strerror or 'unreadable').lower()}; "
        "give yourself the right to read it, or move it out of the corpus"
    )


def _files(count: int) -> str:
    return "1 file" if count == 1 else f"{count:,} files"


def _some(names: list[str]) -> str:
    rest = f" and {len(names) - NAMED:,} more" if len(names) > NAMED else ""
    return ", ".join(names[:NAMED]) + rest
