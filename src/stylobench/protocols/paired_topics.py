"""Two methods side by side on the topics that both answered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from stylobench.protocols.findings import MethodFindings


@dataclass(frozen=True)
class PairedTopics:
    """The accuracies of methods a (left) and b (right) topic by topic, and the documents of each topic."""

    a: str
    b: str
    left: list[float]
    right: list[float]
    weights: list[int]


def paired_topics(methods: Mapping[str, MethodFindings]) -> Iterator[PairedTopics]:
    """Every pair of methods that have at least two topics in common."""
    able = {name: found.novel_topic for name, found in methods.items() if found.novel_topic}
    for a, b in combinations(able, 2):
        left, right = ({fold.topic: fold for fold in able[name].folds} for name in (a, b))
        topics = [topic for topic in left if topic in right]
        if len(topics) >= 2:
            one, other = ([side[topic].accuracy for topic in topics] for side in (left, right))
            yield PairedTopics(a, b, one, other, [left[topic].documents for topic in topics])
