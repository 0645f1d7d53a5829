"""What the obfuscation crash test finds, as records; undefined values are None."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Sure:
    """A value with its 95% interval; no interval where too few units say how sure it is."""

    value: float | None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class DataSet:
    """One set of problems. `unit` is what is drawn again, `units` how many there are; `rankable` is False where there
    are too few same-author problems to rank anything.
    """

    name: str
    digest: str
    item: str
    problems: int
    same: int
    different: int
    unit: str
    units: int
    rankable: bool
    folds: int


@dataclass(frozen=True)
class Adaptive:
    """The same method retrained on rewritten texts: every questioned text, of either kind of problem, is rewritten."""

    recall: Sure
    impact: Sure
    auc: Sure
    auc_before: Sure


@dataclass(frozen=True)
class Ranks:
    """Attribution: the mean rank of the true author before and after, and among how many."""

    before: Sure
    after: Sure
    candidates: float


@dataclass(frozen=True)
class Strangers:
    """Attribution in an open set: the share of strangers' documents that are given to nobody, and the share of known
    authors' documents, rightly named, that are turned away as strangers', before and after.
    """

    documents: int
    rejected: Sure
    turned_away: Sure
    turned_away_after: Sure


@dataclass(frozen=True)
class Cell:
    """One method under one obfuscator on one data set.

    Values before are those of the problems that could be rewritten (`same`) and of all untouched ones. `d_` is after
    minus before. `threshold` is that of the published protocol, `impact_published` the impact under it; all else uses
    cross-fitted thresholds. `lost` were recognised before and are not after, `gained` the other way round.
    `untouched_changed` counts problems that were not rewritten and yet were answered differently.
    """

    dataset: str
    method: str
    obfuscator: str
    problems: int
    same: int
    constant: bool
    threshold: float | None
    auc: Sure
    c_at_1: Sure
    final: Sure
    accuracy: Sure
    recall: Sure
    recall_after: Sure
    d_auc: Sure
    d_c_at_1: Sure
    d_final: Sure
    d_accuracy: Sure
    d_recall: Sure
    impact: Sure
    impact_published: float | None
    lost: int
    gained: int
    p: float | None
    untouched_changed: int
    silent_before: int
    silent_after: int
    adaptive: Adaptive | None = None
    ranks: Ranks | None = None
    strangers: Strangers | None = None
    failure: str | None = None


@dataclass(frozen=True)
class Average:
    """One obfuscator over the methods that do not answer everything alike.

    `worthy` averages over the methods whose accuracy reaches the least that makes them worth attacking, `pooled` is
    the share of all right recognitions lost. `strongest` is the worthy method that still recognises most, and what it
    recognises after; `adaptive` averages the methods retrained on rewritten texts.
    """

    dataset: str
    obfuscator: str
    methods: int
    impact: Sure
    pooled: Sure
    d_auc: Sure
    d_c_at_1: Sure
    d_final: Sure
    d_accuracy: Sure
    d_recall: Sure
    worthy_methods: int
    worthy: Sure
    strongest: str | None
    strongest_recall: Sure | None
    adaptive: Sure | None


@dataclass(frozen=True)
class Comparison:
    """Average impact of one obfuscator minus that of another, tested by flipping signs over blocks."""

    dataset: str
    first: str
    second: str
    difference: Sure
    p: float | None
    p_holm: float | None
    blocks: int


@dataclass(frozen=True)
class Supported:
    """A method that an obfuscator helped. `reasons` as published: 1 small change, 2 poor method, 3 small data set,
    4 accuracy fell all the same, ? none of them.
    """

    dataset: str
    method: str
    obfuscator: str
    accuracy: float
    d_accuracy: float
    recall: float
    d_recall: float
    impact: Sure
    reasons: tuple[str, ...]
    significant: bool


@dataclass(frozen=True)
class Rewriting:
    """What an obfuscator did to a data set: texts asked for, given back unchanged, and failed by reason."""

    dataset: str
    obfuscator: str
    texts: int
    unchanged: int
    failed: int
    failures: Mapping[str, int]
    words: int
    edits: int
    operators: Mapping[str, int]
    notes: Mapping[str, int]


@dataclass(frozen=True)
class Quality:
    """One measure of one obfuscator. `original` is the same measure of the untouched texts where it has one.

    `dimension` is soundness, sensibleness or efficiency; `better` is high or low; `scale` says how to print it: share,
    ratio, per_1000 (words), grade (0 to 5) or number. `blind` tells what the measure cannot see.
    """

    dataset: str
    obfuscator: str
    dimension: str
    measure: str
    title: str
    value: Sure
    original: float | None
    texts: int
    better: str
    scale: str
    blind: str


@dataclass(frozen=True)
class Cue:
    """What a detector goes by: a feature and its weight, above 0 where rewritten texts have more of it."""

    name: str
    weight: float


@dataclass(frozen=True)
class Detectability:
    """How well rewritten texts are told from originals, on authors the detector never saw: .5 is invisible."""

    dataset: str
    obfuscator: str
    auc: Sure
    texts: int
    groups: int
    cues: tuple[Cue, ...]


@dataclass(frozen=True)
class Reversal:
    """What an attacker who knows the method and not the seed gets back.

    undone           share of the edits undone exactly
    wrong            share of the attacker's own changes that undo nothing
    recall_undone    what a method recognises after the attacker's undoing, beside recall_rewritten before it
    rank, candidates mean rank of the true original among candidate originals
    linked           how well two rewritten texts by one person are told from two by different people (AUC), beside
                     linked_original of the same texts untouched; by `method`
    traced, traced_before  chance that the true author ranks first among `authors` candidates when the edits are
                     backtracked towards each, and without
    """

    dataset: str
    obfuscator: str
    method: str | None
    texts: int
    undone: Sure | None
    wrong: Sure | None
    recall_rewritten: Sure | None
    recall_undone: Sure | None
    rank: Sure | None
    candidates: int
    linked: Sure | None
    linked_original: Sure | None
    traced: Sure | None = None
    traced_before: Sure | None = None
    authors: int = 0


@dataclass(frozen=True)
class Shown:
    """One problem before and after: scores by method; `threshold` is that of the method for this problem."""

    dataset: str
    problem: str
    method: str
    obfuscator: str
    before: float | None
    after: float | None
    threshold: float | None


@dataclass(frozen=True)
class Phrase:
    """A stretch of text that both have (operator empty, rewritten None), or what became of it and by what operator."""

    original: str
    rewritten: str | None
    operator: str


@dataclass(frozen=True)
class Example:
    """A problem whose rewriting is shown in full, with the methods that no longer recognise its author."""

    dataset: str
    problem: str
    obfuscator: str
    lost: tuple[str, ...]
    kept: tuple[str, ...]
    edits: int
    words: int
    phrases: tuple[Phrase, ...]
