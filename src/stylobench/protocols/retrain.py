"""Retrain curve: accuracy on a new topic against the number of topics trained on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from stylobench.errors import UndefinedMetric
from stylobench.protocols.answered import Answered
from stylobench.protocols.findings import RetrainPoint
from stylobench.protocols.novel_accuracy import clipped
from stylobench.protocols.test_bed import TestBed
from stylobench.records import Split
from stylobench.splits.retrain import growing, sizes
from stylobench.statistics.weighted import summary

if TYPE_CHECKING:
    from stylobench.protocols.novel_topic import Plan, Runs


def retrain_splits(bed: TestBed, seed: int) -> tuple[Split, ...]:
    """For every topic, training sets of 1, 2, 4, ... other topics."""
    return tuple(
        Split(f"retrain/{size}/{topic}", train, test, topic)
        for topic in bed.topic_names
        for size, train, test in growing(bed.topics, topic, seed)
    )


def retrain_findings(bed: TestBed, plan: Plan, runs: Runs, novel: Answered) -> list[RetrainPoint]:
    """The points of the curve; the last one is novel topic itself."""
    points = []
    for size in sizes(len(bed.topic_names)):
        splits = [split for split in plan.retrain if split.id.startswith(f"retrain/{size}/")]
        try:
            answered = Answered.gather((runs[split.id] for split in splits), bed.authors, bed.topics)
        except UndefinedMetric:
            continue
        points.append(_point(size, answered, splits))
    return [*points, _point(len(bed.topic_names) - 1, novel, list(plan.novel))]


def _point(size: int, answered: Answered, splits: list[Split]) -> RetrainPoint:
    found = clipped(summary(list(answered.by_unit().values()), list(answered.sizes().values())))
    documents = float(np.mean([len(split.train) for split in splits]))
    return RetrainPoint(size, documents, found.mean, found.low, found.high, found.units)
