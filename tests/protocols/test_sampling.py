from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from stylobench import world
from stylobench.errors import SplitError
from stylobench.features.topic_vectors import cosines
from stylobench.protocols.sampling import (
    Settings,
    Source,
    Topics,
    check_topics,
    largest_rise,
    recommended,
    sample,
    sweep,
    topics_of,
)
from stylobench.records import Corpus, Document
from stylobench.splits.hits import select_topics

CORPUS = world(authors=4, topics=12, documents=240, overlap=0.9, words=80)


def unheard(done: int, total: int) -> None:
    """Nobody listens."""


TOPICS = topics_of(CORPUS, Source(), unheard)


def _topics(vectors: list[list[float]]) -> Topics:
    names = [f"t{i}" for i in range(len(vectors))]
    matrix = np.array(vectors, dtype=np.float64)
    return Topics("given", np.arange(len(names)), names, names, matrix, cosines(matrix), {}, 1)


def test_hits_takes_one_topic_of_every_family_first() -> None:
    family = {document.topic: document.meta["family"] for document in CORPUS.documents}
    found = sample(TOPICS, 6, Settings(folds=3))
    assert len({family[topic] for topic in found.sample.topics}) == 6
    assert list(found.sample.topics) == select_topics(TOPICS.names, TOPICS.vectors, 6)
    assert found.random_mean is not None
    assert found.random_largest is not None
    assert found.random_mean.above == found.random_largest.above == found.random_mean.n == 20
    assert found.similarity.largest < found.every_topic.largest
    rise = largest_rise(TOPICS, Settings(folds=3))
    assert rise is not None
    assert rise.topics == 6


def test_the_same_for_any_order_of_documents() -> None:
    moved = Corpus.of("moved", reversed(CORPUS.documents))
    other = topics_of(moved, Source(), unheard)
    assert other.names == TOPICS.names
    assert other.vectors.tobytes() == TOPICS.vectors.tobytes()
    assert repr(sample(other, 6, Settings(folds=3))) == repr(sample(TOPICS, 6, Settings(folds=3)))


def test_similarity_by_hand() -> None:
    """Four topics on two axes, all taken, in four folds of one: every fold has one twin (1) and two strangers (0)."""
    found = sample(_topics([[1, 0], [1, 0], [0, 1], [0, 1]]), 4, Settings(folds=4))
    assert found.similarity.mean == pytest.approx(1 / 3)
    assert found.similarity.largest == 1
    assert [pair.similarity for pair in found.pairs[:3]] == [1, 1, 0]
    half = sample(_topics([[1, 0], [1, 0], [0, 1], [0, 1]]), 2, Settings(folds=2))
    assert (half.similarity.mean, half.similarity.largest) == (0, 0)
    assert half.sample.topics == ("t0", "t2")


def test_topics_that_joined_another_go_to_its_fold() -> None:
    near = math.cos(0.1), math.sin(0.1)
    topics = _topics([[1, 0, 0], [*near, 0], [0, 0, 1], [0.6, 0, 0.8]])
    grouped = sample(topics, 2, Settings(method="grouping", folds=2))
    assert set(grouped.sample.topics) | set(grouped.sample.joined) == {"t0", "t1", "t2", "t3"}
    assert grouped.similarity.largest < 0.7
    hybrid = sample(topics, 2, Settings(method="hybrid", folds=2, threshold=0.9))
    assert set(hybrid.sample.joined) <= {"t0", "t1"}
    assert hybrid.similarity.largest < 0.1


def test_a_random_sample_is_not_compared_with_itself() -> None:
    found = sample(TOPICS, 6, Settings(method="random", folds=3, random=200))
    assert found.choices == []
    assert found.random_mean is not None
    # a random sample lies anywhere among random samples; at either end only with probability 1%
    assert 1 <= found.random_mean.above <= 199


def test_the_sweep_ends_with_all_topics_and_recommends_fewer() -> None:
    steps = sweep(TOPICS, Settings(folds=3, random=10), unheard)
    assert (steps[0].topics, steps[-1].topics) == (6, 12)
    assert steps[-1].gain == pytest.approx(0)
    assert steps[-1].documents == 240
    best = recommended(steps)
    assert best is not None
    assert 6 <= best.topics < 12
    assert best.gain >= max(step.gain for step in steps) / 2


def test_topics_all_equally_unlike_leave_nothing_to_recommend() -> None:
    topics = _topics(np.eye(8).tolist())
    assert recommended(sweep(topics, Settings(folds=2, random=5), unheard)) is None
    assert largest_rise(topics, Settings(folds=2)) is None


def test_small_topics_and_documents_without_topic_are_left_out() -> None:
    documents = [Document(str(i), f"text {i} of words", "a", "big") for i in range(4)]
    documents += [Document("x", "small words", "a", "small"), Document("y", "no topic", "a")]
    corpus = Corpus.of("odd", documents)
    check_topics(corpus, Source(min_documents=1), 2, Settings(folds=2))
    found = topics_of(corpus, Source(min_documents=2), unheard)
    assert (found.names, found.rows.tolist(), found.left_out) == (["big"], [0, 1, 2, 3], {"small": 1})
    with pytest.raises(SplitError, match="no topic has 9 documents; ask for a smaller --min-documents"):
        check_topics(corpus, Source(min_documents=9), 2, Settings(folds=2))
    with pytest.raises(
        SplitError, match=r"take 2 topics: 1 of 2 .* fewer than 2 .*'small' \(1\); take at most 1, .*--min-documents 1$"
    ):
        check_topics(corpus, Source(min_documents=2), 2, Settings(folds=2))


def _one_word_each(sizes: dict[str, int], seed: int) -> Corpus:
    """Topics that are all alike: each document is one of 24 words by lot."""
    rng = np.random.default_rng(seed)
    drawn = [(topic, rng.integers(24)) for topic, size in sizes.items() for _ in range(size)]
    return Corpus.of("alike", [Document(f"{i:04}", f"word{word}", "a", topic) for i, (topic, word) in enumerate(drawn)])


def test_a_small_topic_is_not_taken_for_being_small() -> None:
    """The mean of 12 documents is further from all others than that of 240, though all come from one source; of four
    topics that are equally unlike, each comes first in a quarter of the corpora.
    """
    first = {"all": 0, "equal": 0}
    for seed in range(20):
        corpus = _one_word_each({"a": 240, "b": 240, "c": 240, "small": 12}, seed)
        for rule in first:
            topics = topics_of(corpus, Source(vector_documents=rule), unheard)
            first[rule] += select_topics(topics.names, topics.vectors, 1) == ["small"]
    assert first["all"] == 20
    assert first["equal"] <= 10


def test_vectors_rest_on_as_many_documents_of_each_topic_for_any_order() -> None:
    """Of twelve topics of 20 documents one is cut to 17 and one to 9, which is too few."""
    cut = {TOPICS.names[0]: 17, TOPICS.names[1]: 9}
    place = {
        document.id: number
        for group in TOPICS.names
        for number, document in enumerate(one for one in CORPUS.documents if one.topic == group)
    }
    corpus = Corpus.of("c", [one for one in CORPUS.documents if place[one.id] < cut.get(str(one.topic), 20)])
    found = topics_of(corpus, Source(), unheard)
    assert (found.per_vector, found.left_out) == (17, {TOPICS.names[1]: 9})
    assert sum(found.documents.values()) == len(corpus) - 9
    moved = topics_of(Corpus.of("moved", reversed(corpus.documents)), Source(), unheard)
    assert moved.vectors.tobytes() == found.vectors.tobytes()
    other = topics_of(corpus, Source(seed=1), unheard)
    same = [one.tobytes() == two.tobytes() for one, two in zip(found.vectors, other.vectors, strict=True)]
    # of the smallest topic all documents are drawn, whatever the seed
    assert same == [name == TOPICS.names[0] for name in found.names]
    assert topics_of(corpus, Source(min_documents=1, vector_documents="all"), unheard).per_vector == 9


def test_documents_of_random_samples_are_counted() -> None:
    found = sample(TOPICS, 6, Settings(folds=3))
    assert found.random_documents is not None
    assert (found.random_documents.low, found.random_documents.high) == (120, 120)


def test_random_samples_are_the_nearest_in_size() -> None:
    """Four topics of 1, 2, 3 and 10 documents: HITS takes the two that are unlike, 1 and 2. Of the five other pairs
    1 + 3 and 2 + 3 are nearest to 3 documents; by the published rule any pair will do.
    """
    labels = [name for name, size in (("a", 1), ("b", 2), ("c", 3), ("d", 10)) for _ in range(size)]
    matrix = np.array([[1.0, 0, 0], [0, 1, 0], [0.6, 0.6, 1], [0.5, 0.5, 1]])
    given = Topics("given", np.arange(16), labels, list("abcd"), matrix, cosines(matrix), {}, 1)
    two = sample(given, 2, Settings(folds=2, random=2))
    assert set(two.sample.topics) == {"a", "b"}
    assert two.random_documents is not None
    assert (two.random_documents.low, two.random_documents.high, two.random_documents.n) == (4, 5, 2)
    published = sample(replace(given, equal_vectors=False), 2, Settings(folds=2, random=20))
    assert published.random_documents is not None
    assert (published.random_documents.high, published.random_documents.n) == (13, 20)


def test_vectors_rest_on_equal_or_all_documents() -> None:
    with pytest.raises(SplitError, match="topic vectors rest on equal or all documents, not on 'some'"):
        Source(vector_documents="some")


def test_a_corpus_without_topics_can_be_clustered() -> None:
    corpus = Corpus.of("plain", [Document(d.id, d.text, d.author) for d in CORPUS.documents])
    with pytest.raises(SplitError, match=r"corpus 'plain' has no topic; .*--clusters K"):
        check_topics(corpus, Source(), 6, Settings(folds=2))
    found = topics_of(corpus, Source(clusters=6), unheard)
    assert len(found.names) == 6
    assert found.names[0].startswith("cluster 1 (")
    truth = {document.id: document.meta["family"] for document in CORPUS.documents}
    families = {(label, truth[corpus.documents[row].id]) for row, label in zip(found.rows, found.labels, strict=True)}
    assert len(families) == 6


def test_progress_is_told() -> None:
    heard: list[tuple[int, int]] = []
    topics_of(CORPUS, Source(), lambda done, total: heard.append((done, total)))
    assert heard == [(0, 240), (240, 240)]


@pytest.mark.parametrize(
    ("count", "options", "message"),
    [
        (13, {}, "cannot take 13 of 12 topics; --topics takes 10 to 12"),
        (5, {}, "5 topics cannot be dealt into 10 folds; take at least 10 topics"),
        (12, {"folds": 13}, "12 topics cannot be dealt into 13 folds"),
        (12, {"folds": 1}, "1 folds have nothing to train on"),
        (12, {"method": "best"}, "no method named 'best'; there are: hits, random, grouping, hybrid"),
        (12, {"score": "best"}, "no score named 'best'; there are: corrected, published"),
        (12, {"random": -1}, "-1 random samples cannot be drawn"),
    ],
)
def test_faults_are_one_clear_line(count: int, options: dict[str, object], message: str) -> None:
    with pytest.raises(SplitError, match=message):
        sample(TOPICS, count, Settings(**options))  # type: ignore[arg-type]
