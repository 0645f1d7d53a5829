"""Balanced and evenly spread subsets of a table's rows, drawn at random by name and seed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import numpy as np
import numpy.typing as npt

from stylobench.corpora.funnel import Table
from stylobench.errors import CorpusError
from stylobench.records import Rows
from stylobench.seeds import generator

Sizes = npt.NDArray[np.int64]


class Wish(Protocol):
    """What of a selection sampling needs."""

    @property
    def balance(self) -> str | None: ...
    @property
    def each(self) -> int | None: ...
    @property
    def documents(self) -> int | None: ...
    @property
    def seed(self) -> int: ...


def balanced(table: Table, rows: Rows, wish: Wish) -> Rows:
    """The same number of rows per author, topic or cell.

    The number is `each` (units that have fewer are left out), else `documents` shared out, else that of the
    smallest unit.
    """
    units = dict(_units(table, rows, wish.balance or "author"))
    smallest = min(map(len, units.values()))
    each = wish.each or (max(1, wish.documents // len(units)) if wish.documents else smallest)
    large = {name: members for name, members in units.items() if len(members) >= each}
    if not large:
        most = max(map(len, units.values()))
        raise CorpusError(f"no {wish.balance} has {each:,} documents; the largest has {most:,}")
    return _sorted(_draw(members, each, wish.seed, name) for name, members in large.items())


def spread(table: Table, rows: Rows, wish: Wish) -> Rows:
    """`documents` rows whose topics are as even as can be: no other choice has more effective topics.

    Without a number of documents every topic is cut to the size of the smallest.
    """
    units = dict(_units(table, rows, "topic"))
    sizes = np.array([len(members) for members in units.values()])
    shares = water_filling(sizes, wish.documents or int(sizes.min()) * len(sizes))
    drawn_per_topic = zip(units.items(), shares, strict=True)
    return _sorted(_draw(members, int(share), wish.seed, name) for (name, members), share in drawn_per_topic)


def water_filling(sizes: Sizes, total: int) -> Sizes:
    """Shares that add up to the total (or to all there is), none above its size, as even as can be.

    >>> water_filling(np.array([5, 100, 40]), 60).tolist()
    [5, 28, 27]
    """
    shares = np.zeros_like(sizes)
    left = min(total, int(sizes.sum()))
    while left:
        open_ones = np.flatnonzero(shares < sizes)
        step = left // len(open_ones)
        if step == 0:
            shares[open_ones[:left]] += 1
            break
        raised = np.minimum(step, (sizes - shares)[open_ones])
        shares[open_ones] += raised
        left -= int(raised.sum())
    return shares


def drawn(rows: Rows, wish: Wish) -> Rows:
    """`documents` rows at random, or all where there are fewer."""
    return np.sort(_draw(rows, min(wish.documents or 0, len(rows)), wish.seed, "documents"))


def _units(table: Table, rows: Rows, unit: str) -> Iterator[tuple[str, Rows]]:
    """The rows of each unit, in the order of the units' names."""
    members: dict[str, list[int]] = {}
    for row in rows.tolist():
        author, topic = table.name_author(row), table.name_topic(row)
        name = {"author": author, "topic": topic, "cell": f"{author}\x1f{topic}"}[unit]
        members.setdefault(name, []).append(row)
    for name in sorted(members):
        yield name, np.array(members[name], dtype=np.int64)


def _draw(rows: Rows, count: int, seed: int, name: str) -> Rows:
    return generator(seed, "select", name).choice(rows, size=count, replace=False)


def _sorted(chosen: Iterator[Rows]) -> Rows:
    return np.sort(np.concatenate(list(chosen)))
