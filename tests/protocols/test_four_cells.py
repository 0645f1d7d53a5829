import json
from dataclasses import asdict

import numpy as np
import pytest

from stylobench.corpora.world import world
from stylobench.features.texts import Texts
from stylobench.protocols.four_cells import Style, four_cells
from stylobench.seeds import generator


def drawn_texts(seed, style=0.0, topicality=0.0, shape=(8, 3, 4), words=80):
    """Words drawn from shares that authors and topics tilt: (texts, authors, topics)."""
    rng = generator(seed, "drawn texts")
    shares = 1 / np.arange(1, 201)
    names = np.array([f"word{i:03d}" for i in range(200)])
    author_tilt, topic_tilt = rng.normal(size=(shape[0], 200)) * style, rng.normal(size=(shape[1], 200)) * topicality
    texts, authors, topics = [], [], []
    for author, topic in np.ndindex(shape[:2]):
        tilted = shares * np.exp(author_tilt[author] + topic_tilt[topic])
        for drawn in rng.choice(200, size=(shape[2], words), p=tilted / tilted.sum()):
            texts.append(" ".join(names[drawn]))
            authors.append(f"author{author}")
            topics.append(f"topic{topic}")
    return texts, np.array(authors), np.array(topics)


def columns(corpus):
    return corpus.texts, np.array(corpus.column("author")), np.array(corpus.column("topic"))


def means(found):
    return {(one.author, one.topic): one.mean for one in found.distance}


def test_four_documents_by_hand():
    texts = ["p p q q", "p p p q", "p q q q", "q q q q"]
    authors, topics = np.array(["x", "x", "y", "y"]), np.array(["s", "t", "s", "t"])
    found = four_cells(texts, authors, topics, 0)
    # shares of p: 1/2, 3/4, 1/4, 0; of q the rest; both have deviation .2795, so a quarter is .8944 of it
    step = 0.25 / np.std([0.5, 0.75, 0.25, 0.0])
    assert means(found) == pytest.approx(
        {
            ("same", "different"): step,
            ("different", "same"): 2 * step,
            ("different", "different"): 2 * step,
        }
    )
    assert [(one.pairs, one.units, one.low) for one in found.distance] == [(2, 2, None)] * 3
    # one quarter twice against one quarter and three quarters: two ties and two wins of four
    assert found.author_beats_topic.value == 0.75
    assert found.author_beats_topic.low is None
    assert found.author_beats_topic_function_words is None
    assert found.unmasking == []


@pytest.mark.parametrize(
    ("authors", "topics"),
    [
        ([], []),
        (["x"] * 4, ["s", "s", "t", "t"]),
        (["x", "x", "y", "y"], ["s"] * 4),
        (["x", "x", "y", "y"], ["s", "s", "t", "t"]),
        (["x", "x", "y", "y"], ["s", "t", "u", "v"]),
    ],
)
def test_no_comparison_without_both_cells(authors, topics):
    texts = ["a b", "a", "b", "b b"][: len(authors)]
    assert four_cells(texts, np.array(authors, dtype=str), np.array(topics, dtype=str), 0) is None


def test_style_without_topics_is_won_by_the_author():
    found = four_cells(*drawn_texts(0, style=0.5, shape=(6, 3, 8)), 0)
    assert found.author_beats_topic.low > 0.5
    assert found.author_outlasts_topic.low > 0.1
    assert means(found)["same", "different"] < means(found)["different", "same"]


def test_topics_without_style_are_won_by_the_topic():
    found = four_cells(*drawn_texts(0, topicality=0.5, shape=(6, 3, 8)), 0)
    assert found.author_beats_topic.high < 0.5
    assert found.author_outlasts_topic.high < -0.1


def test_world_where_authors_differ_more_than_topics():
    strong = world(authors=6, topics=4, documents=192, seed=1, style=3.0, overlap=1.0, families=1, shortcut=0.0)
    found = four_cells(*columns(strong), 0)
    assert found.author_beats_topic_function_words.low > 0.5
    assert means(found)["same", "same"] < means(found)["different", "same"]


def test_world_without_style_is_won_by_the_topic():
    plain = world(authors=6, topics=4, documents=192, seed=1, style=0.0, shortcut=0.0)
    found = four_cells(*columns(plain), 0)
    assert found.author_beats_topic.high < 0.3
    assert found.author_outlasts_topic.high < 0


def test_same_seed_same_numbers_however_the_texts_are_held():
    texts, authors, topics = drawn_texts(3, style=0.2, topicality=0.2, shape=(5, 3, 8))
    once = four_cells(texts, authors, topics, 7)
    assert four_cells(texts, authors, topics, 7) == once
    assert four_cells(Texts(texts), authors, topics, 7) == once
    assert four_cells(texts, authors, topics, 8).unmasking != once.unmasking


def test_names_of_authors_and_topics_do_not_matter_beyond_their_order():
    texts, authors, topics = drawn_texts(4, style=0.2, shape=(4, 3, 4))
    renamed = np.char.add("z", authors)
    assert four_cells(texts, renamed, topics, 0) == four_cells(texts, authors, topics, 0)


def test_authors_on_one_topic_change_nothing():
    texts, authors, topics = drawn_texts(5, style=0.2, shape=(4, 3, 4))
    more = [*texts, "other words", "more other words"]
    with_hermits = four_cells(more, np.append(authors, ["zoe", "zoe"]), np.append(topics, ["topic0", "topic0"]), 0)
    assert with_hermits == four_cells(texts, authors, topics, 0)


def test_the_record_is_the_object_that_is_printed():
    found = asdict(four_cells(*drawn_texts(6, shape=(4, 3, 8)), 0))
    assert json.loads(json.dumps(found, allow_nan=False)) == found
    assert {"distance", "unmasking", "features", "author_beats_topic"} <= set(found)
    assert {"author", "topic", "mean", "low", "high", "pairs"} <= set(found["distance"][0])
    assert {"author", "topic", "curve", "units"} <= set(found["unmasking"][0])
    assert set(found["unmasking"][0]["curve"][0]) == {"removed", "accuracy", "low", "high"}


def test_interval_covers_one_half_where_neither_author_nor_topic_matters():
    found = [four_cells(*drawn_texts(seed, shape=(6, 2, 3), words=40), seed).author_beats_topic for seed in range(60)]
    covered = sum(one.low <= 0.5 <= one.high for one in found)
    assert covered >= 54
    assert np.mean([one.value for one in found]) == pytest.approx(0.5, abs=0.01)


def test_columns_run_from_the_most_frequent_word_and_are_standardised():
    scores = Style(Texts(["The cat, the dog", "the DOG dog", "a the cat's"])).frequent(3)
    # the: 2/4, 1/3, 1/3 of the words; dog: 1/4, 2/3, 0; then a and cats, of equal share, by name
    assert scores.mean(axis=0) == pytest.approx(np.zeros(3))
    assert scores.std(axis=0) == pytest.approx(np.ones(3))
    assert scores[:, 0] == pytest.approx(np.array([2, -1, -1]) / np.sqrt(2))
    assert scores[:, 2] == pytest.approx(np.array([-1, -1, 2]) / np.sqrt(2))


def test_function_words_are_used_only_where_there_are_enough_of_them():
    assert Style(Texts(["the cat and the dog", "a dog of the cat"])).function_words(5).shape == (2, 4)
    assert Style(Texts(["le chat et le chien", "un chien"])).function_words(5) is None
