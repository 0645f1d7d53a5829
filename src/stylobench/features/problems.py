"""Problems over shared texts, so that whatever is counted in a text is counted once for all problems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

import numpy as np
import numpy.typing as npt

from stylobench.features.pools import Pools
from stylobench.features.texts import Texts
from stylobench.records import Floats, Problem, Rows, Trials, problem_digest


class Problems(Sequence[Problem]):
    """A sequence of problems by the rows of their texts; those of problem i are `known[starts[i]:starts[i + 1]]`.

    `pools` tell whose texts may stand as impostors; a protocol hands them over, which knows who wrote what.

    >>> problems = Problems.of([Problem(("a", "b"), "c"), Problem(("c",), "a")])
    >>> problems[0].known, problems.take([1])[0].questioned, len(problems.texts)
    (('a', 'b'), 'a', 3)
    """

    def __init__(self, texts: Texts, known: Rows, starts: Rows, questioned: Rows, pools: Pools | None = None) -> None:
        self.texts, self.pools = texts, pools
        self.known, self.starts, self.questioned = known, starts, questioned

    @classmethod
    def of(cls, problems: Sequence[Problem]) -> Problems:
        """Problems as they are, or any others over their distinct texts."""
        if isinstance(problems, Problems):
            return problems
        rows: dict[str, int] = {}
        known = [rows.setdefault(text, len(rows)) for problem in problems for text in problem.known]
        questioned = [rows.setdefault(problem.questioned, len(rows)) for problem in problems]
        starts = np.cumsum([0, *(len(problem.known) for problem in problems)])
        return cls(Texts(list(rows)), np.array(known, np.int64), starts, np.array(questioned, np.int64))

    @classmethod
    def without_truth(cls, texts: Texts, trials: Trials) -> Problems:
        """What a method may see of trials over these texts."""
        return cls(texts, trials.known, trials.starts, trials.questioned)

    def take(self, places: npt.ArrayLike) -> Problems:
        """Some of the problems, by position or by mask."""
        some = self._columns().take(places)
        pools = None if self.pools is None else self.pools.take(places)
        return Problems(self.texts, some.known, some.starts, some.questioned, pools)

    def with_pools(self, candidates: Rows, writers: Rows) -> Problems:
        """The same problems; who is concerned comes from the code of every text's writer."""
        return Problems(self.texts, self.known, self.starts, self.questioned, Pools.of(candidates, writers, self))

    @property
    def rows(self) -> Rows:
        """Every text of any problem once, by row, in order."""
        return self._columns().rows

    @property
    def owners(self) -> Rows:
        """The problem of each known text."""
        return np.repeat(np.arange(len(self)), np.diff(self.starts))

    @property
    def couples(self) -> Rows:
        """Rows of each known text and the text questioned beside it, problem after problem."""
        return np.column_stack([self.known, self.questioned[self.owners]])

    def averaged(self, of_couples: Floats) -> Floats:
        """The mean over each problem's couples of a value (or a row of values) per couple; NaN where it has none."""
        totals = np.zeros((len(self), *of_couples.shape[1:]))
        np.add.at(totals, self.owners, of_couples)
        sizes = np.diff(self.starts).astype(np.float64).reshape(-1, *(1,) * (of_couples.ndim - 1))
        return np.asarray(totals / np.where(sizes > 0, sizes, np.nan))

    @property
    def digests(self) -> list[str]:
        """What identifies each problem, whatever its place and company."""
        each = self.texts.digests()
        bounds = zip(self.starts[:-1], self.starts[1:], self.questioned, strict=True)
        return [problem_digest((each[row] for row in self.known[a:b]), each[q]) for a, b, q in bounds]

    def __len__(self) -> int:
        return len(self.questioned)

    @overload
    def __getitem__(self, place: int) -> Problem: ...
    @overload
    def __getitem__(self, place: slice) -> Problems: ...
    def __getitem__(self, place: int | slice) -> Problem | Problems:
        if isinstance(place, slice):
            return self.take(np.arange(len(self))[place])
        place = range(len(self))[place]
        known = self.known[self.starts[place] : self.starts[place + 1]]
        return Problem(tuple(self.texts[row] for row in known), self.texts[self.questioned[place]])

    def _columns(self) -> Trials:
        nothing = np.zeros(len(self), np.bool_)
        return Trials(self.known, self.starts, self.questioned, nothing, np.full(len(self), ""))
