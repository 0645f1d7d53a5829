"""Answers to PAN's problems: answers.jsonl since 2020, answers.txt (a number, or Y and N) before.

In these files exactly 0.5, or no line at all, means no answer. Inside the house NaN does.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from stylobench.pan.lines import Line, cut, identifier, lines, located, shown, write_lines
from stylobench.records import Floats

NAMES = ("answers.jsonl", "answers.txt")
SAID = {"Y": 1.0, "N": 0.0}
SILENCE = 0.5
# float() reads more than this: underscores, digits of other scripts, nan, inf.
DECIMAL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")


@dataclass(frozen=True)
class Read:
    """Scores in the order of the ids asked for, NaN where there is no answer; how many had no line; what was odd."""

    scores: Floats
    missing: int
    warnings: tuple[str, ...] = ()


def read_answers(path: Path, ids: Sequence[str]) -> Read:
    """Read the answers to these problems from a file, or from the one in a folder."""
    source = located(path, NAMES)
    place = {name: i for i, name in enumerate(ids)}
    scores, seen = np.full(len(ids), np.nan), np.zeros(len(ids), np.int64)
    lists = 0
    for line, name, value in _entries(source):
        if name not in place:
            raise line.fault(f"id {shown(name)} is not in the truth; answer only the problems that were asked")
        row = place[name]
        if seen[row]:
            raise line.fault(f"id {shown(name)} was answered already on line {seen[row]}; every problem has one answer")
        seen[row] = line.number
        lists += isinstance(value, list)
        scores[row] = _score(line, value)
    odd = (f"{source}: {lists:,} of its values are lists of one number; read as that number",) if lists else ()
    return Read(scores, int((seen == 0).sum()), odd)


def _entries(path: Path) -> Iterator[tuple[Line, str, object]]:
    for line in lines(path):
        if line.is_json:
            record = line.record()
            name = identifier(line, record)
            if "value" not in record:
                raise line.fault("no 'value'; it must be a number in [0, 1]")
            yield line, name, record["value"]
        else:
            name, said = line.words("a problem and its answer, like `EN001 0.8`")
            yield line, name, _said(line, said)


def _said(line: Line, said: str) -> float:
    if said.upper() in SAID:
        return SAID[said.upper()]
    if not DECIMAL.fullmatch(said):
        raise line.fault(f"answer {shown(said)} is neither a number in [0, 1] nor Y or N")
    return float(said)


def _score(line: Line, value: object) -> float:
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise line.fault(f"value {cut(json.dumps(value))} is not a number; write one in [0, 1]")
    if not 0 <= value <= 1:
        raise line.fault(f"value {cut(str(value))} is not in [0, 1]; leave the line out, or write 0.5, for no answer")
    return math.nan if value == SILENCE else float(value)


def write_answers(path: Path, ids: Sequence[str], scores: npt.ArrayLike) -> Path:
    """Write a file of answers in the manner of answers.jsonl; NaN is written as 0.5.

    A score of exactly .5 is written as 0.5 too, and whoever reads the file will take it for silence: it is not moved.
    """
    values = np.nan_to_num(np.asarray(scores, np.float64), nan=SILENCE).tolist()
    pairs = zip(ids, values, strict=True)
    return write_lines(path, (json.dumps({"id": name, "value": value}) for name, value in pairs))
