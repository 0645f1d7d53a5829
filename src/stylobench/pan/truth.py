"""The truth of PAN's problems: truth.jsonl since 2020, truth.txt (`EN001 Y`) before."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from stylobench.errors import CorpusError
from stylobench.pan.lines import Line, cut, identifier, lines, located, shown, write_lines
from stylobench.records import Booleans

NAMES = ("truth.jsonl", "truth.txt")
SAID = {"Y": True, "N": False}

Groups = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Truth:
    """Problems by id, whether one person wrote all their texts, and whose or which texts those are, where known.

    Of the texts of a problem the questioned one comes last.
    """

    ids: tuple[str, ...]
    same: Booleans
    authors: Groups | None = None
    texts: Groups | None = None


def read_truth(path: Path) -> Truth:
    """Read a truth file, or the one in a folder."""
    source = located(path, NAMES)
    ids: dict[str, int] = {}
    same: list[bool] = []
    authors: list[tuple[str, ...] | None] = []
    for line, name, verdict, people in _entries(source):
        if ids.setdefault(name, line.number) != line.number:
            raise line.fault(f"id {shown(name)} stands already on line {ids[name]}; every problem has one truth")
        if authors and (authors[0] is None) != (people is None):
            raise line.fault("some problems have 'authors' and some have not; give them for all or for none")
        same.append(verdict)
        authors.append(people)
    if not ids:
        raise CorpusError(f"{source} holds no problem; it needs lines like {NAMES[1]}'s `EN001 Y` or JSON objects")
    known = tuple(people for people in authors if people is not None)
    return Truth(tuple(ids), np.array(same, np.bool_), known or None)


def _entries(path: Path) -> Iterator[tuple[Line, str, bool, tuple[str, ...] | None]]:
    for line in lines(path):
        if line.is_json:
            record = line.record()
            yield line, identifier(line, record), *_verdict(line, record)
        else:
            name, said = line.words("a problem and its truth, like `EN001 Y`")
            if said.upper() not in SAID:
                raise line.fault(f"truth {shown(said)} is neither Y nor N")
            yield line, name, SAID[said.upper()], None


def _verdict(line: Line, record: dict[str, Any]) -> tuple[bool, tuple[str, ...] | None]:
    same, people = record.get("same"), record.get("authors")
    if not isinstance(same, bool):
        raise line.fault(f"'same' is {cut(json.dumps(same))}; it must be true or false")
    if people is None:
        return same, None
    if not isinstance(people, list) or not people or not all(isinstance(each, str | int) for each in people):
        raise line.fault(f"authors {cut(repr(people))} is not a list of names")
    names = tuple(map(str, people))
    if same == (len(set(names)) > 1):
        raise line.fault(f"same is {str(same).lower()}, but the authors are {cut(', '.join(names))}")
    return same, names


def write_truth(
    folder: Path, ids: Sequence[str], same: npt.ArrayLike, authors: Sequence[Sequence[str]] | None = None
) -> Path:
    """Write truth.jsonl into a folder."""
    verdicts = np.asarray(same, np.bool_).tolist()
    records: list[dict[str, Any]] = [{"id": name, "same": verdict} for name, verdict in zip(ids, verdicts, strict=True)]
    for record, people in zip(records, authors or (), strict=authors is not None):
        record["authors"] = list(people)
    return write_lines(folder / NAMES[0], map(json.dumps, records))
