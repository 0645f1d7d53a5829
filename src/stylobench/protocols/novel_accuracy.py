"""Accuracy on held-out topics: its summary over topics, its chance level, and each topic with a reason in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from stylobench.errors import UndefinedMetric
from stylobench.metrics import attribution
from stylobench.protocols.answered import Answered
from stylobench.protocols.findings import Confusion, Novel, SizeCorrelation, Spread, TopicFold
from stylobench.protocols.test_bed import TestBed
from stylobench.seeds import generator
from stylobench.statistics.chance import permutation_chance
from stylobench.statistics.proportions import wilson
from stylobench.statistics.weighted import Summary, size_correlation, summary

if TYPE_CHECKING:
    from stylobench.protocols.novel_topic import Settings

NEARLY_ALL = 0.9
NOTABLE_POINTS = 0.1
LEVEL = 0.05

Counts = npt.NDArray[np.int64]
Measure = Callable[[Sequence[str], Sequence[str | None]], float]


def clipped(found: Summary) -> Summary:
    """The same summary with intervals inside 0 to 1, where a proportion has to be."""
    names = ("low", "high", "next_low", "next_high", "topic_low", "topic_high")
    return replace(found, **{name: min(max(getattr(found, name), 0.0), 1.0) for name in names})


def novel_findings(
    bed: TestBed,
    novel: Answered,
    others: tuple[Answered, Answered | None],
    training: Mapping[str, Counts],
    settings: Settings,
) -> tuple[Novel, Confusion]:
    """The summary over topics and the confusion matrix; `others` are the standard and the matched answers."""
    accuracy, sizes = novel.by_unit(), novel.sizes()
    found = clipped(summary(list(accuracy.values()), list(sizes.values())))
    chance = permutation_chance(
        list(novel.truth), list(novel.named), list(novel.units), generator(settings.seed, "chance")
    )
    trend = size_correlation(list(accuracy.values()), list(sizes.values()))
    losses = novel.losses()
    positive = (settings.positive or bed.author_names[0]) if len(bed.author_names) == 2 else None
    result = Novel(
        mean=found.mean,
        topic_mean=found.topic_mean,
        low=found.low,
        high=found.high,
        topic_low=found.topic_low,
        topic_high=found.topic_high,
        next_low=found.next_low,
        next_high=found.next_high,
        sd=found.sd,
        se=found.se,
        se_published=found.se_published,
        effective_topics=found.effective_n,
        units=found.units,
        chance=chance.mean,
        chance_high=chance.high,
        chance_p=chance.p,
        lead="topic" if trend.p < LEVEL else "document",
        size_correlation=SizeCorrelation(trend.r, trend.p),
        macro_f1=_spread(novel, attribution.macro_f1),
        log_loss=None if losses is None else _spread_of(novel.by_unit(losses), sizes, np.inf),
        positive=positive,
        precision=_named(novel, attribution.precision, positive),
        recall=_named(novel, attribution.recall, positive),
        f=_named(novel, attribution.f, positive),
        folds=topic_folds(bed, novel, others, training),
    )
    return result, _confusion(bed, novel)


def _named(novel: Answered, measure: Callable[..., float], positive: str | None) -> Spread | None:
    if positive is None:
        return None
    return _spread(novel, lambda truth, named: measure(truth, named, positive=positive))


def _spread(answered: Answered, measure: Measure) -> Spread | None:
    """A measure per topic, over the topics where it is defined."""
    return _spread_of(_by_topic(answered, measure), answered.sizes())


def _by_topic(answered: Answered, measure: Measure) -> dict[str, float]:
    values = {}
    for unit in answered.sizes():
        inside = answered.units == unit
        try:
            values[unit] = measure(list(answered.truth[inside]), list(answered.named[inside]))
        except UndefinedMetric:
            continue
    return values


def _spread_of(values: dict[str, float], sizes: dict[str, int], most: float = 1.0) -> Spread | None:
    if len(values) < 2:
        return None
    found = summary(list(values.values()), [sizes[unit] for unit in values])
    return Spread(found.mean, found.sd, max(found.low, 0.0), min(found.high, most), len(values))


def topic_folds(
    bed: TestBed, novel: Answered, others: tuple[Answered, Answered | None], training: Mapping[str, Counts]
) -> list[TopicFold]:
    """Every held-out unit with what is known about it."""
    losses, usual = novel.losses(), others[0].by_unit()
    won = gains(novel, others[1]) if others[1] else {}
    by_loss = None if losses is None else novel.by_unit(losses)
    f1 = _by_topic(novel, attribution.macro_f1)
    folds = []
    for topic, documents in novel.sizes().items():
        inside = novel.units == topic
        right = int(novel.right[inside].sum())
        low, high = wilson(right, documents)
        wrote = np.array([(novel.truth[inside] == name).sum() for name in bed.author_names])
        left = training[topic]
        largest = int(np.argmax(wrote))
        fold = TopicFold(
            topic=topic,
            documents=documents,
            accuracy=right / documents,
            low=low,
            high=high,
            standard_accuracy=usual.get(topic),
            matched_accuracy=right / documents + won[topic] if topic in won else None,
            macro_f1=f1[topic],
            log_loss=None if by_loss is None else by_loss[topic],
            largest_author=bed.author_names[largest],
            largest_share=float(wrote[largest] / documents),
            left=int(left[largest]),
            starved=bool(bed.starving(left)[largest]),
            vanished=int(((wrote > 0) & (left == 0)).sum()),
            reason="",
        )
        folds.append(replace(fold, reason=reason(fold)))
    return folds


def gains(novel: Answered, fair: Answered) -> dict[str, float]:
    """What each topic wins on the same documents when some of it is trained on: the price of its novelty."""
    unseen, level = novel.only(fair.rows).by_unit(), fair.only(novel.rows).by_unit()
    return {topic: level[topic] - unseen[topic] for topic in level}


def reason(fold: TopicFold) -> str:
    """Why a topic may be as easy or as hard as it is."""
    said = []
    if fold.vanished:
        said.append(f"{fold.vanished} of its authors have no document in any other topic")
    if fold.starved:
        said.append(f"its largest author ({fold.largest_share:.0%} of it) keeps only {fold.left} training documents")
    elif fold.largest_share >= NEARLY_ALL:
        said.append(f"{fold.largest_share:.0%} of it is by one author, who keeps {fold.left} training documents")
    lost = (fold.matched_accuracy or 0) - fold.accuracy
    if fold.matched_accuracy is not None and lost >= NOTABLE_POINTS:
        said.append(f"{100 * lost:.0f} points are won back when some of the topic is trained on: novelty")
    return "; ".join(said) or "nothing unusual in who wrote it"


def _confusion(bed: TestBed, novel: Answered) -> Confusion:
    """Documents by true and named author; silence and names that are nobody's stand in no column."""
    place = {name: i for i, name in enumerate(bed.author_names)}
    matrix = np.zeros((len(place), len(place)), dtype=np.int64)
    for true, named in zip(novel.truth, novel.named, strict=True):
        if named in place:
            matrix[place[str(true)], place[named]] += 1
    return Confusion(bed.author_names, matrix.tolist())
