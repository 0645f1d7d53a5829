"""A sample of topics from a corpus, and how similar training and test topics are in it, beside random samples."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from stylobench.errors import SplitError
from stylobench.features.clusters import clusters
from stylobench.features.encoders import encoded
from stylobench.features.texts import Texts
from stylobench.features.topic_vectors import cosines, topic_vectors
from stylobench.protocols.leakage_findings import SimilarPair
from stylobench.protocols.leakage_ground import LEAST_DOCUMENTS
from stylobench.protocols.topic_similarity import LEFT_OUT, TrainTest, similar_pairs, train_test
from stylobench.records import Corpus, Floats, Rows
from stylobench.specs import build
from stylobench.splits import topic_samples
from stylobench.splits.hits import DECIMALS, SCORES, Choice, choices
from stylobench.splits.pairs import Library, distinct_ids, equal_documents
from stylobench.splits.topic_kfold import TopicKFold
from stylobench.splits.topic_samples import VECTORS, TopicSample, check_large_enough

METHODS = ("hits", "random", "grouping", "hybrid")
CANDIDATES = 20  # random samples drawn for each that is kept for its size
CLEAR_RISE = 0.25
Told = Callable[[int, int], None]


@dataclass(frozen=True)
class Settings:
    """How to sample. `random` is how many random samples stand beside it."""

    method: str = "hits"
    threshold: float = 0.9
    score: str = "corrected"
    folds: int = 10
    random: int = 20
    seed: int = 0

    def __post_init__(self) -> None:
        for kind, value, known in (("method", self.method, METHODS), ("score", self.score, SCORES)):
            if value not in known:
                raise SplitError(f"no {kind} named {value!r}; there are: {', '.join(known)}")
        if self.folds < 2:
            raise SplitError(f"{self.folds} folds have nothing to train on; ask for at least 2")
        if self.random < 0:
            raise SplitError(f"{self.random} random samples cannot be drawn; ask for 0 or more")


@dataclass(frozen=True)
class Source:
    """Where the topics come from: a column of the corpus, or so many clusters of its texts. Topics with fewer than
    `min_documents` take no part; vectors rest on `equal` numbers of documents of each, or on `all` that there are.
    """

    encoder: str = "lsa"
    group: str = "topic"
    clusters: int | None = None
    min_documents: int = LEAST_DOCUMENTS
    seed: int = 0
    vector_documents: str = "equal"

    def __post_init__(self) -> None:
        if self.vector_documents not in VECTORS:
            raise SplitError(
                f"topic vectors rest on {' or '.join(VECTORS)} documents, not on {self.vector_documents!r}"
            )


@dataclass(frozen=True)
class Topics:
    """The topics of a corpus with their vectors; `rows` are the documents that have one, `labels` which one. `left_out`
    are topics that are too small, with their documents; `per_vector` is the fewest documents behind a vector, of all
    topics where vectors are `equal`.
    """

    encoder: str
    rows: Rows
    labels: list[str]
    names: list[str]
    vectors: Floats
    cosines: Floats
    left_out: Mapping[str, int]
    per_vector: int
    equal_vectors: bool = True

    @property
    def documents(self) -> dict[str, int]:
        """How many documents each topic has."""
        return Counter(self.labels)


@dataclass(frozen=True)
class Beside:
    """A similarity in random samples: their mean, the lowest and the highest, and how many lie above the sample's."""

    mean: float
    low: float
    high: float
    above: int
    n: int


@dataclass(frozen=True)
class Sampled:
    """A sample of topics, why each was taken, and similarities of training to test topics, beside random samples of as
    many topics. Where vectors rest on equally many documents, these are the nearest in size of twenty times as many;
    `random_documents` is how many documents they hold.
    """

    sample: TopicSample
    choices: list[Choice]
    similarity: TrainTest
    every_topic: TrainTest
    random_mean: Beside | None
    random_largest: Beside | None
    random_documents: Beside | None
    pairs: list[SimilarPair]


@dataclass(frozen=True)
class Step:
    """One number of topics in a sweep."""

    topics: int
    documents: int
    similarity: TrainTest
    random_mean: Beside
    random_largest: Beside

    @property
    def gain(self) -> float:
        """How much lower the mean similarity is than in random samples."""
        return self.random_mean.mean - self.similarity.mean


@dataclass(frozen=True)
class Rise:
    """So many topics, the highest cosine between any two of them, and what it is with one more."""

    topics: int
    before: float
    after: float


def check_topics(corpus: Corpus, source: Source, count: int | None, settings: Settings) -> None:
    """Whether so many topics can be taken and dealt into folds, as far as can be told before anything is encoded."""
    if source.clusters is not None:
        check_count(count, source.clusters, settings)
        return
    _, labels, left_out = _labelled(corpus, source)
    every = len(set(labels))
    check_large_enough(count, every, left_out, source.min_documents, group=source.group)
    check_count(count, every, settings)


def topics_of(corpus: Corpus, source: Source, told: Told) -> Topics:
    """Encode the documents and average them by topic; `told` hears how many are encoded."""
    encoder = build("encoders", source.encoder)
    if source.clusters is None:
        rows, labels, left_out = _labelled(corpus, source)
        texts = Texts([corpus.texts[row] for row in rows])
        vectors = encoded(encoder, texts, told)
    else:
        texts = Texts(corpus.texts)
        vectors = encoded(encoder, texts, told)
        every = clusters(vectors, source.clusters, source.seed, texts)
        kept, left_out = _large_enough(every, source.min_documents)
        if not kept:
            raise SplitError(f"no cluster has {source.min_documents} documents; ask for fewer --clusters")
        rows, labels = np.array(kept, dtype=np.int64), [every[row] for row in kept]
        vectors = vectors[rows]
    behind = _behind(corpus, rows, labels, source)
    names, matrix = topic_vectors(vectors[behind], [labels[place] for place in behind])
    fewest = min(Counter(labels[place] for place in behind).values())
    return Topics(
        source.encoder,
        rows,
        labels,
        names,
        matrix,
        cosines(matrix),
        left_out,
        fewest,
        source.vector_documents == "equal",
    )


def _behind(corpus: Corpus, rows: Rows, labels: Sequence[str], source: Source) -> Rows:
    """The places of the documents that the vectors of topics rest on: of each topic as many as the smallest has.

    They are drawn once. Means over several draws would be less noisy for large topics than for small ones.
    """
    if source.vector_documents == "all":
        return np.arange(len(rows))
    ids, texts = corpus.column("id"), corpus.texts
    order = sorted(range(len(rows)), key=lambda place: (str(ids[rows[place]]), texts[rows[place]]))
    names = distinct_ids(str(ids[rows[place]]) for place in order)
    library = Library.of(names, [""] * len(order), [labels[place] for place in order])
    taken = equal_documents(library, np.arange(len(library.topic_names)), None, source.seed)
    return np.sort(np.array(order, dtype=np.int64)[taken])


def _labelled(corpus: Corpus, source: Source) -> tuple[Rows, list[str], dict[str, int]]:
    column = corpus.column(source.group)
    if not any(column):
        raise SplitError(
            f"corpus {corpus.name!r} has no {source.group}; name the column that holds it, or make topics with "
            "--clusters K"
        )
    rows, left_out = _large_enough(column, source.min_documents)
    if not rows:
        raise SplitError(f"no {source.group} has {source.min_documents} documents; ask for a smaller --min-documents")
    return np.array(rows, dtype=np.int64), [str(column[row]) for row in rows], left_out


def _large_enough(column: Sequence[str | None], least: int) -> tuple[list[int], dict[str, int]]:
    """Rows whose topic has at least so many documents, and the topics that have fewer, with their documents."""
    sizes = Counter(topic for topic in column if topic)
    rows = [row for row, topic in enumerate(column) if topic and sizes[topic] >= least]
    return rows, {topic: sizes[topic] for topic in sorted(sizes) if sizes[topic] < least}


def sample(topics: Topics, count: int, settings: Settings) -> Sampled:
    """So many topics by the method of the settings."""
    check_count(count, len(topics.names), settings)
    taken = _taken(topics, count, settings)
    found = _similarity(topics, taken, settings)
    why = [] if settings.method == "random" else choices(topics.names, topics.vectors, count, settings.score)
    everything = TopicSample("all", tuple(topics.names))
    pairs = similar_pairs(taken.name, topics.names, topics.cosines, _folds(topics, taken, settings))
    return Sampled(
        taken, why, found, _similarity(topics, everything, settings), *_beside(topics, taken, found, settings), pairs
    )


def check_count(count: int | None, every: int, settings: Settings) -> None:
    """Whether so many of all topics can be taken and dealt into the folds."""
    if every < settings.folds:
        raise SplitError(f"{every} topics cannot be dealt into {settings.folds} folds; ask for fewer with --folds")
    if count is None:
        raise SplitError(f"say how many of the {every} topics to take: --topics M; --suggest helps to choose")
    if not 1 <= count <= every:
        raise SplitError(f"cannot take {count} of {every} topics; --topics takes {settings.folds} to {every}")
    if count < settings.folds:
        raise SplitError(
            f"{count} topics cannot be dealt into {settings.folds} folds; take at least {settings.folds} topics, or "
            "ask for fewer --folds"
        )


def sweep(topics: Topics, settings: Settings, told: Told, steps: int = 8) -> list[Step]:
    """The similarities for numbers of topics between twice the folds and all topics."""
    low = min(2 * settings.folds, max(settings.folds, len(topics.names) // 2))
    check_count(low, len(topics.names), settings)
    counts = sorted({round(value) for value in np.linspace(low, len(topics.names), steps)})
    found = []
    for done, count in enumerate(counts):
        told(done, len(counts))
        one = sample(topics, count, settings)
        if one.random_mean is None or one.random_largest is None:
            raise SplitError("a suggestion rests on random samples; --random takes 1 or more for it")
        found.append(
            Step(count, kept_documents(topics, one.sample), one.similarity, one.random_mean, one.random_largest)
        )
    told(len(counts), len(counts))
    return found


def recommended(steps: Sequence[Step]) -> Step | None:
    """The most topics that keep at least half of the largest gain over random samples; None where there is no gain."""
    gains = [round(step.gain, DECIMALS) for step in steps]
    largest = max(gains)
    ahead = [step.random_mean.above > step.random_mean.n / 2 for step in steps]
    enough = [step for step, gain, often in zip(steps, gains, ahead, strict=True) if 2 * gain >= largest and often]
    return enough[-1] if enough and largest > 0 else None


def largest_rise(topics: Topics, settings: Settings) -> Rise | None:
    """Where the highest cosine between selected topics rises most, if it rises much anywhere."""
    every = choices(topics.names, topics.vectors, len(topics.names), settings.score)
    highest = np.maximum.accumulate([one.similarity for one in every[1:]])
    if len(highest) < 2:
        return None
    place = int(np.argmax(np.round(np.diff(highest), DECIMALS)))
    rise = Rise(place + 2, float(highest[place]), float(highest[place + 1]))
    return rise if rise.after - rise.before >= CLEAR_RISE else None


def kept_documents(topics: Topics, taken: TopicSample) -> int:
    """How many documents the sample holds, those of joined topics included."""
    kept = {*taken.topics, *taken.joined}
    return sum(size for topic, size in topics.documents.items() if topic in kept)


def _taken(topics: Topics, count: int, settings: Settings) -> TopicSample:
    names, vectors = topics.names, topics.vectors
    if settings.method == "random":
        return topic_samples.random(names, count, settings.seed)
    if settings.method == "hybrid":
        return topic_samples.hybrid(names, vectors, count, settings.threshold, settings.score)
    make = topic_samples.grouping if settings.method == "grouping" else topic_samples.hits
    return make(names, vectors, count, settings.score)


def _similarity(topics: Topics, taken: TopicSample, settings: Settings) -> TrainTest:
    return train_test(topics.cosines, _folds(topics, taken, settings))


def _folds(topics: Topics, taken: TopicSample, settings: Settings) -> Rows:
    """The fold of every topic; those that joined another go where it goes."""
    chosen = sorted(taken.topics)
    of_chosen = dict(zip(chosen, TopicKFold(settings.folds, settings.seed).folds(chosen).tolist(), strict=True))
    groups = [taken.group_of(name) for name in topics.names]
    return np.array([LEFT_OUT if group is None else of_chosen[group] for group in groups], dtype=np.int64)


def _beside(
    topics: Topics, taken: TopicSample, found: TrainTest, settings: Settings
) -> tuple[Beside | None, Beside | None, Beside | None]:
    # a random sample is not put beside itself
    first = int(settings.method == "random")
    numbers = range(first, first + settings.random * (CANDIDATES if topics.equal_vectors else 1))
    drawn = [topic_samples.random(topics.names, len(taken.topics), settings.seed, number) for number in numbers]
    if topics.equal_vectors:
        drawn = (_nearest_in_size(topics, taken, drawn) or drawn)[: settings.random]
    if not drawn:
        return None, None, None
    others = [_similarity(topics, one, settings) for one in drawn]
    return (
        _placed(found.mean, [other.mean for other in others]),
        _placed(found.largest, [other.largest for other in others]),
        _placed(kept_documents(topics, taken), [kept_documents(topics, one) for one in drawn]),
    )


def _nearest_in_size(topics: Topics, taken: TopicSample, drawn: Sequence[TopicSample]) -> list[TopicSample]:
    """Other samples, each once, by how near their number of documents is to that of the sample."""
    others = {frozenset(one.topics): one for one in reversed(drawn) if set(one.topics) != set(taken.topics)}
    sizes, wanted = topics.documents, kept_documents(topics, taken)
    return sorted(
        (one for one in drawn if others.get(frozenset(one.topics)) is one),
        key=lambda one: abs(sum(sizes[topic] for topic in one.topics) - wanted),
    )


def _placed(value: float, others: Sequence[float]) -> Beside:
    above = sum(round(other - value, 12) > 0 for other in others)
    return Beside(math.fsum(others) / len(others), min(others), max(others), above, len(others))
