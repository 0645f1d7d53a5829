"""Texts that were rewritten elsewhere, read from a folder by the id of their problem."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from stylobench.edits import Rewrite
from stylobench.engine.attack_arena import Arena
from stylobench.engine.rewriting import BLANK
from stylobench.errors import CorpusError, StylobenchError
from stylobench.features.difference import difference
from stylobench.pan.obfuscations import read_obfuscations

ENDINGS = (".json", ".txt")
MISSING = "no rewritten text was given"


def given_rewrites(folder: Path, field: Arena) -> dict[str, Rewrite | str]:
    """Of every same-author problem the rewritten text, or why there is none.

    A problem's file is named after it, or stands alone in a folder of its name; .json as PAN 2016 writes it, or .txt.
    """
    found: dict[str, Rewrite | str] = {}
    for place in np.flatnonzero(field.tested.same).tolist():
        original, id = field.texts[field.tested.questioned[place]], field.ids[place]
        path = _file(folder, id)
        try:
            found[id] = MISSING if path is None else _read(path, original)
        except StylobenchError as error:
            # without the path, so that the same fault of many files is counted as one
            found[id] = str(error).replace(str(path), "a given file")
    if not any(isinstance(one, Rewrite) for one in found.values()):
        id, reason = next(iter(found.items()))
        some = f"{id}.json or {id}.txt"
        raise CorpusError(f"{folder} holds no rewritten text of {field.name} ({reason}); name them {some}")
    return found


def _read(path: Path, original: str) -> Rewrite | str:
    made = read_obfuscations(path, original, difference)
    return BLANK if original.strip() and not made.text.strip() else made


def _file(folder: Path, id: str) -> Path | None:
    for ending in ENDINGS:
        for path in (folder / f"{id}{ending}", *sorted((folder / id).glob(f"*{ending}"))):
            if path.is_file():
                return path
    return None
