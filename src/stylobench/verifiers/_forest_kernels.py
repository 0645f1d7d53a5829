"""The loops of `_forest.py`: growing one tree, and letting rows fall through all."""

from __future__ import annotations

from typing import Any

import numpy as np

from stylobench.features._compiled import compiled_in_order

Array = Any


@compiled_in_order
def grow(rows: Array, same: Array, drawn: Array, tries: int, rng: Any) -> Any:
    """Columns, bounds, children and shares of the nodes of one tree over the rows drawn."""
    most = 2 * len(drawn) - 1
    columns, bounds = np.full(most, -1), np.zeros(most)
    children, shares = np.zeros((most, 2), np.int64), np.zeros(most)
    spans = np.zeros((most, 2), np.int64)
    spans[0, 1], made = len(drawn), 1
    places, order = drawn.copy(), np.arange(rows.shape[1])
    for node in range(most):
        if node == made:
            break
        here = places[spans[node, 0] : spans[node, 1]]
        ours = np.sum(same[here])
        shares[node] = ours / len(here)
        if ours == 0 or ours == len(here):
            continue
        columns[node], bounds[node] = _best_question(rows[here], same[here], _shuffled(order, rng), tries)
        if columns[node] < 0:
            continue
        first = rows[here, columns[node]] <= bounds[node]
        middle = spans[node, 0] + np.sum(first)
        here[:] = np.concatenate((here[first], here[~first]))
        children[node] = made, made + 1
        spans[made] = spans[node, 0], middle
        spans[made + 1] = middle, spans[node, 1]
        made += 2
    return columns[:made], bounds[:made], children[:made], shares[:made]


@compiled_in_order
def _shuffled(order: Array, rng: Any) -> Array:
    for i in range(len(order) - 1):
        j = i + int(rng.random() * (len(order) - i))
        order[i], order[j] = order[j], order[i]
    return order


@compiled_in_order
def _best_question(rows: Array, same: Array, order: Array, tries: int) -> Any:
    """The column and the bound that leave the purest halves: the best of the first columns in order, or the first one
    after them whose values differ; column -1 where none does.
    """
    best, column, bound = -1.0, -1, 0.0
    all_ours = np.sum(same)
    all_theirs = len(same) - all_ours
    for place in range(len(order)):
        if place >= tries and column >= 0:
            break
        values = rows[:, order[place]]
        by_value = np.argsort(values, kind="mergesort")
        ours = theirs = 0
        for i in range(len(values) - 1):
            if same[by_value[i]]:
                ours += 1
            else:
                theirs += 1
            low, high = values[by_value[i]], values[by_value[i + 1]]
            if low == high:
                continue
            purity = _purity(ours, theirs) + _purity(all_ours - ours, all_theirs - theirs)
            if purity > best:
                middle = low + (high - low) / 2
                best, column, bound = purity, order[place], middle if middle < high else low
    return column, bound


@compiled_in_order
def _purity(ours: float, theirs: float) -> float:
    return (ours * ours + theirs * theirs) / (ours + theirs)


@compiled_in_order
def reach(rows: Array, roots: Array, columns: Array, bounds: Array, children: Array, shares: Array) -> Array:
    """The mean share of the leaves that each row reaches."""
    found = np.zeros(len(rows))
    for i in range(len(rows)):
        for root in roots:
            node = root
            while columns[node] >= 0:
                node = children[node, 0 if rows[i, columns[node]] <= bounds[node] else 1]
            found[i] += shares[node]
    return found / len(roots)
