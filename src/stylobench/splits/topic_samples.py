"""Samples of topics: chosen to be unlike (HITS), at random, or with the rest merged into those chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from stylobench.errors import SplitError
from stylobench.records import Floats
from stylobench.seeds import generator
from stylobench.splits.hits import DECIMALS, choices, directions

# documents behind the vectors of topics: the mean of few noisy vectors looks unlike everything, so that HITS would take
# the smallest topics; equal numbers make all equally noisy
VECTORS = ("equal", "all")
NAMED = 5


def left_out_in_words(left_out: Mapping[str, int], topics: int, least: int, group: str = "topic") -> str:
    """Topics that are too small to take part, the largest named, and their documents.

    >>> left_out_in_words({"sea": 3, "law": 1}, 9, 10)
    "2 of 9 topics have fewer than 10 documents and take no part, with 4 documents: 'sea' (3), 'law' (1)"
    """
    largest = sorted(left_out, key=lambda topic: (-left_out[topic], topic))
    named = [f"{topic!r} ({left_out[topic]:,})" for topic in largest[:NAMED]]
    more = [f"and {len(largest) - NAMED:,} more"] if len(largest) > NAMED else []
    documents = sum(left_out.values())
    return (
        f"{len(left_out):,} of {topics:,} {group}s have fewer than {least:,} documents and take no part, with "
        f"{documents:,} document{'' if documents == 1 else 's'}: {', '.join([*named, *more])}"
    )


def check_large_enough(
    count: int | None, topics: int, left_out: Mapping[str, int], least: int, per_topic: int = 0, group: str = "topic"
) -> None:
    """Refuse to take more topics than are large enough where the options that let smaller ones in would mend it.

    A topic has to have the `least` number of documents, and those that are taken `per_topic`.
    """
    missing = (count or 0) - topics
    if not 1 <= missing <= len(left_out):
        return
    size = sorted(left_out.values(), reverse=True)[missing - 1]
    limits = {"--min-documents": least, "--documents": per_topic}
    mended = " ".join(f"{option} {size}" for option, limit in limits.items() if size < limit)
    small = left_out_in_words(left_out, len(left_out) + topics, max(limits.values()), group)
    raise SplitError(f"cannot take {count} {group}s: {small}; take at most {topics}, or let smaller ones in: {mended}")


@dataclass(frozen=True)
class TopicSample:
    """Topics in order of selection with their leakage scores (none for random ones), and which topics joined which."""

    name: str
    topics: tuple[str, ...]
    leakage: tuple[float, ...] = ()
    joined: Mapping[str, str] = field(default_factory=dict)

    def group_of(self, topic: str) -> str | None:
        """The topic of the sample under which documents on this topic go; None where they are cut.

        >>> sample = TopicSample("grouping", ("law",), (0.0,), {"courts": "law"})
        >>> [sample.group_of(topic) for topic in ("law", "courts", "sea")]
        ['law', 'law', None]
        """
        return topic if topic in self.topics else self.joined.get(topic)


def hits(names: Sequence[str], vectors: npt.ArrayLike, count: int, score: str = "corrected") -> TopicSample:
    """The topics that HITS selects; all others are cut."""
    taken = choices(names, vectors, count, score)
    return TopicSample("hits", tuple(one.topic for one in taken), tuple(one.leakage for one in taken))


def random(names: Sequence[str], count: int, seed: int, number: int = 0) -> TopicSample:
    """Topics at random; each number is another sample. A larger sample of the same number holds the smaller ones.

    >>> random(["a", "b", "c"], 2, seed=0) == random(["c", "b", "a"], 2, seed=0)
    True
    """
    topics = sorted(set(names))
    if not 1 <= count <= len(topics):
        raise SplitError(f"cannot select {count} of {len(topics)} topics; ask for 1 to {len(topics)}")
    order = generator(seed, "random topics", str(number)).permutation(len(topics))
    return TopicSample(f"random-{number:02d}", tuple(topics[place] for place in order[:count]))


def grouping(names: Sequence[str], vectors: npt.ArrayLike, count: int, score: str = "corrected") -> TopicSample:
    """The topics that HITS selects; each of the others joins the one it is most similar to."""
    sample = hits(names, vectors, count, score)
    return TopicSample("grouping", sample.topics, sample.leakage, _joined(sample, names, vectors, -np.inf))


def hybrid(
    names: Sequence[str], vectors: npt.ArrayLike, count: int, threshold: float, score: str = "corrected"
) -> TopicSample:
    """The topics that HITS selects; others join their nearest where the cosine is above the threshold, else are cut."""
    if not -1 <= threshold <= 1:
        raise SplitError(f"a threshold of {threshold} is no cosine; give one between -1 and 1, such as 0.9")
    sample = hits(names, vectors, count, score)
    return TopicSample("hybrid", sample.topics, sample.leakage, _joined(sample, names, vectors, threshold))


def _joined(sample: TopicSample, names: Sequence[str], vectors: npt.ArrayLike, threshold: float) -> dict[str, str]:
    topics, units = directions(names, vectors)
    place = {topic: i for i, topic in enumerate(topics)}
    cosines: Floats = np.round(units @ units[[place[topic] for topic in sample.topics]].T, DECIMALS)
    nearest = cosines.argmax(axis=1)
    joins = (cosines.max(axis=1) > threshold) & ~np.isin(topics, sample.topics)
    return {topics[i]: sample.topics[nearest[i]] for i in np.flatnonzero(joins)}
