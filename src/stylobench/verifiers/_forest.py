"""A forest of trees, each grown from as many problems of one class as of the other (after Chen, Liaw & Breiman 2004).

Weights would not do: they do not reach pure leaves, of which the larger class has more. Leaving one problem out makes
its class the smaller one, so that answers would lean against the truth. Nor would draws with replacement, which hold
fewer different problems of the smaller class.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from stylobench.errors import ArchiveError
from stylobench.records import Booleans, Floats, Rows
from stylobench.verifiers._fitting_shapes import require_shape
from stylobench.verifiers._forest_kernels import grow, reach

DRAWN = 0.632  # of the smaller class: as many different ones as a draw with replacement would hold


@dataclass(frozen=True)
class Forest:
    """Trees one after the other, a row per node: the column that it asks about (-1: none), up to which value a row goes
    to the first of its two children, and the share of one author among what reached it.
    """

    roots: Rows
    columns: Rows
    bounds: Floats
    children: Rows
    shares: Floats

    def __post_init__(self) -> None:
        """Refuse trees that lead nowhere, or in a circle."""
        count, places = len(self.columns), np.arange(len(self.columns))[:, None]
        for name, wanted in (("bounds", (count,)), ("children", (count, 2)), ("shares", (count,))):
            require_shape(name, getattr(self, name), *wanted)
        onward = ((self.children > places) & (self.children < count)).all(axis=1)
        rooted = self.roots.ndim == 1 and bool(((self.roots >= 0) & (self.roots < count)).all())
        if not (rooted and ((self.columns < 0) | onward).all()):
            raise ArchiveError("a forest has trees that lead nowhere; fit again")

    @classmethod
    def grown(cls, rows: Floats, same: Booleans, trees: int, rng: np.random.Generator) -> Forest:
        """Trees down to pure leaves; each draws the same number from either class, without replacement;
        each node tries as many columns as the root of their number.
        """
        count = int(np.ceil(DRAWN * min(same.sum(), (~same).sum())))
        kinds, tries = [np.flatnonzero(same), np.flatnonzero(~same)], max(int(np.sqrt(rows.shape[1])), 1)
        rows, grown = np.ascontiguousarray(rows), []
        for _ in range(trees):
            drawn = np.concatenate([rng.choice(kind, count, replace=False) for kind in kinds])
            grown.append(grow(rows, same, drawn, tries, rng))
        roots = np.cumsum([0, *(len(tree[0]) for tree in grown)])[:-1]
        children = [tree[2] + root for tree, root in zip(grown, roots, strict=True)]
        columns, bounds, shares = (np.concatenate([tree[part] for tree in grown]) for part in (0, 1, 3))
        return cls(roots, columns, bounds, np.concatenate(children), shares)

    def answers(self, rows: Floats) -> Floats:
        """The mean share of the leaves that each row reaches.

        >>> rows, same = np.array([[1.0], [2.0], [7.0], [8.0]]), np.array([True, True, False, False])
        >>> Forest.grown(rows, same, 10, np.random.default_rng(0)).answers(np.array([[0.0], [9.0]])).tolist()
        [1.0, 0.0]
        """
        if self.columns.max(initial=-1) >= rows.shape[1]:
            raise ArchiveError(f"a forest asks for more than the {rows.shape[1]} measures there are; fit again")
        found: Floats = reach(
            np.ascontiguousarray(rows), self.roots, self.columns, self.bounds, self.children, self.shares
        )
        return found
