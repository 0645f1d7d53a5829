"""Which column of a table of answers holds what: as named, or under a usual name."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from stylobench.errors import CorpusError

USUAL = {
    "truth": ("truth", "label", "gold", "y_true", "same", "author", "class"),
    "score": ("score", "probability", "prob", "p", "value"),
    "answer": ("answer", "predicted", "prediction", "y_pred"),
    "cluster": ("cluster", "subclass", "topic", "genre"),
    "time": ("date", "time", "timestamp"),
    "text": ("text", "content", "document"),
    "id": ("id", "doc_id"),
}
WITH_A_METHOD = {"score": ("score", "probability", "prob"), "answer": USUAL["answer"]}
BETWEEN = "_.:- "


@dataclass(frozen=True)
class AnswerColumns:
    """Columns by name; what is None or empty is looked for under its usual names.

    `scores` and `answers` go from a method to its column. `positive` is the label of the truth that a score speaks for.
    """

    truth: str | None = None
    scores: Mapping[str, str] = field(default_factory=dict)
    answers: Mapping[str, str] = field(default_factory=dict)
    text: str | None = None
    cluster: str | None = None
    time: str | None = None
    id: str | None = None
    positive: str | None = None

    def settled(self, present: Sequence[str], path: Path) -> AnswerColumns:
        """The same with the columns that there are; one that was named and is not there is an error."""
        single = {name: self._single(name, present, path) for name in ("truth", "text", "cluster", "time", "id")}
        if single["truth"] is None:
            raise CorpusError(f"{_absent(path, 'of truth', present)}; say which with --truth COLUMN")
        scores, answers = (
            {method: _named(column, present, path) for method, column in named.items()}
            for named in (self.scores, self.answers)
        )
        if not scores and not answers:
            left = [column for column in present if column not in single.values()]
            scores, answers = _methods("score", left), _methods("answer", left)
        if not scores and not answers:
            raise CorpusError(f"{_absent(path, 'of answers', present)}; say which with --score or --answer COLUMN")
        return replace(self, scores=scores, answers=answers, **single)

    def _single(self, name: str, present: Sequence[str], path: Path) -> str | None:
        wanted = getattr(self, name)
        return _usual(name, present) if wanted is None else _named(wanted, present, path)


def holds_answers(present: Sequence[str]) -> bool:
    """Whether columns of these names are truth and answers. An author with a score is not: a score has no name in it.

    >>> holds_answers(["id", "truth", "score"]), holds_answers(["text", "author", "score"])
    (True, False)
    """
    truth = _usual("truth", present)
    if truth is None:
        return False
    return bool(_methods("answer", present)) or (truth.lower() != "author" and bool(_methods("score", present)))


def _usual(name: str, present: Sequence[str]) -> str | None:
    lowered = {column.lower(): column for column in reversed(present)}
    return next((lowered[usual] for usual in USUAL[name] if usual in lowered), None)


def _methods(kind: str, present: Sequence[str]) -> dict[str, str]:
    """Methods and their columns: `score`, `score_svm`, `svm_score`; none of the first kind if there are others."""
    several = {_method(column, kind): column for column in present if _method(column, kind)}
    alone = _usual(kind, present)
    return several or ({alone: alone} if alone else {})


def _method(column: str, kind: str) -> str:
    for usual in WITH_A_METHOD[kind]:
        start, end = column[: len(usual)], column[-len(usual) :]
        if start.lower() == usual and column[len(usual) : len(usual) + 1] in set(BETWEEN):
            return column[len(usual) + 1 :]
        if end.lower() == usual and column[-len(usual) - 1 : -len(usual)] in set(BETWEEN):
            return column[: -len(usual) - 1]
    return ""


def _named(wanted: str, present: Sequence[str], path: Path) -> str:
    if wanted in present:
        return wanted
    same = [column for column in present if column.lower() == wanted.lower()]
    if same:
        return same[0]
    near = difflib.get_close_matches(wanted, present, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise CorpusError(f"{_absent(path, repr(wanted), present)}{hint}")


def _absent(path: Path, what: str, present: Sequence[str]) -> str:
    return f"{path} has no column {what}; its columns are: {', '.join(present)}"
