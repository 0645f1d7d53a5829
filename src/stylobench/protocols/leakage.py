"""The topic-leakage crash test (Sawatphol et al. 2024, corrected): was that topic really new, and does a verifier live
on topic shortcuts?

Three questions, each with its own splits. *Paired*: the same test trials after training near the test topics and far
from them. *Samples*: a HITS sample of topics against random samples of as many, in topic folds. *Pairings*: test pairs
whose topics are left to chance, mislead, or help.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

import numpy as np

from stylobench.errors import SpecError, SplitError
from stylobench.protocols.leakage_ground import Ground
from stylobench.records import Floats, Rows, Trials, TrialSplit
from stylobench.seeds import generator
from stylobench.splits import topic_samples
from stylobench.splits.near_far import NearFar, near_far
from stylobench.splits.pairs import PairRules, Partners, apart_from, equal_documents
from stylobench.splits.topic_kfold import TopicKFold
from stylobench.splits.topic_samples import TopicSample

PAIRING_FOLDS = 5
PAIRINGS = {"any": ("any", "any"), "hard": ("cross_topic", "same_topic"), "easy": ("same_topic", "cross_topic")}
METHODS = ("hits", "grouping", "hybrid")
MEASURES = ("auc", "c_at_1", "f_05_u", "f1_answered", "brier", "overall_2020")
HITS = "hits"
MOST_TOPICS = 70
FEWEST_TAKEN = 4
MOST_FOLDS = 10
MOST_TAKEN = 0.8
T = TypeVar("T")


@dataclass(frozen=True)
class Settings:
    """What can be chosen. `topics` is how many HITS takes (half of them, at most 70, when None); `folds` how many folds
    they are dealt into (10, or as many as leaves two topics each, when None); `random` how many random samples HITS is
    held against; `controls` how many random halves of the topics stand beside near and far.
    """

    topics: int | None = None
    seed: int = 0
    folds: int | None = None
    random: int = 20
    method: str = "hits"
    threshold: float = 0.9
    score: str = "corrected"
    rules: PairRules = field(default_factory=PairRules)
    measure: str = "overall_2020"
    controls: int = 10

    def __post_init__(self) -> None:
        for kind, value, known in (("way to sample", self.method, METHODS), ("measure", self.measure, MEASURES)):
            if value not in known:
                raise SpecError(f"no {kind} named {value!r} here; there are: {', '.join(known)}")

    def on(self, ground: Ground) -> Settings:
        """The same with the numbers of topics and folds decided."""
        few = max(len(ground.topics) // 2, min(FEWEST_TAKEN, len(ground.topics)), self.folds or 0)
        topics = self.topics if self.topics is not None else min(few, MOST_TOPICS, len(ground.topics))
        folds = self.folds if self.folds is not None else min(MOST_FOLDS, max(2, topics // 2))
        return replace(self, topics=topics, folds=folds)

    @property
    def fold_count(self) -> int:
        """The number of folds, once decided."""
        return self.folds or MOST_FOLDS


@dataclass(frozen=True)
class Sampled:
    """A sample of topics, its fold of every topic, and its splits."""

    name: str
    sample: TopicSample
    fold_of_topic: Mapping[str, int]
    rows: Rows
    splits: tuple[TrialSplit, ...]


@dataclass(frozen=True)
class PairedSplit:
    """One set of held-out topics with its two training sides; both splits have the same test trials. In a control the
    sides are random halves of the other topics.
    """

    sides: NearFar
    near: TrialSplit
    far: TrialSplit
    test_topics: tuple[int, ...]


@dataclass(frozen=True)
class Plan:
    """All splits of the crash test, and what could not be planned."""

    samples: tuple[Sampled, ...]
    paired: tuple[PairedSplit, ...]
    controls: tuple[tuple[PairedSplit, ...], ...]
    pairings: tuple[TrialSplit, ...]
    warnings: tuple[str, ...]

    def __iter__(self) -> Iterator[TrialSplit]:
        for sampled in self.samples:
            yield from sampled.splits
        for pair in (*self.paired, *(pair for control in self.controls for pair in control)):
            yield from (pair.near, pair.far)
        yield from self.pairings


@dataclass(frozen=True)
class _Planner:
    """Draws pairs on one ground with one seed, so that the same two documents meet again wherever both are there."""

    ground: Ground
    settings: Settings

    @cached_property
    def partners(self) -> Partners:
        return Partners(self.ground.library, self.settings.seed)

    def sampled(self, name: str, sample: TopicSample, equal: bool = False) -> Sampled:
        """The topic folds of one sample; absorbed topics go where their topic goes. With `equal` a topic and those that
        it absorbed have together as many documents as any other topic, so that samples of as many topics are as large.
        """
        folds = topic_folds(sample.topics, self.settings.fold_count, self.settings.seed)
        fold_of = {**folds, **{topic: folds[home] for topic, home in sample.joined.items()}}
        fold, partners = self._folds_of_rows(fold_of), self._partners_of(sample)
        if equal and sample.joined:
            heads = [self.ground.topics.index(topic) for topic in sample.topics]
            kept = equal_documents(partners.library, heads, self.ground.per_topic, self.settings.seed)
            fold[~np.isin(np.arange(len(fold)), kept)] = -1
        splits = [self._fold(name, number, fold, partners) for number in range(self.settings.fold_count)]
        return Sampled(name, sample, fold_of, np.flatnonzero(fold >= 0), tuple(splits))

    def _folds_of_rows(self, fold_of: Mapping[str, int]) -> Rows:
        """The fold of every document, -1 where its topic is in none."""
        by_code = np.array([fold_of.get(topic, -1) for topic in self.ground.topics], dtype=np.int64)
        return by_code[self.ground.library.topics]

    def _partners_of(self, sample: TopicSample) -> Partners:
        if not sample.joined:
            return self.partners
        code = {topic: number for number, topic in enumerate(self.ground.topics)}
        home = np.array([code[sample.joined.get(topic, topic)] for topic in self.ground.topics], dtype=np.int64)
        library = self.ground.library
        return Partners(replace(library, topics=home[library.topics]), self.settings.seed)

    def _fold(self, name: str, number: int, fold: Rows, partners: Partners) -> TrialSplit:
        rules, library = self.settings.rules, self.ground.library
        train, test = np.flatnonzero((fold >= 0) & (fold != number)), np.flatnonzero(fold == number)
        if rules.disjoint_authors:
            train, _ = apart_from(library, train, test)
        where = f"{name}/fold-{number + 1:02d}"
        held_out = ", ".join(self.ground.topics[code] for code in np.unique(library.topics[test]))
        drawn = partners.draw(train, rules, f"{where}, train"), partners.draw(test, rules, f"{where}, test")
        return TrialSplit(where, *drawn, held_out)

    def paired(self) -> tuple[PairedSplit, ...]:
        """Topic folds over all topics, each with a near and a far training side."""
        return self._paired_folds(self.ground.cosines, ("paired-near", "paired-far"), self.settings.seed)

    def controls(self) -> tuple[tuple[PairedSplit, ...], ...]:
        """The same with the similarities dealt to other topics, so that training topics are near or far by lot."""
        found = []
        for number in range(self.settings.controls):
            name = f"control-{number:02d}"
            rng = generator(self.settings.seed, "leakage", name)
            order = rng.permutation(len(self.ground.topics))
            dealt = self.ground.cosines[np.ix_(order, order)]
            names, seed = (f"{name}-a", f"{name}-b"), int(rng.integers(2**31))
            try:
                found.append(self._paired_folds(dealt, names, seed))
            except SplitError:
                # where a lot cannot be matched, the others still can
                continue
        return tuple(found)

    @cached_property
    def _paired_tests(self) -> list[tuple[tuple[int, ...], Trials]]:
        """The held-out topics of each fold and their test trials, which near, far and every control share."""
        topics = self.ground.topics
        folds = topic_folds(topics, min(self.settings.fold_count, len(topics) // 2), self.settings.seed)
        found = []
        for number in range(max(folds.values()) + 1):
            tested = tuple(code for code, name in enumerate(topics) if folds[name] == number)
            rows = np.flatnonzero(np.isin(self.ground.library.topics, tested))
            test = self.partners.draw(rows, self.settings.rules, f"paired/fold-{number + 1:02d}, test")
            found.append((tested, test))
        return found

    def _paired_folds(self, cosines: Floats, names: tuple[str, str], seed: int) -> tuple[PairedSplit, ...]:
        made = []
        for number, (tested, test) in enumerate(self._paired_tests, start=1):
            sides = near_far(self.ground.library, tested, cosines, seed, self.settings.rules)
            held_out = ", ".join(self.ground.topics[code] for code in tested)
            near, far = (
                TrialSplit(f"{name}/fold-{number:02d}", side, test, held_out)
                for name, side in zip(names, (sides.near, sides.far), strict=True)
            )
            made.append(PairedSplit(sides, near, far, tested))
        return tuple(made)

    def pairings(self) -> tuple[TrialSplit, ...]:
        """Topic folds over all topics whose test trials are drawn in three ways."""
        topics = self.ground.topics
        folds = topic_folds(topics, min(PAIRING_FOLDS, len(topics) // 2), self.settings.seed)
        fold = self._folds_of_rows(folds)
        return tuple(self._pairing_fold(number, fold) for number in range(max(folds.values()) + 1))

    def _pairing_fold(self, number: int, fold: Rows) -> TrialSplit:
        where, rules = f"pairings/fold-{number + 1:02d}", self.settings.rules
        train, test = np.flatnonzero(fold != number), np.flatnonzero(fold == number)
        if rules.disjoint_authors:
            train, _ = apart_from(self.ground.library, train, test)
        parts = [self._pairing(test, kind) for kind in PAIRINGS]
        drawn = [part for part in parts if part is not None]
        if not drawn:
            raise SplitError(f"{where}, test: no pair can be drawn")
        return TrialSplit(where, self.partners.draw(train, rules, f"{where}, train"), Trials.joined(drawn), "")

    def _pairing(self, rows: Rows, kind: str) -> Trials | None:
        same, different = PAIRINGS[kind]
        try:
            found = self.partners.draw(rows, replace(self.settings.rules, same=same, different=different))
        except SplitError:
            return None
        return replace(found, groups=np.full(len(found), kind))


def plan(ground: Ground, settings: Settings) -> Plan:
    """Every split. A question that cannot be asked of this corpus is left out with a warning; HITS must be possible."""
    planner, warnings = _Planner(ground, settings), list[str]()
    samples = [planner.sampled(HITS, headline_sample(ground, settings), equal=True)]
    for number in range(settings.random):
        drawn = topic_samples.random(ground.topics, len(samples[0].sample.topics), settings.seed, number)
        samples.append(planner.sampled(f"random-{number:02d}", drawn))
    if settings.random and len(samples[0].sample.topics) > MOST_TAKEN * len(ground.topics):
        warnings.append(
            f"HITS takes {len(samples[0].sample.topics)} of {len(ground.topics)} topics: random samples of as many are "
            "nearly the same; take fewer --topics"
        )
    paired = _if_possible("paired leakage test", planner.paired, warnings)
    controls = planner.controls() if paired else ()
    loose = sum(one.sides.kinds != "equal" for one in paired)
    if loose:
        warnings.append(
            f"paired leakage test: in {loose} of {len(paired)} folds near and far training pairs could not be matched "
            "in whether they share a topic"
        )
    pairings = _if_possible("hard and easy pairs", planner.pairings, warnings)
    return Plan(tuple(samples), paired, controls, pairings, tuple(warnings))


def _if_possible(name: str, ask: Callable[[], tuple[T, ...]], warnings: list[str]) -> tuple[T, ...]:
    try:
        return ask()
    except SplitError as error:
        warnings.append(f"no {name}: {error}")
        return ()


def variant(ground: Ground, settings: Settings, name: str) -> Sampled:
    """One more sample, for a comparison of ways to sample; its splits are named after it."""
    return _Planner(ground, settings).sampled(name, headline_sample(ground, settings))


def headline_sample(ground: Ground, settings: Settings) -> TopicSample:
    """The heterogeneous sample that is held against random ones."""
    names, vectors, count = list(ground.topics), ground.topic_vectors, settings.topics or 0
    if settings.method == "grouping":
        return topic_samples.grouping(names, vectors, count, settings.score)
    if settings.method == "hybrid":
        return topic_samples.hybrid(names, vectors, count, settings.threshold, settings.score)
    return topic_samples.hits(names, vectors, count, settings.score)


def topic_folds(topics: Sequence[str], folds: int, seed: int) -> dict[str, int]:
    """The fold of every topic, as even as possible."""
    names = sorted(topics)
    if not 2 <= folds <= len(names):
        raise SplitError(
            f"{len(names)} topics cannot be dealt into {folds} folds of at least one; take more --topics or fewer "
            "--folds (at least 2)"
        )
    return dict(zip(names, (int(fold) for fold in TopicKFold(folds, seed).folds(names)), strict=True))
