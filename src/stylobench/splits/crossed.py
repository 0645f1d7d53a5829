"""Different-author problems for a set that has none: the known texts of one problem beside the questioned of another.

Problems that share a text, directly or through others, may be by one author and are never crossed; all others are
taken to be by different people. Every questioned text is used once.

>>> found = crossed(Trials.of_pairs([0, 1, 2], [3, 4, 5], [True, True, True]))
>>> sorted(zip(found.known.tolist(), found.questioned.tolist()))
[(0, 4), (1, 5), (2, 3)]
"""

from __future__ import annotations

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from stylobench.errors import SplitError
from stylobench.records import Rows, Trials


def crossed(trials: Trials) -> Trials:
    """One different-author problem for each problem that has another to be crossed with."""
    some, others = partners(trials)
    kept = trials.take(some)
    return Trials(kept.known, kept.starts, trials.questioned[others], np.zeros(len(some), np.bool_), kept.groups)


def partners(trials: Trials) -> tuple[Rows, Rows]:
    """The problems that lend their known texts, and beside each the one that lends its questioned text."""
    blocks = together(trials)
    sizes = np.bincount(blocks)
    order = np.lexsort((np.arange(len(trials)), blocks, -sizes[blocks]))
    others = np.empty(len(trials), dtype=np.int64)
    others[order] = np.roll(order, -int(sizes.max(initial=0)))
    kept = np.flatnonzero(blocks != blocks[others])
    if not len(kept):
        raise SplitError("all problems share texts with one another: there are no different-author problems to be had")
    return kept, others[kept]


def together(trials: Trials) -> Rows:
    """A code for each problem, the same for problems that share a text, directly or through others."""
    owners = np.repeat(np.arange(len(trials)), np.diff(trials.starts))
    rows = np.concatenate([trials.known, trials.questioned])
    texts, codes = np.unique(rows, return_inverse=True)
    places = np.concatenate([owners, np.arange(len(trials))])
    size = len(trials) + len(texts)
    links = sparse.coo_array((np.ones(len(places)), (places, len(trials) + codes)), (size, size))
    _, found = connected_components(links, directed=False)
    return np.unique(found[: len(trials)], return_inverse=True)[1].astype(np.int64)
