"""Originals and rewritten texts in folders, brought together for a review."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from stylobench.engine.text_files import texts_at
from stylobench.errors import CorpusError
from stylobench.features.difference import difference
from stylobench.pan.obfuscations import read_obfuscations
from stylobench.protocols.review import Reviewed

ENDINGS = (".json", ".txt")


def from_folders(originals: Path, rewritten: Mapping[str, Path], encoding: str | None = None) -> list[Reviewed]:
    """Texts by obfuscator, named after the originals as `stylobench obfuscate` names them; PAN's folders have known
    texts too.
    """
    found = []
    for one in texts_at(originals, (), encoding):
        for name, folder in rewritten.items():
            path = _file(folder, one.id)
            if path is not None:
                text = read_obfuscations(path, one.text, difference).text
                found.append(Reviewed(one.id, name, one.text, text, one.known))
    missing = sorted(set(rewritten) - {one.obfuscator for one in found})
    if missing:
        folder = rewritten[missing[0]]
        raise CorpusError(
            f"{folder} holds no rewritten text of {originals}; name them like the originals, .txt or .json"
        )
    return found


def _file(folder: Path, id: str) -> Path | None:
    candidates = [folder / f"{id}{ending}" for ending in ENDINGS]
    candidates += [path for ending in ENDINGS for path in sorted((folder / id).glob(f"*{ending}"))]
    return next((path for path in candidates if path.is_file()), None)
