"""Verification trials drawn from documents: for each one a partner by the same author and one by another author.

A document's partner is the first that fits in a fixed random order (`_partners`), so that folds and samples share as
many pairs as they can: what was computed for a pair is computed once, and comparisons between samples are less noisy.
That holds among draws from one library; a library of other documents has other orders.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from stylobench.errors import SplitError
from stylobench.records import Booleans, Rows, Trials
from stylobench.splits._partners import Keys, Order, balanced, couple_keys, couples, id_keys, most_each

CONTROLS = ("any", "same_topic", "cross_topic")
TOPICS = {"any": "", "same_topic": " on one topic", "cross_topic": " on two topics"}


@dataclass(frozen=True)
class Library:
    """Who wrote each document and on what, as codes from 0, in row order."""

    ids: tuple[str, ...]
    authors: Rows
    topics: Rows
    topic_names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not len(self.ids) == len(self.authors) == len(self.topics):
            raise SplitError(f"{len(self.ids)} ids, {len(self.authors)} authors and {len(self.topics)} topics")
        if len(set(self.ids)) < len(self.ids):
            raise SplitError("two documents share an id; every document needs its own")
        if len(self.ids) and min(self.authors.min(), self.topics.min()) < 0:
            raise SplitError("a document lacks its author or its topic; leave such documents out first")

    @classmethod
    def of(cls, ids: Sequence[str], authors: Sequence[str], topics: Sequence[str]) -> Library:
        """A library from names; codes follow the sorted names.

        >>> Library.of(["1", "2"], ["ann", "ann"], ["sea", "air"]).topics.tolist()
        [1, 0]
        """
        names, codes = np.unique(np.asarray(topics, dtype=np.str_), return_inverse=True)
        writers = np.unique(np.asarray(authors, dtype=np.str_), return_inverse=True)[1]
        return cls(tuple(ids), writers.astype(np.int64), codes.astype(np.int64), tuple(names.tolist()))

    @cached_property
    def places(self) -> Rows:
        """The rank of each document's id: an order that does not depend on the rows."""
        return np.argsort(np.argsort(np.asarray(self.ids, dtype=np.str_), kind="stable"), kind="stable")

    def topic(self, code: int) -> str:
        """The name of a topic, or its code where names are not known."""
        return repr(self.topic_names[code]) if self.topic_names else f"number {code}"


@dataclass(frozen=True)
class PairRules:
    """Which pairs may be drawn. `same` and `different` control the topics of same-author and different-author pairs.

    `balance` makes both classes equal in number; `most` is the number of pairs in which one document may stand;
    `disjoint_authors` keeps the authors of the test side out of training (`apart_from`).
    """

    same: str = "any"
    different: str = "any"
    balance: bool = False
    most: int | None = None
    disjoint_authors: bool = False

    def __post_init__(self) -> None:
        for control in (self.same, self.different):
            if control not in CONTROLS:
                raise SplitError(f"topics of pairs can be {', '.join(CONTROLS)}, not {control!r}")
        if self.most is not None and self.most < 1:
            raise SplitError(f"a document may stand in at least 1 pair, not at most {self.most}")


class Partners:
    """The partner orders of a library under a seed; draw from them as often as needed."""

    def __init__(self, library: Library, seed: int) -> None:
        self.library = library
        self.seed = seed
        self.orders: dict[str, Order] = {}

    @cached_property
    def keys(self) -> Keys:
        """A random number per document, from which come those of pairs."""
        return id_keys(self.library.ids, self.seed, "pairs")

    def draw(self, rows: Rows, rules: PairRules, side: str = "the corpus") -> Trials:
        """The pairs of one side of a fold, in order of ids; `side` is its name in an error."""
        rows = np.unique(rows)
        found = [self._couples(rows, True, rules.same), self._couples(rows, False, rules.different)]
        side = f"{side} ({len(rows)} documents)"
        _check([len(one) for one in found], rules, side)
        pairs, same = np.concatenate(found), np.repeat([True, False], [len(found[0]), len(found[1])])
        order = np.lexsort(self.library.places[pairs].T[::-1])
        pairs, same = pairs[order], same[order]
        numbers = couple_keys(pairs, self.keys)
        keep = kept(pairs, same, numbers, rules)
        if same[keep].all() or not same[keep].any():
            raise SplitError(f"{side} keeps pairs of one class only when no document may be in more than {rules.most}")
        pairs, turned = pairs[keep], numbers[keep] % np.uint64(2) == 1
        pairs[turned] = pairs[turned, ::-1]
        return trials_of(self.library, pairs, same[keep])

    def _couples(self, rows: Rows, same: bool, control: str) -> Rows:
        return couples(rows, self.of(rows, same, control), self.library.places)

    def of(self, rows: Rows, same: bool, control: str = "any") -> Rows:
        """The partner of each document among the others of the side, -1 where none fits."""
        authors, topics = self.library.authors, self.library.topics

        def fits(one: Rows, other: Rows) -> Booleans:
            good: Booleans = ((authors[one] == authors[other]) == same) & (one != other)
            good &= topics_fit(control, topics[one] == topics[other])
            return good

        pool = "author" if same else "topic" if control == "same_topic" else "all"
        found = np.full(len(rows), -1, np.int64)
        hopeful = _choices(authors[rows], topics[rows], same, control) > 0
        found[hopeful] = self._order(pool).first(rows[hopeful], rows, fits)
        return found

    def _order(self, pool: str) -> Order:
        if pool not in self.orders:
            library = self.library
            codes = {"author": library.authors, "topic": library.topics, "all": np.zeros_like(library.topics)}[pool]
            keys = id_keys(library.ids, self.seed, f"partners by {pool}")
            self.orders[pool] = Order(keys, library.places, codes)
        return self.orders[pool]


def kept(pairs: Rows, same: Booleans, numbers: Keys, rules: PairRules) -> Rows:
    """The places of the pairs that `most` and `balance` leave, in order."""
    stay = np.arange(len(pairs))
    if rules.most is not None:
        stay = stay[most_each(pairs, numbers, rules.most)]
    if rules.balance:
        stay = stay[balanced(same[stay], numbers[stay])]
    return stay


def topics_fit(control: str, equal: Booleans) -> Booleans:
    """Whether pairs may be drawn whose topics are equal or not."""
    return np.ones_like(equal) if control == "any" else equal == (control == "same_topic")


def trials_of(library: Library, pairs: Rows, same: Booleans) -> Trials:
    """Pairs of known and questioned rows as trials; their group says whether they share a topic."""
    topics = library.topics[pairs]
    kinds = np.where(topics[:, 0] == topics[:, 1], "same_topic", "cross_topic")
    return Trials.of_pairs(pairs[:, 0], pairs[:, 1], same, kinds)


def draw_pairs(library: Library, rows: Rows, rules: PairRules, seed: int) -> Trials:
    """For each document of `rows` a partner by the same author, where there is one, and one by another author.

    >>> library = Library.of(list("1234"), ["ann", "ann", "bob", "bob"], ["sea", "air", "sea", "air"])
    >>> trials = draw_pairs(library, np.arange(4), PairRules(different="same_topic", balance=True), 0)
    >>> len(trials), int(trials.same.sum()), sorted(set(trials.groups[~trials.same].tolist()))
    (4, 2, ['same_topic'])
    """
    return Partners(library, seed).draw(rows, rules)


def equal_documents(library: Library, topics: Sequence[int] | Rows, count: int | None, seed: int) -> Rows:
    """As many documents of each topic: `count`, or as many as the smallest has. Which ones hangs on seed and id."""
    wanted = np.unique(np.asarray(topics, dtype=np.int64))
    sizes = np.bincount(library.topics, minlength=int(wanted.max(initial=0)) + 1)[wanted]
    if not len(wanted) or not sizes.min():
        raise SplitError("no topics were named, or one without documents; name topics that the corpus has")
    each = int(sizes.min()) if count is None else count
    if not 1 <= each <= sizes.min():
        least = library.topic(int(wanted[sizes.argmin()]))
        raise SplitError(f"{each} documents of each topic were asked for; topic {least} has {sizes.min()}")
    numbers = id_keys(library.ids, seed, "equal documents")
    rows = np.flatnonzero(np.isin(library.topics, wanted))
    rows = rows[np.lexsort((library.places[rows], numbers[rows], library.topics[rows]))]
    inside = np.arange(len(rows)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    return np.sort(rows[inside < each])


def distinct_ids(ids: Iterable[str]) -> tuple[str, ...]:
    """Ids as they are; one that comes again gets a number.

    >>> distinct_ids(["a", "b", "a"])
    ('a', 'b', 'a#2')
    """
    seen: dict[str, int] = {}
    found = []
    for name in ids:
        seen[name] = seen.get(name, 0) + 1
        found.append(name if seen[name] == 1 else f"{name}#{seen[name]}")
    return tuple(found)


def apart_from(library: Library, train: Rows, test: Rows) -> tuple[Rows, int]:
    """The training rows without those by an author of a test row, and how many were left out."""
    kept = train[~np.isin(library.authors[train], library.authors[test])]
    return kept, len(train) - len(kept)


def _choices(authors: Rows, topics: Rows, same: bool, control: str) -> Rows:
    """How many partners fit each document of a side."""
    cells = np.unique(np.column_stack([authors, topics]), axis=0, return_inverse=True)[1].reshape(-1)
    by_author, by_topic, by_both = (np.bincount(codes)[codes] for codes in (authors, topics, cells))
    if same:
        return {"any": by_author - 1, "same_topic": by_both - 1, "cross_topic": by_author - by_both}[control]
    everyone = len(authors) - by_author
    return {"any": everyone, "same_topic": by_topic - by_both, "cross_topic": everyone - by_topic + by_both}[control]


def _check(counts: Sequence[int], rules: PairRules, side: str) -> None:
    for count, name, whose in zip(counts, ("same", "different"), ("one author", "two authors"), strict=True):
        if not count:
            control = getattr(rules, name)
            cures = ["use fewer folds", "more documents per topic"]
            cures += ["disjoint_authors=False"] if rules.disjoint_authors else []
            cures += [f"{name}='any'"] if control != "any" else []
            cure = ", ".join(cures[:-1]) + " or " + cures[-1]
            raise SplitError(f"{side} has no two texts by {whose}{TOPICS[control]}; {cure}")
