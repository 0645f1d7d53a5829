"""A bare table of truth and answers from anywhere, with the text, cluster or date of each row where it has them.

Truth that says yes or no makes it verification, with scores from 0 to 1; any other labels make it attribution.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import compress
from pathlib import Path

import numpy as np

from stylobench.corpora.answer_columns import AnswerColumns, holds_answers
from stylobench.corpora.answer_source import Labels, Source, names_of, opened
from stylobench.corpora.dates import iso_dates
from stylobench.errors import CorpusError
from stylobench.records import Booleans, Floats

__all__ = ["AnswerColumns", "AnswerTable", "Labels", "is_answer_table", "read_answer_table"]

SAID = {
    **dict.fromkeys(("true", "1", "1.0", "yes", "y", "same"), True),
    **dict.fromkeys(("false", "0", "0.0", "no", "n", "different"), False),
}
NO_CLUSTER = "(none)"
SHOWN = 5


@dataclass(frozen=True)
class AnswerTable:
    """Truth and answers by method: booleans and scores (NaN is silence), or labels and labels (-1 is silence).

    Rows without truth are not in it. `columns` says which columns were read.
    """

    columns: AnswerColumns
    truth: Booleans | Labels
    methods: Mapping[str, Floats | Labels]
    ids: list[str] | None
    texts: list[str] | None
    clusters: Labels | None
    times: list[str | None] | None
    warnings: list[str]

    @property
    def task(self) -> str:
        """ "verification" or "attribution"."""
        return "attribution" if isinstance(self.truth, Labels) else "verification"

    def __len__(self) -> int:
        return len(self.truth.codes if isinstance(self.truth, Labels) else self.truth)


def is_answer_table(path: Path, encoding: str | None = None) -> bool:
    """Whether it is a table file with columns of truth and answers, by their usual names."""
    return holds_answers(names_of(path, encoding))


def read_answer_table(path: Path, columns: AnswerColumns | None = None, encoding: str | None = None) -> AnswerTable:
    """Read a CSV, TSV, JSON lines, JSON or Parquet file; columns that are not named go by their usual names."""
    wanted = columns or AnswerColumns()
    with opened(path, encoding) as source:
        chosen = wanted.settled(list(source.columns), path)
        needed = (chosen.truth, chosen.cluster, *chosen.scores.values(), *chosen.answers.values())
        source.keep(name for name in needed if name is not None)
        return _Reading(source, chosen).table(guessed=not (wanted.scores or wanted.answers))


class _Reading:
    """One table on its way into arrays."""

    def __init__(self, source: Source, columns: AnswerColumns) -> None:
        self.source, self.columns = source, columns
        self.warnings: list[str] = []
        truth = source.labels(columns.truth or "")
        self.kept = truth.codes >= 0
        self.truth = truth.take(self.kept)

    def table(self, guessed: bool) -> AnswerTable:
        """Everything, with rows without truth left out; of guessed columns only one kind."""
        self._count()
        if guessed:
            self._choose_one_kind()
        truth, methods = self._answers()
        clusters, ids, texts, times = self._clusters(), self._ids(), self._texts(), self._times()
        return AnswerTable(self.columns, truth, methods, ids, texts, clusters, times, self.warnings)

    def _count(self) -> None:
        path, column, missing = self.source.path, self.columns.truth, int((~self.kept).sum())
        if not len(self.kept):
            raise CorpusError(f"{path} has columns but no rows")
        if missing == len(self.kept):
            raise CorpusError(f"{path}: column {column!r} is empty in every row; it must hold the truth")
        if missing:
            self.warnings.append(f"{missing:,} of {len(self.kept):,} rows have no truth and were left out")

    def _choose_one_kind(self) -> None:
        if not (self.columns.scores and self.columns.answers):
            return
        two_sided = self.columns.positive is not None or _says(self.truth) is not None
        unused = self.columns.answers if two_sided else self.columns.scores
        self.warnings.append(f"not read: {_list(unused.values())}; name columns to have them as well")
        self.columns = replace(self.columns, answers={}) if two_sided else replace(self.columns, scores={})

    def _answers(self) -> tuple[Booleans | Labels, dict[str, Floats | Labels]]:
        answers = {name: self.source.labels(at).take(self.kept) for name, at in self.columns.answers.items()}
        meant = self._meant(answers)
        if meant is None:
            return self.truth, dict(answers)
        methods: dict[str, Floats | Labels] = {
            name: self.source.probabilities(column)[self.kept] for name, column in self.columns.scores.items()
        }
        for name, said in answers.items():
            methods[name] = np.array([*(meant.get(label, False) for label in said.names), np.nan])[said.codes]
        return np.array([meant[label] for label in self.truth.names], np.bool_)[self.truth.codes], methods

    def _meant(self, answers: Mapping[str, Labels]) -> dict[str, bool] | None:
        """What each label says where there are two sides; None where labels only name."""
        path, truth, positive = self.source.path, self.truth, self.columns.positive
        if positive is not None and positive not in truth.names:
            raise CorpusError(f"{path}: no truth is {positive!r}; there are: {_list(truth.names)}")
        if positive is not None:
            return {name: name == positive for name in truth.names} if self.columns.scores else None
        sides = [_says(labels) for labels in (truth, *answers.values())]
        if None not in sides:
            return {label: says for side in sides if side for label, says in side.items()}
        if self.columns.scores:
            raise CorpusError(
                f"{path}: a score says yes or no, and column {self.columns.truth!r} holds labels "
                f"({_list(truth.names)}); say with --positive LABEL which one a high score means, or name a column of "
                "answers with --answer COLUMN"
            )
        return None

    def _clusters(self) -> Labels | None:
        if self.columns.cluster is None:
            return None
        found = self.source.labels(self.columns.cluster).take(self.kept)
        missing = found.codes < 0
        if not missing.any():
            return found
        self.warnings.append(
            f"{int(missing.sum()):,} rows have no {self.columns.cluster}; they are a cluster of their own"
        )
        names = (*found.names, NO_CLUSTER)
        return Labels(np.where(missing, len(found.names), found.codes), names)

    def _ids(self) -> list[str] | None:
        if self.columns.id is None:
            return None
        places = np.flatnonzero(self.kept)
        given = [
            (id or "").strip() or str(row + 1) for row, id in zip(places, self._column(self.columns.id), strict=True)
        ]
        if len(set(given)) == len(given):
            return given
        self.warnings.append(f"column {self.columns.id!r} repeats ids; rows are numbered instead")
        return [str(row + 1) for row in places]

    def _texts(self) -> list[str] | None:
        return None if self.columns.text is None else [text or "" for text in self._column(self.columns.text)]

    def _times(self) -> list[str | None] | None:
        if self.columns.time is None:
            return None
        dates = iso_dates(list(self._column(self.columns.time)))
        self.warnings.extend(dates.warnings())
        return dates.values

    def _column(self, name: str) -> Iterator[str | None]:
        return compress(self.source.texts(name), self.kept)


def _says(labels: Labels) -> dict[str, bool] | None:
    """What each label says if all of them say yes or no."""
    if not all(name.lower() in SAID for name in labels.names):
        return None
    return {name: SAID[name.lower()] for name in labels.names}


def _list(names: Iterable[str]) -> str:
    first = [repr(name) for name in names]
    return ", ".join(first[:SHOWN]) + (f" and {len(first) - SHOWN:,} more" if len(first) > SHOWN else "")
