"""Other people whom a verifier compares with: who stands against a problem.

That depends on the seed and the problem's known texts and on nothing else, so that a rewritten questioned text meets
the same people, and other folds meet nearly the same ones again. However many there are, a verifier draws a number of
them that its parameters bound, so that its work grows with the problems and not with their square.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from stylobench.features._compiled import compiled_in_order
from stylobench.features.pools import allowed
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.records import Booleans, Rows

Keys = npt.NDArray[np.uint64]

LAST = np.uint64(2**64 - 1)
STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
HIGH, MIDDLE, LOW = np.uint64(30), np.uint64(27), np.uint64(31)


@dataclass(frozen=True)
class OtherAuthors:
    """Training texts that are not blank, by digest, in order of digest."""

    digests: list[str]

    @classmethod
    def of(cls, texts: Texts, rows: Rows) -> OtherAuthors:
        """Those in these rows."""
        return cls(texts.take(filled(texts, rows)).digests())

    def drawn(self, problems: Problems, draws: int, sizes: Rows, seed: int) -> Rows:
        """Per problem and draw, `sizes[problem]` different allowed texts by place, -1 where there are no more."""
        return drawn(problems, keys_of(self.digests), allowed(problems, self.digests), (draws, sizes), seed)

    def some(self, problems: Problems, most: int, seed: int) -> list[Rows]:
        """Per problem at most so many allowed texts by place."""
        places = self.drawn(problems, 1, np.full(len(problems), most), seed)[:, 0]
        return [row[row >= 0] for row in places]


def filled(texts: Texts, rows: Rows) -> Rows:
    """Those of these rows that are not blank, in order of digest."""
    ranks = texts.once("ranks of texts that are not blank", _ranks)[texts.rows[rows]]
    return rows[np.argsort(ranks, kind="stable")][(ranks < 0).sum() :]


def _ranks(whole: Texts) -> Rows:
    digests = np.array(whole.digests(), np.str_)
    ranks = np.unique(digests, return_inverse=True)[1].astype(np.int64)
    return np.where([bool(text.strip()) for text in whole], ranks, -1) if len(whole) else ranks


def drawn(problems: Problems, people: Keys, may: Booleans, draws: tuple[int, Rows], seed: int) -> Rows:
    """Per problem and draw so many different people by place, of those who may (problems x people); -1 fills up."""
    digests = problems.texts.digests()
    known = (sorted(digests[row] for row in problems.known[a:b]) for a, b in pairwise(problems.starts))
    keys = keys_of("\x1f".join((str(seed), *each)) for each in known)
    found: Rows = lowest(keys, people, may, *draws)
    return found


def keys_of(names: Iterable[str]) -> Keys:
    """A number per name, which decides who is drawn."""
    return np.array([int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big") for name in names], np.uint64)


@compiled_in_order
def mixed(key: np.uint64, number: int) -> np.uint64:
    """The key that another number makes of one (the finaliser of splitmix64)."""
    key = (key ^ np.uint64(number)) + STEP
    key = (key ^ (key >> HIGH)) * FIRST
    key = (key ^ (key >> MIDDLE)) * SECOND
    key = key ^ (key >> LOW)
    return key if key != np.uint64(0) else STEP


@compiled_in_order
def lowest(keys: Keys, theirs: Keys, may: Booleans, draws: int, sizes: Rows) -> Rows:
    """Per row of `may` and draw, the places whose mixed keys are lowest, in order of that."""
    most = 1
    for size in sizes:
        most = max(most, min(size, len(theirs)))
    found = np.full((len(keys), draws, most), -1)
    best = np.empty(most, np.uint64)
    for i in range(len(keys)):
        wanted = min(sizes[i], most)
        for draw in range(draws):
            state = mixed(keys[i], draw)
            best[:] = LAST
            taken, chosen = 0, found[i, draw]
            for place in range(len(theirs)):
                if not may[i, place]:
                    continue
                value = mixed(state, theirs[place])
                if taken == wanted and value >= best[taken - 1]:
                    continue
                at = min(taken, wanted - 1)
                while at > 0 and best[at - 1] > value:
                    best[at], chosen[at] = best[at - 1], chosen[at - 1]
                    at -= 1
                best[at], chosen[at] = value, place
                taken = min(taken + 1, wanted)
    return found
