"""What obfuscators rest on outside this house, as bytes that change with it: no stored rewrite outlives it."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from stylobench.errors import MissingPart
from stylobench.features import _wordnet

WORDNET = (*(f"{kind}.{part}" for kind in ("index", "data") for part in _wordnet.PARTS), "cntlist.rev")
# Larger files are models rather than scripts: their size and time must do.
MOST_READ = 1_000_000


def language() -> list[bytes]:
    """WordNet, and the packages that find sentences, tag, inflect and spell."""
    files = stamps(Path(_wordnet.folder(), name) for name in WORDNET)
    return [files, packages("sentencex", "textblob-aptagger", "lemminflect", "breame")]


def need_wordnet() -> None:
    """Stop where WordNet is not whole: found out at its first word, it would fail text after text."""
    for name in WORDNET:
        if not Path(_wordnet.folder(), name).is_file():
            raise MissingPart(f"WordNet ({name} in {_wordnet.folder()})", _wordnet.COMMAND)


@cache
def packages(*names: str) -> bytes:
    """Versions of packages; those that are not installed have none.

    >>> packages("no-such-package")
    b"[('no-such-package', None)]"
    """
    return repr([(name, _version(name)) for name in names]).encode()


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def stamps(paths: Iterable[Path]) -> bytes:
    """Names, sizes and times of those files that are there."""
    found = [(path.name, path.stat()) for path in paths if path.is_file()]
    return repr([(name, stat.st_size, stat.st_mtime_ns) for name, stat in found]).encode()


def contents(paths: Iterable[Path]) -> list[bytes]:
    """Those files that are there: a script by its contents, a model by its stamp."""
    found = (path for path in paths if path.is_file())
    return [path.read_bytes() if path.stat().st_size <= MOST_READ else stamps([path]) for path in found]


def named(stages: Sequence[Sequence[str]]) -> list[Path]:
    """Programs where they are found, and what else their commands name."""
    return [Path(word) for first, *rest in stages for word in (shutil.which(first) or first, *rest)]
