"""The subclasses whose sizes may move: clusters of the tested texts, known labels, or periods of time."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from stylobench import specs
from stylobench.errors import SpecError, SplitError
from stylobench.features.row_order import by_content
from stylobench.features.subclass_words import (
    OTHER,
    default_clusters,
    examples,
    marks,
    merged,
    merged_labels,
    purity,
)
from stylobench.features.texts import Texts
from stylobench.metrics.coding import coded
from stylobench.protocols.periods import periods
from stylobench.protocols.shift_findings import Cluster
from stylobench.protocols.shift_ground import Tested
from stylobench.records import Floats, Rows

T = TypeVar("T")
LEAST = 10
OPENING = 90
CLUSTERS = "clusters"
GIVEN = "given"
TOPIC = "topic"
PERIOD = "period"
KINDS = (CLUSTERS, GIVEN, TOPIC, PERIOD)


@dataclass(frozen=True)
class Grouping:
    """A subclass for every item; `joined` counts the small clusters that went into each, `rest` is the name of small
    labels that are a subclass together.
    """

    names: tuple[str, ...]
    codes: Rows
    joined: tuple[int, ...]
    vectors: Floats | None
    told: str
    rest: str | None = None

    @property
    def labels(self) -> list[str]:
        """The name of each item's subclass."""
        return [self.names[code] for code in self.codes]


@dataclass(frozen=True)
class Wish:
    """How subclasses are to be made: `kind` is clusters, given, topic or period; None takes what there is. `named` are
    options that were given although they may say what is usual.
    """

    kind: str | None = None
    clusters: int | None = None
    clusterer: str = "kmeans"
    encoder: str = "lsa"
    period: str | None = None
    seed: int = 0
    named: tuple[str, ...] = ()

    @classmethod
    def of(cls, **options: Any) -> Wish:
        """With these options; those that are None are as usual."""
        given = {name: value for name, value in options.items() if value is not None}
        return cls(**given, named=tuple(name for name in ("clusterer", "encoder") if name in given))

    @property
    def about_clusters(self) -> list[str]:
        """What was given that only clusters of texts heed."""
        usual = {"clusters": None, "clusterer": "kmeans", "encoder": "lsa"}
        return [name for name, value in usual.items() if name in self.named or getattr(self, name) != value]


def grouped(tested: Tested, wish: Wish) -> Grouping:
    """The subclasses of the tested items."""
    kind = wish.kind or _natural(tested, wish)
    if kind not in KINDS:
        raise SpecError(f"no subclasses named {kind!r}; there are: {', '.join(KINDS)}")
    demand_heeded(kind, wish)
    if kind == CLUSTERS:
        if tested.texts is None and wish.clusters is not None:
            raise SplitError("the tested items have no texts to cluster; name their column, or leave --clusters out")
        return clustered(demanded_texts(tested), wish)
    if kind == PERIOD:
        found = periods(_demanded(tested.times, "date"), by=wish.period)
        return _labelled([found.names[code] if code >= 0 else "undated" for code in found.codes], kind)
    if kind == GIVEN:
        return _labelled(list(_demanded(tested.subclasses, "given subclass")), kind)
    return _labelled([topic or "no topic" for topic in _demanded(tested.topics, "topic")], kind)


def demand_heeded(kind: str, wish: Wish) -> None:
    """Refuses what would be ignored: options of clusters for other subclasses, a number where the clusterer has one."""
    if kind != CLUSTERS and wish.about_clusters:
        raise SpecError(
            f"--{wish.about_clusters[0]} is for clusters of texts; the subclasses are {kind}: leave it out, or ask for "
            f"--subclasses {CLUSTERS}"
        )
    if kind == CLUSTERS and wish.clusters is not None:
        own = getattr(specs.build("clusterers", wish.clusterer), "k", 0)
        if own is not None:
            why = "has a number of its own" if own else "finds their number itself or is told by its own parameters"
            raise SpecError(f"--clusters {wish.clusters} would be ignored: {wish.clusterer} {why}; leave it out")


def _natural(tested: Tested, wish: Wish) -> str:
    if wish.clusters is not None:
        return CLUSTERS
    if tested.subclasses is not None:
        return GIVEN
    if tested.texts is None and tested.topics is not None:
        return TOPIC
    return CLUSTERS if tested.texts is not None or tested.times is None else PERIOD


def demanded_texts(tested: Tested) -> Texts:
    """The texts, or a clear word where there are none to be clustered."""
    return _demanded(tested.texts, "text")


def _demanded(values: T | None, what: str) -> T:
    if values is None:
        raise SplitError(f"the tested items have no {what}; give subclasses by a column of labels, texts or dates")
    return values


def _labelled(labels: Sequence[str], kind: str) -> Grouping:
    """Labels as subclasses, largest first. Numbers stand for them while small ones are put together, so that a label
    that is called as these are then is not taken for one of them.
    """
    given, codes = coded(labels, "subclasses")
    numbers = [f"{number:09d}" for number in range(len(given))]
    found, joined = merged_labels([numbers[code] for code in codes], LEAST)
    kept, places = coded(found)
    named = {number: str(given[int(number)]) for number in kept if number != OTHER}
    called = [named[number] if number in named else _free(named.values()) for number in kept]
    _demand_two(len(kept), kind)
    sizes = np.bincount(places)
    order = sorted(range(len(kept)), key=lambda place: (-sizes[place], called[place]))
    joins = tuple(joined.get(kept[place], 0) for place in order)
    rest = called[kept.index(OTHER)] if OTHER in joined else None
    return Grouping(tuple(called[place] for place in order), np.argsort(order)[places], joins, None, kind, rest)


def _free(taken: Collection[str]) -> str:
    """What small labels together are called, even where a label has that name already."""
    name = OTHER
    while name in taken:
        name = f"{name} (put together)"
    return name


def different_texts(texts: Texts) -> int:
    """How many there are, equal ones counted once."""
    return len(set(texts.digests()))


def demand_clusters(different: int, wish: Wish) -> None:
    """Refuses a number of clusters that so many different texts cannot make."""
    if wish.clusters is not None and wish.clusters < 2:
        raise SplitError(f"{wish.clusters} cluster is no mix that could move; ask for 2 or more with --clusters")
    if different < 2:
        raise SplitError(f"{different} different text makes no clusters; give 2 or more, or subclasses by labels")
    if wish.clusters is not None and wish.clusters > different:
        raise SplitError(
            f"{wish.clusters} clusters cannot be made of {different} different texts; ask for fewer with --clusters"
        )


def clustered(texts: Texts, wish: Wish) -> Grouping:
    """Clusters of texts by their vectors, largest first, each named by the words that mark it."""
    different = different_texts(texts)
    demand_clusters(different, wish)
    vectors = _equal_for_equal(texts, texts.vectors(wish.encoder))
    k = min(default_clusters(len(texts)), different) if wish.clusters is None else wish.clusters
    raw = by_content(vectors, _clusterer(wish.clusterer, k, wish.seed).fit_predict)
    codes, joined = merged(vectors, raw, LEAST)
    _demand_two(int(codes.max(initial=0)) + 1, CLUSTERS)
    width = len(str(len(joined)))
    names = [f"{number:0{width}d} {', '.join(words[:3])}" for number, words in enumerate(marks(texts, codes), start=1)]
    return Grouping(tuple(names), codes, tuple(joined.tolist()), vectors, CLUSTERS)


def _equal_for_equal(texts: Texts, vectors: Floats) -> Floats:
    """Every text with the vector of the first text equal to it: rounding can make them differ."""
    first: dict[str, int] = {}
    rows = [first.setdefault(digest, row) for row, digest in enumerate(texts.digests())]
    return vectors if len(first) == len(rows) else vectors[rows]


def _clusterer(spec: str, k: int, seed: int) -> Any:
    """The clusterer, asked for `k` clusters and given a seed where it leaves them open."""
    made = specs.build("clusterers", spec)
    for name, value in (("k", k), ("seed", seed)):
        if getattr(made, name, value) is None:
            setattr(made, name, value)
    return made


def _demand_two(k: int, kind: str) -> None:
    if k < 2:
        raise SplitError(
            f"there is one subclass only ({kind}, {LEAST} items or more each); a mix needs two: "
            "ask for other subclasses, or give more items"
        )


def described(tested: Tested, grouping: Grouping) -> tuple[list[Cluster], float | None]:
    """Every subclass with what it is about, and how well all agree with the known topics."""
    k = len(grouping.names)
    sizes = np.bincount(grouping.codes, minlength=k)
    words = marks(tested.texts, grouping.codes) if tested.texts is not None else [[] for _ in range(k)]
    shown = _examples(tested, grouping)
    labels, overall = _purity(tested, grouping)
    clusters = [
        Cluster(
            grouping.names[i], int(sizes[i]), float(sizes[i] / len(tested)), words[i], shown[i], *labels[i],
            grouping.joined[i],
        )
        for i in range(k)
    ]  # fmt: skip
    return clusters, overall


def _examples(tested: Tested, grouping: Grouping) -> list[list[tuple[str, str]]]:
    if tested.texts is None or grouping.vectors is None:
        return [[] for _ in grouping.names]
    return [
        [(tested.ids[row], _opening(tested.texts[int(row)])) for row in rows]
        for rows in examples(grouping.vectors, grouping.codes)
    ]


def _opening(text: str) -> str:
    words = " ".join(text[: OPENING * 4].split())
    return words if len(words) <= OPENING else words[: OPENING - 1].rstrip() + "…"


def _purity(tested: Tested, grouping: Grouping) -> tuple[list[tuple[str | None, float | None]], float | None]:
    nothing: list[tuple[str | None, float | None]] = [(None, None) for _ in grouping.names]
    if tested.topics is None or grouping.told != CLUSTERS or not all(tested.topics):
        return nothing, None
    each, overall = purity(grouping.codes, [str(topic) for topic in tested.topics])
    return [(label, share) for label, share in each], overall
