"""Crash test 1: does the method still work on a topic that it never trained on? (Schein et al., 2010)

Standard k-fold by author stands beside novel-topic cross-validation: one fold per topic, trained on all the others.
The difference of the two mixes novelty with starvation, because holding a topic out also takes most documents of
some authors away. So every topic is answered once more by *matched* models that train on as many documents of each
author, some of them from the topic itself: matched minus novel is the price of novelty, standard minus matched is
starvation and size. Formulas and their calibration: `statistics`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import numpy as np

from stylobench.errors import SpecError, SplitError, StylobenchError, UndefinedMetric
from stylobench.protocols.answered import Answered
from stylobench.protocols.findings import Comparison, Failure, MethodFindings, Novelty, Standard, StandardFold
from stylobench.protocols.novel_accuracy import Counts, clipped, gains, novel_findings
from stylobench.protocols.open_set import open_set_findings, open_set_splits
from stylobench.protocols.paired_topics import paired_topics
from stylobench.protocols.retrain import retrain_findings, retrain_splits
from stylobench.protocols.test_bed import TestBed
from stylobench.records import Rows, Run, Split
from stylobench.seeds import generator
from stylobench.splits.author_kfold import AuthorKFold
from stylobench.splits.from_file import from_file
from stylobench.splits.matched import matched
from stylobench.splits.novel_topic import NovelTopic
from stylobench.splits.one_topic import OneTopic
from stylobench.splits.topic_kfold import TopicKFold
from stylobench.statistics.multiplicity import holm
from stylobench.statistics.paired import Paired, compare
from stylobench.statistics.weighted import summary

SCHEMES = ("novel-topic", "one-topic", "topic-kfold")
LEVEL = 0.05
Runs = Mapping[str, Run]
Found = TypeVar("Found")


@dataclass(frozen=True)
class Settings:
    """What to run. `scheme` names the way topics are held out; extras are the retrain curve and the open set.

    `rest` says where what is left of an author's documents goes in standard cross-validation (`AuthorKFold`).
    A split file replaces the scheme. `positive` names the author that precision and recall are about, where there are
    two authors.
    """

    seed: int = 0
    folds: int = 10
    rest: str = "spread"
    scheme: str = "novel-topic"
    topic_folds: int = 5
    split_file: Path | None = None
    positive: str | None = None
    extras: bool = True

    @property
    def by_split(self) -> bool:
        """Whether the unit is the split itself, and not the topic of the tested document."""
        return self.scheme == "one-topic"


@dataclass(frozen=True)
class Plan:
    """Every split of the crash test, by what it is for."""

    standard: tuple[Split, ...]
    novel: tuple[Split, ...]
    matched: tuple[Split, ...] = field(default=())
    retrain: tuple[Split, ...] = field(default=())
    open_set: tuple[Split, ...] = field(default=())

    def __iter__(self) -> Iterator[Split]:
        return iter((*self.standard, *self.novel, *self.matched, *self.retrain, *self.open_set))


def plan(bed: TestBed, ids: Sequence[str], settings: Settings) -> Plan:
    """The splits that the settings ask for."""
    if settings.positive is not None and settings.positive not in bed.author_names:
        known = ", ".join(bed.author_names[:9])
        raise SpecError(f"no author named {settings.positive!r} to be the positive one; there are: {known}")
    splitter = AuthorKFold(usable_folds(bed, settings.folds), settings.seed, settings.rest)
    folds = enumerate(splitter.split(bed.authors, list(bed.authors)), start=1)
    standard = tuple(Split(f"standard/{i}", train, test, f"fold {i}") for i, (train, test) in folds)
    novel = tuple(Split(f"novel/{name}", train, test, name) for name, train, test in _held_out(bed, ids, settings))
    _check_answerable(bed, novel)
    if settings.scheme != "novel-topic" or settings.split_file is not None:
        return Plan(standard, novel)
    authors = np.unique(bed.authors, return_inverse=True)[1]
    pairs = tuple(
        Split(f"matched/{topic}/{half}", train, test, topic)
        for topic in bed.topic_names
        for half, (train, test) in enumerate(matched(authors, bed.topics, topic, settings.seed), start=1)
    )
    if not settings.extras:
        return Plan(standard, novel, pairs)
    return Plan(standard, novel, pairs, retrain_splits(bed, settings.seed), open_set_splits(bed, settings.seed))


def _check_answerable(bed: TestBed, novel: Sequence[Split]) -> None:
    """Where no tested author is ever trained on, every answer is wrong whatever the method does."""
    if any(np.isin(bed.authors[split.test], bed.authors[split.train]).any() for split in novel):
        return
    group, several = bed.group, int((np.count_nonzero(bed.table, axis=0) > 1).sum())
    raise SplitError(
        f"nothing can be measured: author and {group} go together in corpus {bed.name!r} ({several} of "
        f"{len(bed.author_names)} authors wrote on more than one {group}), so that nobody who is tested is in training "
        f"when a {group} is held out; it takes authors with documents on at least 2 {group}s"
    )


def usable_folds(bed: TestBed, wanted: int) -> int:
    """As many folds as asked for, fewer where no author has a document for each."""
    most = int(bed.table.sum(axis=0).max())
    if most < 2 <= wanted:
        raise SplitError("every author has only one document; cross-validation needs an author with at least 2")
    return min(wanted, most)


def _held_out(bed: TestBed, ids: Sequence[str], settings: Settings) -> Iterator[tuple[str, Rows, Rows]]:
    if settings.scheme not in SCHEMES and settings.split_file is None:
        raise SpecError(f"no scheme named {settings.scheme!r}; there are: {', '.join(SCHEMES)}")
    if settings.split_file is not None:
        yield from from_file(settings.split_file, ids)
    elif settings.scheme == "topic-kfold":
        splitter = TopicKFold(min(settings.topic_folds, len(bed.topic_names)), settings.seed)
        for number, (train, test) in enumerate(splitter.split(bed.topics, groups=list(bed.topics)), start=1):
            yield f"topics of fold {number}", train, test
    else:
        way = NovelTopic() if settings.scheme == "novel-topic" else OneTopic()
        pairs = way.split(bed.topics, groups=list(bed.topics))
        for topic, (train, test) in zip(bed.topic_names, pairs, strict=True):
            yield topic if settings.scheme == "novel-topic" else f"trained on {topic}", train, test


def method_findings(bed: TestBed, plan: Plan, runs: Runs, spec: str, settings: Settings) -> MethodFindings:
    """All that one method's answers show."""
    failures = [Failure(run.split, run.failure) for run in runs.values() if run.failure]
    try:
        standard = _answered(bed, plan.standard, runs, settings)
        novel = _answered(bed, plan.novel, runs, settings)
    except UndefinedMetric:
        return MethodFindings(spec, failures, None, None, None, None, None, [], None)
    fair = _maybe(lambda: _answered(bed, plan.matched, runs, settings)) if plan.matched else None
    found, confusion = novel_findings(bed, novel, (standard, fair), training(bed, plan, settings.by_split), settings)
    return MethodFindings(
        spec=spec,
        failures=failures,
        standard=_standard(standard, plan, runs),
        novel_topic=found,
        novelty=_maybe(lambda: novelty_findings(standard, novel, fair, settings.seed)) if fair else None,
        confusion=confusion,
        neutral=None,
        retrain=_maybe(lambda: retrain_findings(bed, plan, runs, novel)) or [] if plan.retrain else [],
        open_set=_maybe(lambda: open_set_findings(bed, plan, runs)) if plan.open_set else None,
    )


def _maybe(find: Callable[[], Found]) -> Found | None:
    """What is found, or nothing where these answers are too few to say."""
    try:
        return find()
    except StylobenchError:
        return None


def training(bed: TestBed, plan: Plan, by_split: bool) -> dict[str, Counts]:
    """Training documents per author when a unit was tested; the fewest where it was tested in several splits."""
    codes = np.unique(bed.authors, return_inverse=True)[1]
    found: dict[str, Counts] = {}
    for split in plan.novel:
        counts = np.bincount(codes[split.train], minlength=len(bed.author_names))
        for unit in [split.id.partition("/")[2]] if by_split else np.unique(bed.topics[split.test]):
            found[str(unit)] = np.minimum(found.get(str(unit), counts), counts)
    return found


def _answered(bed: TestBed, splits: Sequence[Split], runs: Runs, settings: Settings) -> Answered:
    by_split = settings.by_split and splits[0].id.startswith("novel/")
    return Answered.gather((runs[split.id] for split in splits), bed.authors, None if by_split else bed.topics)


def _standard(answered: Answered, plan: Plan, runs: Runs) -> Standard:
    folds = []
    right = iter(np.split(answered.right, np.cumsum([len(answers.rows) for answers in answered.runs])))
    for split in plan.standard:
        if runs[split.id].answers is not None:
            part = next(right)
            folds.append(StandardFold(split.id.removeprefix("standard/"), len(part), float(np.mean(part))))
    values, sizes = (np.array([getattr(fold, name) for fold in folds]) for name in ("accuracy", "documents"))
    sd = float(values.std(ddof=1)) if len(values) > 1 else float("nan")
    topics = clipped(summary(list(answered.by_unit().values()), list(answered.sizes().values())))
    losses = answered.losses()
    return Standard(
        mean=float(values @ sizes / sizes.sum()),
        low=topics.low,
        high=topics.high,
        units=topics.units,
        sd=sd,
        se=sd / len(values) ** 0.5,
        macro_f1=_macro_f1(answered),
        log_loss=None if losses is None else float(losses.mean()),
        folds=folds,
    )


def _macro_f1(answered: Answered) -> float:
    from stylobench.metrics.attribution import macro_f1

    return macro_f1(list(answered.truth), list(answered.named))


def novelty_findings(standard: Answered, novel: Answered, fair: Answered, seed: int) -> Novelty:
    """The price of novelty, matched minus novel on the same documents, and the rest of the fall, paired over topics.

    Topics weigh by all their documents, so that price and starvation add up to the whole fall.
    """
    usual, new, sizes, won = standard.by_unit(), novel.by_unit(), novel.sizes(), gains(novel, fair)
    topics = [topic for topic in won if topic in usual]
    weights = [sizes[topic] for topic in topics]
    gain = np.array([won[topic] for topic in topics])
    fall = np.array([usual[topic] - new[topic] for topic in topics])
    price = compare(gain, np.zeros(len(topics)), weights, generator(seed, "price of novelty"))
    hunger = compare(fall, gain, weights, generator(seed, "starvation"))
    return Novelty(
        price=price.difference,
        low=price.low,
        high=price.high,
        p=price.p_sign_flip,
        units=price.units,
        starvation=hunger.difference,
        starvation_low=hunger.low,
        starvation_high=hunger.high,
        compared=len(novel.only(fair.rows).rows),
    )


def comparisons(methods: Mapping[str, MethodFindings], seed: int) -> list[Comparison]:
    """Every pair of methods on the topics that both answered, with Holm's correction over the pairs."""
    pairs = [
        (one.a, one.b, compare(one.left, one.right, one.weights, generator(seed, "comparison", one.a, one.b)))
        for one in paired_topics(methods)
    ]
    adjusted = holm([found.p_sign_flip for _, _, found in pairs])
    return [
        Comparison(
            a=a,
            b=b,
            difference=found.difference,
            low=found.low,
            high=found.high,
            p_sign_flip=found.p_sign_flip,
            p_t=found.p_t,
            p_wilcoxon=found.p_wilcoxon,
            p_holm=float(p),
            flips=found.flips,
            units=found.units,
            verdict=_verdict((a, b), found, float(p), len(pairs)),
        )
        for (a, b, found), p in zip(pairs, adjusted, strict=True)
    ]


def _verdict(methods: tuple[str, str], found: Paired, p: float, comparisons: int) -> str:
    if found.note:
        return found.note
    if comparisons * 2.0 ** (1 - found.units) > LEVEL:
        return f"cannot reject at 5% with {found.units} topics and {comparisons} comparisons"
    better, worse = methods if found.difference > 0 else methods[::-1]
    return f"{better} holds up better than {worse}" if p <= LEVEL else "no difference shown"
