"""Counts of n-grams as sorted integers: an n-gram is the place of its first n-1 words times the vocabulary, plus the
last word. Place 0 of every table is an n-gram that was not met."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from stylobench.records import Floats, Rows


@dataclass(frozen=True)
class Table:
    """n-grams of one length: keys in order and how often each was met; of each context of n-1 words, how many words
    (`totals`) and how many different ones (`kinds`) were met after it."""

    keys: Rows
    counts: Rows
    totals: Floats
    kinds: Floats
    width: int

    @classmethod
    def of(cls, keys: Rows, counts: Rows, width: int, contexts: int) -> Table:
        """The table of n-grams after so many contexts."""
        owners = keys[1:] // width
        totals = np.bincount(owners, weights=counts[1:], minlength=contexts).astype(np.float64)
        return cls(keys, counts, totals, np.bincount(owners, minlength=contexts).astype(np.float64), width)

    def places(self, before: Rows, last: Rows) -> Rows:
        """Where the n-grams stand that lengthen those at `before`; 0 where they were not met."""
        wanted = before * self.width + last
        found = np.searchsorted(self.keys, wanted)
        found[found == len(self.keys)] = 0
        return np.where((self.keys[found] == wanted) & (before > 0) & (last >= 0), found, 0)


def tables(stream: Rows, width: int, order: int) -> list[Table]:
    """The tables of a stream of ids, texts parted by -1. The only context of single words is place 1."""
    ids = stream.astype(np.int64)
    found, before, contexts = list[Table](), np.ones(len(ids), np.int64), 2
    for n in range(order):
        last = ids[n:]
        before = np.where(last >= 0, before[: len(last)], 0)
        table, before = _table(before, last, width, contexts)
        found.append(table)
        contexts = len(table.keys)
    return found


def _table(before: Rows, last: Rows, width: int, contexts: int) -> tuple[Table, Rows]:
    """A table and the place of each n-gram of the stream in it."""
    met = before > 0
    keys, places, counts = np.unique(before[met] * width + last[met], return_inverse=True, return_counts=True)
    at = np.zeros(len(before), np.int64)
    at[met] = places.reshape(-1) + 1
    return Table.of(np.concatenate([[-1], keys]), np.concatenate([[0], counts]), width, contexts), at


def chains(tables: list[Table], windows: Rows) -> Iterator[tuple[Table, Rows, Rows]]:
    """From single words to whole windows: the table, the place of the context, and that of context and last word.

    All ids but 0 were met, so that the place of a single word is its id.
    """
    order, single = len(tables), np.maximum(windows, 0)
    yield tables[0], np.ones(len(windows), np.int64), single[:, -1]
    for n in range(1, order):
        place = single[:, order - 1 - n]
        for m in range(1, n):
            place = tables[m].places(place, windows[:, order - 1 - n + m])
        yield tables[n], place, tables[n].places(place, windows[:, -1])
