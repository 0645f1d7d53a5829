"""Folds over groups of texts: nothing learnt from a group, or from a text that it shares, is judged on it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from stylobench.records import Rows

MOST_LEFT_OUT_ONE_BY_ONE = 40
FOLDS = 10


def group_folds(groups: Sequence[str], texts: Sequence[str]) -> Rows:
    """The fold of each text: one per group up to 40 groups, else 10 as even as can be.

    Groups that share a text are one. The order of the texts changes nothing but the order of the answer.

    >>> group_folds(["ann", "bob", "ann", "eve"], ["p", "q", "r", "q"]).tolist()
    [0, 1, 0, 1]
    """
    joined = _joined(groups, texts)
    if joined.max(initial=-1) < MOST_LEFT_OUT_ONE_BY_ONE:
        return joined
    sizes, held = np.bincount(joined), np.zeros(FOLDS, np.int64)
    fold = np.empty(len(sizes), np.int64)
    for group in np.argsort(-sizes, kind="stable"):
        fold[group] = np.argmin(held)
        held[fold[group]] += sizes[group]
    return np.asarray(fold[joined])


def _joined(groups: Sequence[str], texts: Sequence[str]) -> Rows:
    """Groups by number, in order of name, those with a text in common by the same one."""
    named = sorted(set(groups))
    place = {group: number for number, group in enumerate(named)}
    owner: dict[str, int] = {}
    codes = np.array([place[group] for group in groups], np.int64)
    first = [owner.setdefault(text, code) for text, code in zip(texts, codes.tolist(), strict=True)]
    links = sparse.coo_array((np.ones(len(codes)), (codes, np.array(first, np.int64))), (len(named), len(named)))
    _, parts = connected_components(links, directed=False)
    _, where = np.unique(parts, return_index=True)
    return np.asarray(np.argsort(np.argsort(where))[parts][codes], np.int64)


def joined_groups(groups: Sequence[str], texts: Sequence[str]) -> list[str]:
    """The groups, those that share a text all under the name of the first of them.

    >>> joined_groups(["eve", "bob", "ann"], ["p", "q", "p"])
    ['ann', 'bob', 'ann']
    """
    codes = _joined(groups, texts).tolist()
    first: dict[int, str] = {}
    for code, group in sorted(zip(codes, groups, strict=True)):
        first.setdefault(code, group)
    return [first[code] for code in codes]


def counted_once(texts: Sequence[str], beside: Sequence[str]) -> list[int]:
    """Places that hold each text once, in order of text; of several the one with the first text `beside` it.

    >>> counted_once(["b", "a", "b"], ["z", "y", "x"])
    [1, 2]
    """
    order = sorted(range(len(texts)), key=lambda place: (texts[place], beside[place]))
    return [place for at, place in enumerate(order) if at == 0 or texts[place] != texts[order[at - 1]]]
