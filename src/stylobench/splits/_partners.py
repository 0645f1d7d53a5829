"""A fixed random order of partners for every document, searched for the first one that fits.

The order hangs on the seed, the document's id and the ids of its pool (its author's documents, its topic's, or all),
never on the side of a fold. So a pair recurs wherever both of its documents are, and yet within any side all partners
that fit are equally likely: the order starts with draws from the pool, each uniform and independent, and goes on with
the rest of the pool by a random number per pair.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from stylobench.records import Booleans, Rows
from stylobench.seeds import generator

Keys = npt.NDArray[np.uint64]
Fits = Callable[[Rows, Rows], Booleans]

ROUNDS = (0, 8, 64, 512)
STEP, FIRST, SECOND = (np.uint64(value) for value in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))


def mixed(values: Keys) -> Keys:
    """Numbers that look independent of each other, one for each (the finaliser of SplitMix64)."""
    values = (values ^ (values >> np.uint64(30))) * FIRST
    values = (values ^ (values >> np.uint64(27))) * SECOND
    return values ^ (values >> np.uint64(31))


def id_keys(ids: Sequence[str], seed: int, name: str) -> Keys:
    """A random number per id, the same whatever the other ids are."""
    salt = generator(seed, name).integers(0, 2**64, dtype=np.uint64)
    digests = (hashlib.sha256(one.encode("utf-8", "surrogatepass")).digest()[:8] for one in ids)
    return mixed(np.frombuffer(b"".join(digests), dtype="<u8").astype(np.uint64) ^ salt)


class Order:
    """The partners of each document, in order. `places` rank the documents by id; `pools` are codes."""

    def __init__(self, keys: Keys, places: Rows, pools: Rows) -> None:
        self.keys = keys
        self.pools = pools
        self.members = np.lexsort((places, pools))
        self.sizes = np.bincount(pools)
        self.starts = np.cumsum(self.sizes) - self.sizes

    def first(self, rows: Rows, inside: Rows, fits: Fits) -> Rows:
        """For each row the first partner from `inside` that fits, -1 where there is none."""
        here = np.zeros(len(self.pools), np.bool_)
        here[inside] = True
        found = np.full(len(rows), -1, np.int64)
        for low, high in pairwise(ROUNDS):
            waiting = np.flatnonzero(found < 0)
            drawn = self._drawn(rows[waiting], low, high)
            good = here[drawn] & fits(rows[waiting, None], drawn)
            place = good.argmax(axis=1)
            each = np.arange(len(waiting))
            found[waiting] = np.where(good[each, place], drawn[each, place], -1)
        for place in np.flatnonzero(found < 0):
            found[place] = self._searched(rows[place], here, fits)
        return found

    def _drawn(self, rows: Rows, low: int, high: int) -> Rows:
        turns = np.arange(low + 1, high + 1, dtype=np.uint64) * STEP
        pools = self.pools[rows]
        inside = mixed(self.keys[rows, None] + turns) % self.sizes[pools, None].astype(np.uint64)
        return np.asarray(self.members[self.starts[pools, None] + inside.astype(np.int64)])

    def _searched(self, row: np.int64, here: Booleans, fits: Fits) -> int:
        pool = self.pools[row]
        members = self.members[self.starts[pool] : self.starts[pool] + self.sizes[pool]]
        members = members[here[members]]
        members = members[fits(np.full(len(members), row), members)]
        if not len(members):
            return -1
        return int(members[np.argmin(mixed(self.keys[members] ^ mixed(self.keys[[row]])))])


def couples(first: Rows, second: Rows, places: Rows) -> Rows:
    """Each unordered pair of partners once, the document with the lower place first, in order of places."""
    served = second >= 0
    both = np.column_stack([first[served], second[served]])
    swapped = places[both[:, 0]] > places[both[:, 1]]
    both[swapped] = both[swapped, ::-1]
    codes = places[both[:, 0]] * len(places) + places[both[:, 1]]
    return np.asarray(both[np.unique(codes, return_index=True)[1]])


def couple_keys(pairs: Rows, keys: Keys) -> Keys:
    """A random number per pair."""
    return mixed(keys[pairs[:, 0]] + keys[pairs[:, 1]])


def most_each(pairs: Rows, numbers: Keys, most: int) -> Booleans:
    """Which pairs stay, taken in order of their numbers, when no document may stand in more than `most`."""
    left = np.full(int(pairs.max(initial=-1)) + 1, most).tolist()
    keep = np.zeros(len(pairs), np.bool_)
    for place in np.argsort(numbers, kind="stable"):
        one, other = pairs[place].tolist()
        if left[one] and left[other]:
            left[one] -= 1
            left[other] -= 1
            keep[place] = True
    return keep


def balanced(same: Booleans, numbers: Keys) -> Booleans:
    """Which pairs stay so that both classes have as many: those of the lowest numbers."""
    count = min(int(same.sum()), int((~same).sum()))
    keep = np.zeros(len(same), np.bool_)
    for places in (np.flatnonzero(same), np.flatnonzero(~same)):
        keep[places[np.argsort(numbers[places], kind="stable")[:count]]] = True
    return keep
