"""Who may stand as an impostor: texts that are by none of the people whom a problem is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from scipy import sparse

from stylobench.records import Booleans, Rows

if TYPE_CHECKING:
    from stylobench.features.problems import Problems


MOST = 2000  # candidates; more would cost memory with the number of problems and change no draw


@dataclass(frozen=True)
class Pools:
    """Candidates by row of the texts, and which of them each problem may use: problems x candidates.

    Nobody learns from it who wrote what. All problems may use equally many, as many as are left without the two people
    who wrote most: else a pool that lacks two people's texts would tell that two people are concerned.
    """

    rows: Rows
    free: Booleans

    @classmethod
    def of(cls, candidates: Rows, writers: Rows, problems: Problems) -> Pools:
        """Pools for problems, from the code of every text's writer; the first by digest where there are many."""
        digests = problems.texts.digests()
        rows = np.array(sorted(np.unique(candidates).tolist(), key=digests.__getitem__)[:MOST], np.int64)
        people, theirs = np.unique(writers[rows], return_inverse=True)
        size = len(rows) - int(np.sort(np.bincount(theirs, minlength=2))[-2:].sum())
        free = ~_concerned(problems, writers, people)[:, theirs]
        return cls(rows, free & (np.cumsum(free, axis=1) <= size))

    def take(self, places: npt.ArrayLike) -> Pools:
        """The pools of some of the problems, by position or by mask."""
        return Pools(self.rows, self.free[np.asarray(places)])

    def moved(self, rows: Rows) -> Pools:
        """The same pools where every text stands in another row; of candidates in one row the first stays."""
        moved, first = np.unique(rows[self.rows], return_index=True)
        return Pools(moved, self.free[:, first])


def _concerned(problems: Problems, writers: Rows, people: Rows) -> Booleans:
    """Whom of these people each problem is about."""
    owners = np.r_[problems.owners, np.arange(len(problems))]
    about = writers[np.r_[problems.known, problems.questioned]]
    place = np.searchsorted(people, about)
    there = np.isin(about, people)
    found = np.zeros((len(problems), len(people)), np.bool_)
    found[owners[there], place[there]] = True
    return found


def allowed(problems: Problems, digests: Sequence[str]) -> Booleans:
    """Which of some texts, by digest, may stand as impostors in each problem: problems x texts.

    Without pools every text may that is not the problem's own.
    """
    place = {digest: column for column, digest in enumerate(digests)}
    texts = problems.texts.digests()

    def columns(rows: Rows) -> Rows:
        return np.array([place.get(texts[row], -1) for row in rows], np.int64)

    may = np.ones((len(problems), len(digests)), np.bool_)
    if problems.pools is not None:
        where = columns(problems.pools.rows)
        may[:] = False
        may[:, where[where >= 0]] = problems.pools.free[:, where >= 0]
    owners, own = np.r_[problems.owners, np.arange(len(problems))], columns(np.r_[problems.known, problems.questioned])
    may[owners[own >= 0], own[own >= 0]] = False
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
