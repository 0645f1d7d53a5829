"""Documents that stand in a corpus more than once: where, in words, and which to keep.

A copy in training gives the author of a tested document away, and a copy under another topic makes a held-out topic
known.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from stylobench.corpora.census import Copies, copies_in
from stylobench.records import Corpus, Rows

Groups = Sequence[Sequence[int]]


def spanning(corpus: Corpus, groups: Groups, column: str) -> int:
    """How many groups of rows hold different labels of a column."""
    labels = corpus.column(column)
    return sum(len({labels[row] for row in group} - {None}) > 1 for group in groups)


def duplicate_warnings(corpus: Corpus, copies: Copies, column: str = "topic") -> list[str]:
    """A line on documents of the same words and a line on near-duplicates, where there are any."""

    def where(groups: Groups) -> str:
        across = ((name, spanning(corpus, groups, name)) for name in ("author", column))
        return ", ".join(f"{count:,} across {name}s" for name, count in across)

    # a problem needs all its documents
    remedy = "" if corpus.trials else "; --drop-duplicates keeps the first of each by id"
    found = []
    if copies.groups:
        extra, groups = sum(len(group) - 1 for group in copies.groups), len(copies.groups)
        found.append(
            f"{extra:,} document{' repeats' if extra == 1 else 's repeat'} the words of another ({groups:,} "
            f"group{'' if groups == 1 else 's'}: {where(copies.groups)}): a copy in training gives the answer away"
            + remedy
        )
    pairs = [(pair.first, pair.second) for pair in copies.near.pairs]
    if pairs:
        least = "" if copies.near.complete else "at least "
        found.append(
            f"{least}{len(pairs):,} pair{' of documents is' if len(pairs) == 1 else 's of documents are'} nearly the "
            f"same ({where(pairs)}): a near-copy in training gives the answer away{remedy}"
        )
    return found


def alike(copies: Copies) -> list[list[int]]:
    """Rows in groups, each joined by copies and near-copies.

    >>> from stylobench.features.near_duplicates import NearDuplicates, Pair
    >>> alike(Copies(((0, 3),), NearDuplicates((Pair(0, 5, 0.9), Pair(1, 2, 0.8)), True)))
    [[0, 3, 5], [1, 2]]
    """
    home: dict[int, list[int]] = {}
    links = [*((group[0], row) for group in copies.groups for row in group[1:])]
    links += [(pair.first, pair.second) for pair in copies.near.pairs]
    for first, second in links:
        one, other = home.setdefault(first, [first]), home.setdefault(second, [second])
        if one is not other:
            one += other
            for row in other:
                home[row] = one
    groups = {id(group): sorted(group) for group in home.values()}
    return sorted(groups.values())


def copied_into_training(groups: Groups, splits: Iterable[tuple[Rows, Rows]]) -> int:
    """How many tested rows have a copy among the rows that are trained on, over all splits of (train, test).

    >>> import numpy as np
    >>> copied_into_training([[0, 2]], [(np.array([0, 1]), np.array([2, 3])), (np.array([2, 3]), np.array([0, 1]))])
    2
    """
    group_of = {row: number for number, group in enumerate(groups) for row in group}
    found = 0
    for train, test in splits:
        trained = {group_of[row] for row in train.tolist() if row in group_of}
        found += sum(group_of.get(row) in trained for row in test.tolist())
    return found


def without_duplicates(corpus: Corpus) -> list[int]:
    """The rows that are left when documents are taken in order of their ids, and one that has the same or nearly the
    same words as one already taken is left out.
    """
    copies, ids = copies_in(corpus), [str(name) for name in corpus.column("id")]
    same_words = {row: group[0] for group in copies.groups for row in group}
    near: dict[int, list[int]] = {}
    for pair in copies.near.pairs:
        near.setdefault(pair.first, []).append(pair.second)
        near.setdefault(pair.second, []).append(pair.first)
    taken: set[int] = set()
    kept = []
    for row in sorted(range(len(corpus)), key=lambda row: (ids[row], row)):
        # near-copies are pairs of the first rows of their words
        words = same_words.get(row, row)
        if words in taken or any(other in taken for other in near.get(words, ())):
            continue
        taken.add(words)
        kept.append(row)
    return sorted(kept)
