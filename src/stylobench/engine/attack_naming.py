"""How surely an attributor gave each document its right name, and where the true author stood."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.special import expit

from stylobench.records import Answers, Floats

RIGHT = 0.5
WRONG = 0.0
JUST_NOT_RIGHT = float(np.nextafter(RIGHT, WRONG))


def rightly_named(answers: Answers, part: slice, truth: Sequence[str]) -> Floats:
    """By how much the true author is ahead: RIGHT or more exactly where the right name was given, NaN in silence."""
    named, columns = answers.best()[part], {author: column for column, author in enumerate(answers.authors)}
    found = np.full(len(truth), np.nan)
    for row, (scores, author) in enumerate(zip(_spoken(answers, part), truth, strict=True)):
        if scores is None:
            continue
        ahead = _ahead(scores, columns[author], answers.probable) if author in columns else WRONG
        found[row] = max(ahead, RIGHT) if named[row] == author else min(ahead, JUST_NOT_RIGHT)
    return found


def known_or_not(answers: Answers, part: slice, truth: Sequence[str]) -> Floats:
    """How confidently a right name was given, or to a stranger any name; WRONG for a wrong name, NaN in silence."""
    named, found = answers.best()[part], np.full(len(truth), np.nan)
    for row, (scores, author) in enumerate(zip(_spoken(answers, part), truth, strict=True)):
        if scores is not None:
            misnamed = author in answers.authors and named[row] != author
            found[row] = WRONG if misnamed else _confidence(scores, answers.probable)
    return found


def true_ranks(answers: Answers, part: slice, truth: Sequence[str]) -> Floats:
    """The rank of each true author, equals sharing theirs; NaN for strangers and in silence."""
    columns, found = {author: column for column, author in enumerate(answers.authors)}, np.full(len(truth), np.nan)
    for row, (scores, author) in enumerate(zip(_spoken(answers, part), truth, strict=True)):
        if scores is not None and author in columns:
            own = scores[columns[author]]
            found[row] = 1 + (scores > own).sum() + ((scores == own).sum() - 1) / 2
    return found


def names_one(answers: Answers, part: slice) -> bool:
    """Whether the same author, or nobody, is named for all these documents."""
    return len(set(answers.best()[part]) - {None}) <= 1


def _spoken(answers: Answers, part: slice) -> list[Floats | None]:
    """The scores of each document, None in silence; a candidate without a score comes last."""
    return [None if np.isnan(row).all() else np.where(np.isnan(row), -np.inf, row) for row in answers.scores[part]]


def _ahead(scores: Floats, own: int, probable: bool) -> float:
    """1 where the author is certain, 0 where another is, between probabilities or any other scores."""
    best = float(np.delete(scores, own).max(initial=-np.inf))
    if not probable:
        return RIGHT if scores[own] == best else float(expit(scores[own] - best))
    return RIGHT + 0.5 * (max(float(scores[own]), 0.0) - max(best, 0.0))


def _confidence(scores: Floats, probable: bool) -> float:
    if probable:
        return float(scores.max())
    return _ahead(scores, int(np.argmax(scores)), probable)
