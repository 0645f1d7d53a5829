"""A table of truth and answers from anywhere -> the tested items; lean enough for a million rows."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import overload

import numpy as np

from stylobench.corpora.answer_columns import AnswerColumns
from stylobench.corpora.answer_source import Labels
from stylobench.corpora.answer_table import NO_CLUSTER, AnswerTable
from stylobench.engine.tested_items import CLASSES
from stylobench.features.texts import Texts
from stylobench.metrics.outcomes import Outcomes
from stylobench.protocols.shift_ground import Answered, Tested
from stylobench.records import Booleans, Floats, Rows


class RowIds(Sequence[str]):
    """Names for rows that have none, made when they are asked for.

    >>> RowIds(3)[-1], list(RowIds(2))
    ('row 3', ['row 1', 'row 2'])
    """

    def __init__(self, count: int) -> None:
        self.numbers = range(1, count + 1)

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> list[str]: ...
    def __getitem__(self, place: int | slice) -> str | list[str]:
        if isinstance(place, slice):
            return [f"row {number}" for number in self.numbers[place]]
        return f"row {self.numbers[place]}"


def table_tested(table: AnswerTable, path: Path, positive: str | None = None) -> Tested:
    """The rows of a table; `positive` is the label that precision and recall are about, where truth is labels."""
    rows = np.arange(len(table))
    return Tested(
        name=path.stem,
        digest=_digest(path),
        task=table.task,
        item="document" if table.task == "attribution" else "problem",
        ids=RowIds(len(table)) if table.ids is None else table.ids,
        classes=_classes(table),
        texts=None if table.texts is None else Texts(table.texts),
        methods={name: _answered(table, name, rows, positive) for name in table.methods},
        times=table.times,
        subclasses=None if table.clusters is None else [word or NO_CLUSTER for word in table.clusters.words()],
        warnings=tuple(table.warnings),
        provenance={"source": "table of answers", "file": path.name, "columns": _read_columns(table.columns)},
    )


def _answered(table: AnswerTable, name: str, rows: Rows, positive: str | None) -> Answered:
    column = {**table.columns.scores, **table.columns.answers}[name]
    return Answered(f"column {column!r}", rows, _outcomes(table.truth, table.methods[name], positive))


def _outcomes(truth: Booleans | Labels, answers: Floats | Labels, positive: str | None) -> Outcomes:
    if isinstance(truth, Labels) and isinstance(answers, Labels):
        return Outcomes.attributed(truth.words(), answers.words(), positive=positive)
    assert not isinstance(truth, Labels)
    assert not isinstance(answers, Labels)
    return Outcomes.verified(truth, answers)


def _classes(table: AnswerTable) -> Sequence[str]:
    truth = table.truth
    names, codes = (truth.names, truth.codes) if isinstance(truth, Labels) else (CLASSES, truth.astype(np.int64))
    shared: list[str] = np.array(names, dtype=object)[codes].tolist()
    return shared


def _read_columns(columns: AnswerColumns) -> dict[str, object]:
    return {name: value for name, value in asdict(columns).items() if value}


def _digest(path: Path) -> str:
    with path.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()
