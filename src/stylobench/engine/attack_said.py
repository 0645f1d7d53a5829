"""What one verifier said of all problems, fold by fold, and where and why it said nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from stylobench.engine.attack_jobs import unanswered
from stylobench.records import Booleans, Floats, Rows, Run


@dataclass(frozen=True)
class Said:
    """A verifier's runs, one per fold; `fold` is that of each problem, `names` are the variants it was asked about."""

    method: str
    done: Sequence[Run]
    fold: Rows
    names: tuple[str, ...]

    @cached_property
    def _table(self) -> Floats:
        """A row per problem, a column per question, NaN where a fold failed."""
        found = np.full((len(self.fold), 1 + len(self.names)), np.nan)
        for number, run in enumerate(self.done):
            if run.answers is not None:
                found[self.fold == number] = run.answers.scores
        return found

    @property
    def untouched(self) -> Floats:
        """Scores of the untouched problems."""
        return self._table[:, 0]

    def variants(self) -> dict[str, Floats]:
        """Scores under each obfuscator that some fold answered."""
        return {
            name: self._table[:, column]
            for column, name in enumerate(self.names, start=1)
            if any(run.answers is not None and unanswered(run, name) is None for run in self.done)
        }

    @property
    def unasked(self) -> Booleans:
        """The problems of the folds on which it failed altogether."""
        return np.array([run.answers is None for run in self.done], dtype=np.bool_)[self.fold]

    def warnings(self) -> Iterator[str]:
        """Where it failed and why."""
        reasons = [run.failure for run in self.done]
        if any(reasons):
            yield f"{self.method} failed on {self._where(reasons)} are judged neither way: {_first(reasons)}"
        for name in self.names:
            reasons = [unanswered(run, name) for run in self.done]
            if any(reasons):
                then = "count as silence" if name in self.variants() else "are judged neither way"
                yield f"{self.method} failed under {name} on {self._where(reasons)} {then}: {_first(reasons)}"

    def _where(self, reasons: Sequence[str | None]) -> str:
        failed = np.array([bool(reason) for reason in reasons], dtype=np.bool_)
        return f"{int(failed.sum())} of {len(failed)} folds, whose {int(failed[self.fold].sum())} problems"


def _first(reasons: Sequence[str | None]) -> str:
    return next(reason for reason in reasons if reason)


def no_answers(done: Sequence[Run]) -> str | None:
    """Why a method has no answers at all."""
    reasons = [run.failure for run in done]
    return reasons[0] if reasons and all(reasons) else None
