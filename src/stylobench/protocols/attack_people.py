"""People who disguise themselves: whom methods recognise in usual texts, and whom still in disguised ones.

The author is the unit: every author counts once, however many texts there are of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from stylobench.metrics.impact import impact
from stylobench.protocols.attack_detection import detect
from stylobench.protocols.attack_findings import Cue, Sure
from stylobench.records import Floats
from stylobench.seeds import generator
from stylobench.statistics.impact import UNCHANGED, change_interval, impact_interval
from stylobench.statistics.signflip import sign_flip
from stylobench.statistics.trial_draws import Units, draw_weights, interval

TYPED = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2013": "-", "\u2014": "-", "\u2026": "..."}
)
NOTHING = Sure(None)


@dataclass(frozen=True)
class Disguise:
    """One way of writing other than usual: how many texts of it there are, and by how many authors."""

    kind: str
    documents: int
    authors: int


@dataclass(frozen=True)
class PeopleCell:
    """One method on one disguise: the share recognised (verifier) or rightly named (attributor), every author once.

    `before` is of usual texts that were left out, `after` of disguised ones beside the same known texts, `d` after
    minus before. `others` is the share of other people's usual texts that a verifier rightly rejects. Ranks are those
    of the true author among `candidates`, means over authors.
    """

    dataset: str
    method: str
    kind: str
    disguise: str
    authors: int
    documents: int
    before: Sure
    after: Sure
    d: Sure
    impact: Sure
    p: float | None
    others: Sure | None = None
    rank_before: Sure | None = None
    rank_after: Sure | None = None
    candidates: int | None = None
    failure: str | None = None


@dataclass(frozen=True)
class Imitation:
    """Texts that imitate `target`: the share that an attributor gives to the target, of the imitators' usual texts
    (before) and of their imitations (after), and the mean rank of the target.
    """

    dataset: str
    method: str
    disguise: str
    target: str
    authors: int
    documents: int
    before: Sure
    after: Sure
    d: Sure
    p: float | None
    rank_before: Sure
    rank_after: Sure
    candidates: int


@dataclass(frozen=True)
class PeopleDetection:
    """How well disguised texts are told from usual ones by the same authors, none of whom the detector saw.

    `auc` looks at style alone; `auc_with_topic` also at words, and so at what the disguised texts were to be about.
    """

    dataset: str
    disguise: str
    auc: Sure
    auc_with_topic: Sure
    texts: int
    disguised: int
    authors: int
    cues: tuple[Cue, ...]


@dataclass(frozen=True)
class Told:
    """A value of each of some texts, with the unit, such as its author, that it belongs to; a unit may have several."""

    units: tuple[str, ...]
    values: tuple[float, ...]

    @cached_property
    def means(self) -> Mapping[str, float]:
        """The mean of every unit; NaN values do not count."""
        held: dict[str, list[float]] = {}
        for unit, value in zip(self.units, self.values, strict=True):
            if not np.isnan(value):
                held.setdefault(unit, []).append(value)
        return {unit: float(np.mean(values)) for unit, values in held.items()}


@dataclass(frozen=True)
class Compared:
    """The same authors before and after."""

    before: Sure
    after: Sure
    d: Sure
    impact: Sure
    p: float | None
    authors: int


def evenly_typed(text: str) -> str:
    """The text without what tells a word processor from a form on a screen: line ends, tabs, double spaces, curved
    quotation marks and long dashes. Disguised texts are typed elsewhere than usual ones, which would give them away.

    >>> evenly_typed("\\t\u201cIt\u2019s\u201d  late\\r\\n\\r\\n\u2014 so")
    '"It\\'s" late - so'
    """
    return re.sub(r"\s+", " ", re.sub(r"-{2,}", "-", text.translate(TYPED))).strip()


def compared(before: Told, after: Told, seed: int, draws: int, names: Sequence[str]) -> Compared:
    """Means over the authors that both have; whoever draws authors again draws them with all their texts."""
    authors = sorted(set(before.means) & set(after.means))
    if not authors:
        return Compared(NOTHING, NOTHING, NOTHING, NOTHING, None, 0)
    first, second = (np.array([one.means[author] for author in authors]) for one in (before, after))
    units, weights = _drawn(authors, seed, draws)
    means = [_means(values, weights) for values in (first, second)]
    change = means[1] - means[0]
    ends = UNCHANGED if np.array_equal(first, second) else change_interval(change, units, len(authors))
    told = (float(means[0][0]), float(means[1][0]))
    turned = (second - first)[second != first]
    rng = generator(seed, "people", *names)
    return Compared(
        before=Sure(told[0], *interval(means[0], units, share=True)),
        after=Sure(told[1], *interval(means[1], units, share=True)),
        d=Sure(told[1] - told[0], *ends),
        impact=Sure(impact(*told), *impact_interval(told[0], ends)),
        p=sign_flip(turned, None, rng).p if len(turned) > 1 else 1.0,
        authors=len(authors),
    )


def mean(told: Told, seed: int, draws: int, share: bool = False) -> Sure:
    """The mean over units with its interval."""
    authors = sorted(told.means)
    if not authors:
        return NOTHING
    units, weights = _drawn(authors, seed, draws)
    drawn = _means(np.array([told.means[author] for author in authors]), weights)
    return Sure(float(drawn[0]), *interval(drawn, units, share=share))


def detection(
    dataset: str, disguise: str, texts: Mapping[str, tuple[Sequence[str], Sequence[str]]], seed: int, draws: int
) -> PeopleDetection:
    """`texts` are usual and disguised ones by author."""
    rows = [
        (author, text, disguised)
        for author, both in sorted(texts.items())
        for disguised, side in enumerate(both)
        for text in side
    ]
    authors, held, kinds = zip(*rows, strict=True)
    truth = np.array(kinds, np.bool_)
    style, everything = (detect(held, truth, authors, seed, draws, content=content) for content in (False, True))
    return PeopleDetection(
        dataset, disguise, style.auc, everything.auc, len(rows), int(truth.sum()), len(texts), style.cues
    )


def _drawn(authors: Sequence[str], seed: int, draws: int) -> tuple[Units, Floats]:
    """Authors as units, and how often each counts in each draw."""
    units = Units.groups("author", [[author] for author in authors])
    return units, draw_weights(units, np.ones(len(authors), np.bool_), generator(seed, "people"), draws)


def _means(values: Floats, weights: Floats) -> Floats:
    return np.asarray((weights @ values) / weights.sum(axis=1), np.float64)
