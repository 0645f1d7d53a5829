"""Values that depend on the texts of a problem alone, computed once however many folds ask for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from stylobench.records import Floats, Rows

if TYPE_CHECKING:
    from stylobench.features.problems import Problems
    from stylobench.features.texts import Texts


def of_problems(problems: Problems, name: str, measure: Callable[[Problems], Floats]) -> Floats:
    """A row of values per problem; `measure` is asked about the problems that no fold has asked about yet.

    `name` must tell the method and every parameter that changes the values.
    """
    known: dict[bytes, Floats] = problems.texts.once(f"values of problems: {name}", lambda _: {})
    keys = _keys(problems)
    new = {key: place for place, key in enumerate(keys) if key not in known}
    if new:
        known.update(zip(new, measure(problems.take(list(new.values()))), strict=True))
    return np.array([known[key] for key in keys])


def _keys(problems: Problems) -> list[bytes]:
    rows = problems.texts.rows
    known, questioned = rows[problems.known], rows[problems.questioned]
    bounds = zip(problems.starts[:-1], problems.starts[1:], questioned, strict=True)
    return [np.append(known[start:end], row).tobytes() for start, end, row in bounds]


def of_couples(texts: Texts, couples: Rows, name: str, measure: Callable[[Texts, Rows], Floats]) -> Floats:
    """A row of values per couple of places in `texts` (first, second); `measure` gets the whole of the texts and the
    rows of the couples that nobody has asked about yet.
    """
    kept = texts.once(f"values of couples: {name}", _Couples)
    return kept.values_of(texts.rows[couples], measure)


class _Couples:
    def __init__(self, whole: Texts) -> None:
        self.whole = whole
        self.codes = np.empty(0, np.int64)
        self.values: Floats | None = None

    def values_of(self, couples: Rows, measure: Callable[[Texts, Rows], Floats]) -> Floats:
        codes = couples[:, 0] * len(self.whole) + couples[:, 1]
        new = np.setdiff1d(codes, self.codes)
        if len(new) or self.values is None:
            self._add(new, measure(self.whole, np.column_stack(np.divmod(new, max(len(self.whole), 1)))))
        assert self.values is not None
        found: Floats = self.values[np.searchsorted(self.codes, codes)]
        return found

    def _add(self, codes: Rows, values: Floats) -> None:
        joined = np.r_[self.codes, codes]
        order = np.argsort(joined)
        every = values if self.values is None else np.concatenate([self.values, values])
        self.codes, self.values = joined[order], every[order]
