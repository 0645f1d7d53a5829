"""What people say of rewritten texts: grades by obfuscator and group, agreement, bias, and whom experts recognise.

Grades are school grades, 1 is best and 5 is worst; answers on another scale are mapped to it in a straight line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from scipy import stats

from stylobench.errors import MissingPart
from stylobench.protocols.attack_findings import Sure
from stylobench.protocols.attack_people import Told, mean
from stylobench.protocols.review import ORIGINAL
from stylobench.protocols.review_answers import BEST, VERDICTS, WORST, Grade, Reviews
from stylobench.statistics.trial_draws import DRAWS

EVERYBODY = "all reviewers"
MEASURES = ("soundness", "sensibleness")


@dataclass(frozen=True)
class Grades:
    """The mean grade of an obfuscator by a group of reviewers; `original` is the same of the untouched texts, where
    they were graded. `texts` are drawn again for the interval, `answers` are all grades.
    """

    obfuscator: str
    group: str
    measure: str
    grade: Sure
    original: Sure | None
    answers: int
    texts: int
    reviewers: int


@dataclass(frozen=True)
class Verdicts:
    """Shares of correct, passable and incorrect among the answers of a group."""

    obfuscator: str
    group: str
    correct: float
    passable: float
    incorrect: float
    answers: int


@dataclass(frozen=True)
class Agreement:
    """Krippendorff's alpha: 1 is agreement, 0 is chance; None where nobody overlaps or all answers are alike."""

    measure: str
    group: str
    level: str
    alpha: float | None
    items: int
    reviewers: int


@dataclass(frozen=True)
class RankAgreement:
    """Kendall's tau-b of two groups' orders of the obfuscators by mean grade."""

    measure: str
    first: str
    second: str
    tau: float | None
    obfuscators: int


@dataclass(frozen=True)
class SelfReview:
    """Grades that authors of an obfuscator gave it minus those that others gave the same texts: below 0 is kinder."""

    obfuscator: str
    measure: str
    difference: Sure
    texts: int
    reviewers: int


@dataclass(frozen=True)
class Recognised:
    """The share of right answers to 'same author?' about one version of texts."""

    version: str
    same: bool
    right: Sure
    answers: int
    texts: int
    reviewers: int


@dataclass(frozen=True)
class Scale:
    """A scale that reviewers used, and which of them did."""

    best: float
    worst: float
    reviewers: tuple[str, ...]


@dataclass(frozen=True)
class ReviewFindings:
    """Everything that the answers say."""

    reviewers: Mapping[str, int]
    scales: tuple[Scale, ...]
    grades: tuple[Grades, ...]
    verdicts: tuple[Verdicts, ...]
    agreement: tuple[Agreement, ...]
    rank_agreement: tuple[RankAgreement, ...]
    self_review: tuple[SelfReview, ...]
    recognised: tuple[Recognised, ...]


def findings(reviews: Reviews) -> ReviewFindings:
    """All of it."""
    return ReviewFindings(
        reviewers=dict(sorted(Counter(reviewer.group for reviewer in reviews.reviewers).items())),
        scales=tuple(_scales(reviews)),
        grades=tuple(_grades(reviews)),
        verdicts=tuple(_verdicts(reviews)),
        agreement=tuple(_agreements(reviews)),
        rank_agreement=tuple(_rank_agreements(reviews)),
        self_review=tuple(_self_reviews(reviews)),
        recognised=tuple(_recognised(reviews)),
    )


def _scales(reviews: Reviews) -> list[Scale]:
    used: dict[tuple[float, float], list[str]] = {}
    for one in reviews.reviewers:
        used.setdefault(one.scale, []).append(one.name)
    return [Scale(*ends, tuple(sorted(names))) for ends, names in sorted(used.items())]


def _groups(reviews: Reviews) -> list[str]:
    named = sorted({one.group for one in reviews.reviewers})
    return [EVERYBODY, *named] if len(named) > 1 else [EVERYBODY]


def _of(grades: Iterable[Grade], group: str, **wanted: str) -> list[Grade]:
    return [
        one
        for one in grades
        if group in (EVERYBODY, one.reviewer.group) and all(getattr(one, key) == value for key, value in wanted.items())
    ]


def _obfuscators(reviews: Reviews) -> list[str]:
    return sorted({one.version for one in reviews.grades if one.measure == "soundness"})


def _average(grades: Sequence[Grade]) -> Sure:
    """The mean grade; its interval stays on the scale."""
    shares = tuple((one.value - BEST) / (WORST - BEST) for one in grades)
    found = mean(Told(tuple(one.problem for one in grades), shares), 0, DRAWS, share=True)
    return Sure(*(None if end is None else BEST + (WORST - BEST) * end for end in (found.value, found.low, found.high)))


def _grades(reviews: Reviews) -> list[Grades]:
    found = []
    for measure in MEASURES:
        for obfuscator in _obfuscators(reviews):
            for group in _groups(reviews):
                own = _of(reviews.grades, group, measure=measure, version=obfuscator)
                beside = _of(reviews.grades, group, measure=measure, version=ORIGINAL, obfuscator=obfuscator)
                if own:
                    counts = len(own), len({one.problem for one in own}), len({one.reviewer for one in own})
                    original = _average(beside) if beside else None
                    found.append(Grades(obfuscator, group, measure, _average(own), original, *counts))
    return found


def _verdicts(reviews: Reviews) -> list[Verdicts]:
    found = []
    for obfuscator in _obfuscators(reviews):
        for group in _groups(reviews):
            said = Counter(
                one.verdict
                for one in reviews.verdicts
                if one.obfuscator == obfuscator and group in (EVERYBODY, one.reviewer.group)
            )
            if total := said.total():
                correct, passable, incorrect = (said[name] / total for name in VERDICTS)
                found.append(Verdicts(obfuscator, group, correct, passable, incorrect, total))
    return found


def _agreements(reviews: Reviews) -> list[Agreement]:
    found = []
    for group in _groups(reviews):
        for measure in MEASURES:
            own = _of(reviews.grades, group, measure=measure)
            cells = [(one.reviewer.name, f"{one.item} {one.version == ORIGINAL}", one.value) for one in own]
            found.append(_agreement(measure, group, "ordinal", cells))
        classes = [
            (one.reviewer.name, one.item, float(VERDICTS.index(one.verdict)))
            for one in reviews.verdicts
            if group in (EVERYBODY, one.reviewer.group)
        ]
        found.append(_agreement("verdict", group, "nominal", classes))
    return found


def _agreement(measure: str, group: str, level: str, cells: Sequence[tuple[str, str, float]]) -> Agreement:
    names, items = sorted({name for name, _, _ in cells}), sorted({item for _, item, _ in cells})
    table = np.full((len(names), len(items)), np.nan)
    for name, item, value in cells:
        table[names.index(name), items.index(item)] = value
    return Agreement(measure, group, level, alpha(table, level), len(items), len(names))


def alpha(table: np.ndarray[tuple[int, int], np.dtype[np.float64]], level: str) -> float | None:
    """Krippendorff's alpha of reviewers x items, NaN where there is no answer."""
    try:
        import krippendorff
    except ImportError:
        raise MissingPart("krippendorff", "pip install 'stylobench[obfuscate]'") from None
    shared = table[:, (~np.isnan(table)).sum(axis=0) > 1]
    if not shared.size or len(np.unique(shared[~np.isnan(shared)])) < 2:
        return None
    return float(krippendorff.alpha(reliability_data=shared, level_of_measurement=level))


def _rank_agreements(reviews: Reviews) -> list[RankAgreement]:
    means = {(one.measure, one.group, one.obfuscator): one.grade.value for one in _grades(reviews)}
    found = []
    for measure in MEASURES:
        for first, second in combinations(_groups(reviews)[1:], 2):
            both = [
                (means[measure, first, name], means[measure, second, name])
                for name in _obfuscators(reviews)
                if (measure, first, name) in means and (measure, second, name) in means
            ]
            found.append(RankAgreement(measure, first, second, _tau(both), len(both)))
    return found


def _tau(both: Sequence[tuple[float | None, float | None]]) -> float | None:
    if len(both) < 2 or any(len(set(side)) < 2 for side in zip(*both, strict=True)):
        return None
    return float(stats.kendalltau(*zip(*both, strict=True)).statistic)


def _self_reviews(reviews: Reviews) -> list[SelfReview]:
    found = []
    for measure in MEASURES:
        for obfuscator in _obfuscators(reviews):
            grades = [one for one in reviews.grades if (one.measure, one.version) == (measure, obfuscator)]
            own = [one for one in grades if one.reviewer.system == obfuscator]
            others = [one for one in grades if one.reviewer.system != obfuscator]
            apart = _apart(own, others)
            if apart.units:
                reviewers = len({one.reviewer for one in own})
                found.append(SelfReview(obfuscator, measure, mean(apart, 0, DRAWS), len(apart.units), reviewers))
    return found


def _apart(own: Sequence[Grade], others: Sequence[Grade]) -> Told:
    """Own mean minus the others' mean, text by text."""
    sides = [Told(tuple(one.problem for one in side), tuple(one.value for one in side)).means for side in (own, others)]
    shared = sorted(set(sides[0]) & set(sides[1]))
    return Told(tuple(shared), tuple(sides[0][problem] - sides[1][problem] for problem in shared))


def _recognised(reviews: Reviews) -> list[Recognised]:
    versions = sorted({one.version for one in reviews.recognitions} - {ORIGINAL})
    found = []
    for version in (ORIGINAL, "rewritten", *versions):
        for same in (True, False):
            own = [
                one
                for one in reviews.recognitions
                if one.same == same and (one.version == version or (version == "rewritten" and one.version != ORIGINAL))
            ]
            if own:
                told = Told(tuple(one.problem for one in own), tuple(float(one.right) for one in own))
                counts = len(own), len(set(told.units)), len({one.reviewer for one in own})
                found.append(Recognised(version, same, mean(told, 0, DRAWS, share=True), *counts))
    return found
