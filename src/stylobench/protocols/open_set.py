"""Open set: new topics by known authors and by strangers, with the option to answer "somebody else"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import stats

from stylobench.protocols.answered import Answered
from stylobench.protocols.findings import OpenSet
from stylobench.protocols.test_bed import TestBed
from stylobench.records import Floats, Rows, Split
from stylobench.splits.open_set import open_set
from stylobench.statistics.weighted import summary

if TYPE_CHECKING:
    from stylobench.protocols.novel_topic import Plan, Runs

TARGET = 0.9
Flags = npt.NDArray[np.bool_]


class Shares(NamedTuple):
    """What one topic shows: a value and how many documents it rests on."""

    value: float
    documents: int


def open_set_splits(bed: TestBed, seed: int) -> tuple[Split, ...]:
    """Test splits with strangers, each with the inner split that sets its threshold."""
    found = []
    for one in open_set(bed.authors, bed.topics, seed):
        found.append(Split(f"open/{one.name}", one.train, one.test, f"authors and topics {one.name}"))
        found.append(Split(f"open-inner/{one.name}", one.inner_train, one.inner_test, f"inside {one.name}"))
    return tuple(found)


def open_set_findings(bed: TestBed, plan: Plan, runs: Runs) -> OpenSet | None:
    """How well strangers are told apart, and what the threshold does, with topics as units."""
    tested = list(_tested(bed, plan, runs))
    if not tested:
        return None
    known = np.concatenate([part for _, part, _ in tested])
    kept = np.concatenate([part for _, _, part in tested])
    topics = np.concatenate([answered.units for answered, _, _ in tested])
    right = np.concatenate([answered.right for answered, _, _ in tested])
    group = np.concatenate([np.full(len(part), i) for i, (_, part, _) in enumerate(tested)])
    confidence = np.concatenate([answered.confidence for answered, _, _ in tested])
    units = [topics == topic for topic in bed.topic_names]
    parts = (
        [_auc(confidence[inside], known[inside], group[inside]) for inside in units],
        [_share(kept, inside & known) for inside in units],
        [_share(~kept, inside & ~known) for inside in units],
        [_share(right == 1, inside & known & kept) for inside in units],
    )
    numbers = [_interval([one for one in part if one is not None]) for part in parts]
    auc, stay, away, named = numbers
    if auc is None or stay is None or away is None or named is None:
        return None
    return OpenSet(*auc, *stay, *away, *named, _judged(parts), TARGET, int((~known).sum()), int(known.sum()))


def _tested(bed: TestBed, plan: Plan, runs: Runs) -> Iterator[tuple[Answered, Flags, Flags]]:
    """Answers of each test split, whether its author is known, and whether it is kept."""
    for split in plan.open_set:
        inner = runs[f"open-inner/{split.id.removeprefix('open/')}"] if split.id.startswith("open/") else None
        outer = runs[split.id]
        if inner is None or inner.answers is None or outer.answers is None:
            continue
        answered = Answered.gather([outer], bed.authors, bed.topics)
        threshold = np.quantile(Answered.gather([inner], bed.authors, bed.topics).confidence, 1 - TARGET)
        known = np.isin(answered.truth, np.unique(bed.authors[split.train]))
        yield answered, known, answered.confidence >= threshold


def _share(hit: Flags, among: Flags) -> Shares | None:
    count = int(among.sum())
    return Shares(float(hit[among].mean()), count) if count else None


def _auc(confidence: Floats, known: Flags, group: Rows) -> Shares | None:
    """How often a known author's document scores above a stranger's, compared within one model."""
    wins, pairs = 0.0, 0
    for number in np.unique(group):
        inside = group == number
        yes, no = confidence[inside & known], confidence[inside & ~known]
        if len(yes) and len(no):
            wins += float(stats.mannwhitneyu(yes, no).statistic)
            pairs += len(yes) * len(no)
    return Shares(wins / pairs, len(known)) if pairs else None


def _judged(parts: tuple[list[Shares | None], ...]) -> int:
    """The topics on which every measure has a value."""
    return sum(all(one is not None for one in topic) for topic in zip(*parts, strict=True))


def _interval(found: list[Shares]) -> tuple[float, float, float] | None:
    if len(found) < 2:
        return None
    over = summary([one.value for one in found], [one.documents for one in found])
    return over.mean, max(over.low, 0.0), min(over.high, 1.0)
