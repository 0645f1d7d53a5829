"""Slots that two sides fill with documents of their own, and one plan of pairs over them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from stylobench.records import Booleans, Rows
from stylobench.splits._partners import Keys, Order, couple_keys, couples, id_keys
from stylobench.splits.pairs import Library, PairRules, kept, topics_fit


@dataclass(frozen=True)
class Slots:
    """The documents of each slot on either side, by row, and whose slot it is: a code of an author or of a rank."""

    library: Library
    near: Rows
    far: Rows
    owners: Rows

    def plan(self, rules: PairRules, equal_kinds: bool, seed: int) -> tuple[Rows, Booleans]:
        """Pairs of slots, known and questioned, and whether one author owns both; as many of each class."""
        keys = id_keys([self.library.ids[row] for row in self.near], seed, "near and far pairs")
        found = [self._couples(rules, equal_kinds, keys, same) for same in (True, False)]
        pairs, same = np.concatenate(found), np.repeat([True, False], [len(found[0]), len(found[1])])
        numbers = couple_keys(pairs, keys)
        keep = kept(pairs, same, numbers, replace(rules, balance=True))
        pairs, turned = pairs[keep], numbers[keep] % np.uint64(2) == 1
        pairs[turned] = pairs[turned, ::-1]
        return pairs, same[keep]

    def _couples(self, rules: PairRules, equal_kinds: bool, keys: Keys, same: bool) -> Rows:
        control = rules.same if same else rules.different
        near, far = self.library.topics[self.near], self.library.topics[self.far]

        def fits(one: Rows, other: Rows) -> Booleans:
            here, there = near[one] == near[other], far[one] == far[other]
            good: Booleans = ((self.owners[one] == self.owners[other]) == same) & (one != other)
            good &= topics_fit(control, here) & topics_fit(control, there)
            good &= (here == there) | (not equal_kinds)
            return good

        sizes = np.bincount(self.owners)[self.owners]
        places = np.arange(len(self.owners))
        hopeful = places[sizes > 1] if same else places[sizes < len(places)]
        order = Order(keys, places, self.owners if same else np.zeros_like(places))
        return couples(hopeful, order.first(hopeful, places, fits), places)


def by_author(library: Library, sides: list[Rows], numbers: Keys) -> Slots:
    """As many slots for each author as the side has documents of him that has fewer."""
    return _filled(library, [_dealt(library.authors[rows], rows, numbers) for rows in sides])


def by_rank(library: Library, sides: list[Rows], numbers: Keys) -> Slots:
    """The same for the most prolific author of either side, the second most prolific, and so on; ties at random."""
    dealt = []
    for rows in sides:
        authors, codes, sizes = np.unique(library.authors[rows], return_inverse=True, return_counts=True)
        lowest = np.full(len(authors), np.iinfo(np.uint64).max, np.uint64)
        np.minimum.at(lowest, codes, numbers[rows])
        ranks = np.empty(len(authors), np.int64)
        ranks[np.lexsort((lowest, -sizes))] = np.arange(len(authors))
        dealt.append(_dealt(ranks[codes], rows, numbers))
    return _filled(library, dealt)


def _dealt(owners: Rows, rows: Rows, numbers: Keys) -> dict[tuple[int, int], int]:
    """The document in each slot of an owner; his slots count from 0, his documents come in random order."""
    order = np.lexsort((numbers[rows], owners))
    rows, owners = rows[order], owners[order]
    places = np.arange(len(rows)) - np.searchsorted(owners, owners)
    return dict(zip(zip(owners.tolist(), places.tolist(), strict=True), rows.tolist(), strict=True))


def _filled(library: Library, dealt: list[dict[tuple[int, int], int]]) -> Slots:
    slots = sorted(dealt[0].keys() & dealt[1].keys())
    near, far = (np.array([side[slot] for slot in slots], np.int64) for side in dealt)
    return Slots(library, near, far, np.array([owner for owner, _ in slots], np.int64))
