"""A published split from a file: a table with the columns `id` and `fold`, or `id` and `part` (train or test)."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from stylobench.errors import SplitError
from stylobench.records import Rows


def from_file(path: Path, ids: Sequence[str]) -> Iterator[tuple[str, Rows, Rows]]:
    """Name, training rows and test rows of every fold in the file; documents it does not name are left out."""
    labels = _labels(path)
    missing = sorted(set(labels) - set(ids))
    if missing:
        raise SplitError(f"{path.name} names {len(missing)} documents that the corpus lacks, such as {missing[0]!r}")
    mark = np.array([labels.get(identifier, "") for identifier in ids])
    if set(labels.values()) <= {"train", "test"}:
        yield _checked(path, "test", np.flatnonzero(mark == "train"), np.flatnonzero(mark == "test"))
        return
    for name in sorted(set(labels.values())):
        yield _checked(path, name, np.flatnonzero((mark != name) & (mark != "")), np.flatnonzero(mark == name))


def _checked(path: Path, name: str, train: Rows, test: Rows) -> tuple[str, Rows, Rows]:
    if not len(train) or not len(test):
        raise SplitError(
            f"{path.name}: fold {name!r} leaves {len(train)} documents to train on and {len(test)} to test"
        )
    return name, train, test


def _labels(path: Path) -> dict[str, str]:
    text = path.read_text(encoding="utf-8-sig")
    rows = csv.DictReader(text.splitlines(), dialect="excel-tab" if "\t" in text.partition("\n")[0] else "excel")
    columns = rows.fieldnames or []
    wanted = "fold" if "fold" in columns else "part"
    if "id" not in columns or wanted not in columns:
        raise SplitError(f"{path.name} needs the columns id and fold (or part); it has: {', '.join(columns) or 'none'}")
    return {row["id"]: row[wanted] for row in rows}
