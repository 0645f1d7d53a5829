"""Two training sides for one and the same test: topics near the test topics, and topics far from them.

The other topics are ranked by their mean cosine to the test topics; the upper half is near, the lower half far, an odd
one in the middle is left out. Both sides then get the same plan of pairs. An author with n documents on one side and m
on the other has min(n, m) slots on both; the plan pairs slots, and each side fills the slots with documents of its own.
So both have as many documents of each author, as many pairs of each class, and the same persons in them. The plan
takes only pairs that share a topic on both sides or on neither: a side that learned from more pairs within a topic
would know topics better for that reason alone.

Where too few authors write on both sides, authors are matched by rank instead: the most prolific near one with the
most prolific far one. Where that does not give enough pairs either, pairs may differ in whether they share a topic.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from stylobench.errors import SplitError
from stylobench.records import Floats, Rows, Trials
from stylobench.splits._partners import id_keys
from stylobench.splits._slots import by_author, by_rank
from stylobench.splits.pairs import Library, PairRules, trials_of

FEWEST_SAME = 20


@dataclass(frozen=True)
class NearFar:
    """Training trials of equal number, classes and authors, near the test topics and far from them.

    `authors` is "same" where the same persons stand on both sides, "as many" where only their numbers are equal.
    `kinds` is "equal" where each pair shares a topic on both sides or on neither, else "as drawn". Topics are codes,
    the nearest first; similarities are mean cosines to the test topics.
    """

    near: Trials
    far: Trials
    authors: str
    kinds: str
    near_topics: tuple[int, ...]
    far_topics: tuple[int, ...]
    near_similarity: float
    far_similarity: float


def near_far(
    library: Library,
    test_topics: Sequence[int] | Rows,
    cosines: Floats,
    seed: int,
    rules: PairRules | None = None,
) -> NearFar:
    """The two sides for these test topics; `cosines` are between topics, by code. Classes are always balanced.

    >>> topics = [0, 1, 2] * 4
    >>> library = Library(tuple(map(str, range(12))), np.repeat([0, 1], 6), np.array(topics))
    >>> found = near_far(library, [0], np.array([[1, 0.9, 0.1], [0.9, 1, 0.1], [0.1, 0.1, 1]]), 0)
    >>> found.near_topics, found.far_topics, len(found.near) == len(found.far)
    ((1,), (2,), True)
    """
    asked = rules or PairRules()
    tested = np.unique(np.asarray(test_topics, dtype=np.int64))
    near, far, means = _halves(library, tested, cosines)
    sides = [_documents(library, topics, tested, asked) for topics in (near, far)]
    numbers = id_keys(library.ids, seed, "near and far")
    ways = {"same": by_author(library, sides, numbers), "as many": by_rank(library, sides, numbers)}
    for authors, kinds, fewest in _tries():
        slots = ways[authors]
        pairs, same = slots.plan(asked, kinds == "equal", seed)
        if same.sum() >= fewest:
            return NearFar(
                near=trials_of(library, slots.near[pairs], same),
                far=trials_of(library, slots.far[pairs], same),
                authors=authors,
                kinds=kinds,
                near_topics=tuple(near.tolist()),
                far_topics=tuple(far.tolist()),
                near_similarity=float(means[near].mean()),
                far_similarity=float(means[far].mean()),
            )
    raise SplitError(_nothing(library, tested, sides))


def _tries() -> list[tuple[str, str, int]]:
    ways = [(authors, kinds) for kinds in ("equal", "as drawn") for authors in ("same", "as many")]
    return [(*way, fewest) for fewest in (FEWEST_SAME, 1) for way in ways]


def _halves(library: Library, tested: Rows, cosines: Floats) -> tuple[Rows, Rows, Floats]:
    """Near topics, far topics, each nearest first, and the mean cosine of every topic to the tested ones."""
    others = np.setdiff1d(library.topics, tested)
    if len(others) < 2 or not len(tested):
        raise SplitError(f"{len(tested)} topics held out and {len(others)} left; near and far need 1 and 2 at least")
    means = np.asarray(cosines, dtype=np.float64)[:, tested].mean(axis=1)
    ranked = others[np.lexsort((others, -np.round(means[others], 12)))]
    half = len(ranked) // 2
    return ranked[:half], ranked[len(ranked) - half :], means


def _documents(library: Library, topics: Rows, tested: Rows, rules: PairRules) -> Rows:
    wanted = np.isin(library.topics, topics)
    if rules.disjoint_authors:
        wanted &= ~np.isin(library.authors, library.authors[np.isin(library.topics, tested)])
    return np.flatnonzero(wanted)


def _nothing(library: Library, tested: Rows, sides: list[Rows]) -> str:
    where = ", ".join(library.topic(int(code)) for code in tested[:3]) + (", ..." if len(tested) > 3 else "")
    return (
        f"held out {where}: no same-author pair can be matched near and far ({len(sides[0])} and {len(sides[1])} "
        "documents); hold out fewer topics, or take more documents per author"
    )
