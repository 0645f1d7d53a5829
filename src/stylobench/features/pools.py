"""Who may stand as an impostor: texts that are by none of the people whom a problem is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from scipy import sparse

from stylobench.records import Booleans, Rows

if TYPE_CHECKING:
    from stylobench.features.problems import Problems


@dataclass(frozen=True)
class Pools:
    """Candidates by row of the texts, who wrote each as a code, and the codes that each problem is about.

    Those about problem i are `about[starts[i]:starts[i + 1]]`. Every problem may use `size` candidates at most, as many
    as the one with the fewest: else a pool that lacks two people's texts would tell that two people are concerned.
    """

    rows: Rows
    writers: Rows
    about: Rows
    starts: Rows
    size: int

    @classmethod
    def of(cls, candidates: Rows, writers: Rows, problems: Problems) -> Pools:
        """Pools for problems, from the code of every text's writer."""
        owners = np.r_[problems.owners, np.arange(len(problems))]
        about = np.unique(np.c_[owners, writers[np.r_[problems.known, problems.questioned]]], axis=0)
        starts = np.searchsorted(about[:, 0], np.arange(len(problems) + 1))
        candidates = np.unique(candidates)
        theirs = np.bincount(writers[candidates], minlength=int(writers.max(initial=0)) + 1)
        barred = np.add.reduceat(np.r_[theirs[about[:, 1]], 0], starts[:-1]) if len(problems) else np.zeros(1, np.int64)
        return cls(candidates, writers[candidates], about[:, 1], starts, len(candidates) - int(barred.max(initial=0)))

    def take(self, places: npt.ArrayLike) -> Pools:
        """The pools of some of the problems, by position or by mask."""
        wanted = np.arange(len(self.starts) - 1)[np.asarray(places)]
        parts = [self.about[self.starts[i] : self.starts[i + 1]] for i in wanted]
        return replace(
            self,
            about=np.concatenate([np.zeros(0, np.int64), *parts]),
            starts=np.cumsum([0, *map(len, parts)]),
        )

    def in_order(self, digests: Sequence[str]) -> Pools:
        """The same pools with candidates in order of digest: which are the first must not depend on rows."""
        order = sorted(range(len(self.rows)), key=lambda place: digests[int(self.rows[place])])
        return replace(self, rows=self.rows[order], writers=self.writers[order])

    def moved(self, rows: Rows) -> Pools:
        """The same pools where every text stands in another row; of candidates in one row the first stays."""
        moved, first = np.unique(rows[self.rows], return_index=True)
        return replace(self, rows=moved, writers=self.writers[first])


def allowed(problems: Problems, digests: Sequence[str]) -> Booleans:
    """Which of some texts, by digest, may stand as impostors in each problem: problems x texts.

    Without pools every text may that is not the problem's own.
    """
    place = {digest: column for column, digest in enumerate(digests)}
    texts = problems.texts.digests()
    may = np.ones((len(problems), len(digests)), np.bool_)
    if problems.pools is not None:
        pools = problems.pools.in_order(texts)
        may = _unconcerned(pools, [place.get(texts[row], -1) for row in pools.rows], may.shape)
    owners = np.r_[problems.owners, np.arange(len(problems))]
    columns = np.array([place.get(texts[row], -1) for row in np.r_[problems.known, problems.questioned]], np.int64)
    may[owners[columns >= 0], columns[columns >= 0]] = False
    return may


def _unconcerned(pools: Pools, columns: Sequence[int], shape: tuple[int, int]) -> Booleans:
    """Candidates whose writer a problem is not about, the first `size` of them."""
    may = np.zeros(shape, np.bool_)
    if not len(columns):
        return may
    where = np.array(columns, np.int64)
    writers, code = np.unique(pools.writers, return_inverse=True)
    found = np.searchsorted(writers, pools.about)
    there = (found < len(writers)) & (writers[np.minimum(found, len(writers) - 1)] == pools.about)
    concerned = np.zeros((shape[0], len(writers)), np.bool_)
    concerned[np.repeat(np.arange(shape[0]), np.diff(pools.starts))[there], found[there]] = True
    free = ~concerned[:, code]
    free &= np.cumsum(free, axis=1) <= pools.size
    may[:, where[where >= 0]] = free[:, where >= 0]
    return may


def writers_by_truth(problems: Problems, same: Booleans) -> Rows:
    """A code for the writer of every text, from what the truth of problems tells: a problem's known texts are by one
    person, and so is the questioned one where the author is the same.
    """
    first = problems.known[problems.starts[:-1]]
    ends = np.r_[np.c_[first[problems.owners], problems.known], np.c_[first, problems.questioned][same]]
    count = len(problems.texts)
    links = sparse.coo_matrix((np.ones(len(ends)), (ends[:, 0], ends[:, 1])), shape=(count, count))
    return np.asarray(sparse.csgraph.connected_components(links, directed=False)[1], np.int64)
