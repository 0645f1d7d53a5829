"""What the novel-topic crash test finds, as records. Fractions from 0 to 1; every low/high pair is a 95% interval."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Spread:
    """A mean over topics with its interval; `defined` says on how many topics the measure has a value."""

    mean: float
    sd: float
    low: float
    high: float
    defined: int


@dataclass(frozen=True)
class StandardFold:
    """One fold of standard cross-validation."""

    fold: str
    documents: int
    accuracy: float


@dataclass(frozen=True)
class Standard:
    """Standard cross-validation: mean, sd and se over folds as usual, the interval with topics as units."""

    mean: float
    low: float
    high: float
    units: int
    sd: float
    se: float
    macro_f1: float
    log_loss: float | None
    folds: list[StandardFold]


@dataclass(frozen=True)
class TopicFold:
    """One held-out topic. `left` counts the training documents that its largest author has elsewhere."""

    topic: str
    documents: int
    accuracy: float
    low: float
    high: float
    standard_accuracy: float | None
    matched_accuracy: float | None
    macro_f1: float
    log_loss: float | None
    largest_author: str
    largest_share: float
    left: int
    starved: bool
    vanished: int
    reason: str


@dataclass(frozen=True)
class SizeCorrelation:
    """Whether large topics are easier or harder."""

    r: float
    p: float


@dataclass(frozen=True)
class Novel:
    """Accuracy on topics that training never saw."""

    mean: float
    topic_mean: float
    low: float
    high: float
    topic_low: float
    topic_high: float
    next_low: float
    next_high: float
    sd: float
    se: float
    se_published: float
    effective_topics: float
    units: int
    chance: float
    chance_high: float
    chance_p: float
    lead: str
    size_correlation: SizeCorrelation
    macro_f1: Spread | None
    log_loss: Spread | None
    positive: str | None
    precision: Spread | None
    recall: Spread | None
    f: Spread | None
    folds: list[TopicFold]


@dataclass(frozen=True)
class Novelty:
    """What newness costs at equal training counts, and what is lost beyond that."""

    price: float
    low: float
    high: float
    p: float
    units: int
    starvation: float
    starvation_low: float
    starvation_high: float
    compared: int


@dataclass(frozen=True)
class Neutral:
    """Novel-topic accuracy with only the most topic-neutral features, chosen inside training."""

    kept: int
    mean: float
    low: float
    high: float
    price: float
    price_low: float
    price_high: float
    units: int


@dataclass(frozen=True)
class RetrainPoint:
    """Accuracy on a new topic after training on so many others."""

    topics: int
    documents: float
    mean: float
    low: float
    high: float
    units: int


@dataclass(frozen=True)
class OpenSet:
    """Known authors and strangers on new topics; the threshold is set inside training to keep `target` of the known."""

    auc: float
    auc_low: float
    auc_high: float
    kept: float
    kept_low: float
    kept_high: float
    turned_away: float
    turned_away_low: float
    turned_away_high: float
    right: float
    right_low: float
    right_high: float
    units: int
    target: float
    strangers: int
    known: int


@dataclass(frozen=True)
class Confusion:
    """Documents by true author (rows) and named author (columns) under novel topic."""

    authors: list[str]
    matrix: list[list[int]]


@dataclass(frozen=True)
class Failure:
    """A split on which a method gave no answer."""

    split: str
    reason: str


@dataclass(frozen=True)
class MethodFindings:
    """All that was found about one method."""

    spec: str
    failures: list[Failure]
    standard: Standard | None
    novel_topic: Novel | None
    novelty: Novelty | None
    confusion: Confusion | None
    neutral: Neutral | None
    retrain: list[RetrainPoint]
    open_set: OpenSet | None


@dataclass(frozen=True)
class Comparison:
    """Two methods on the same held-out topics; `difference` is a minus b."""

    a: str
    b: str
    difference: float
    low: float
    high: float
    p_sign_flip: float
    p_t: float
    p_wilcoxon: float
    p_holm: float
    flips: int
    units: int
    verdict: str
