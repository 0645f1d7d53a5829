from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.model_selection import cross_val_score
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline

from stylobench.errors import SplitError
from stylobench.splits.author_kfold import AuthorKFold
from stylobench.splits.from_file import from_file
from stylobench.splits.matched import matched
from stylobench.splits.novel_topic import NovelTopic
from stylobench.splits.one_topic import OneTopic
from stylobench.splits.open_set import open_set
from stylobench.splits.retrain import growing, sizes
from stylobench.splits.topic_kfold import TopicKFold

LABELS = st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("vwxyz")), min_size=8, max_size=60)


def columns(pairs: list[tuple[str, str]]) -> tuple[np.ndarray, np.ndarray]:
    return np.array([a for a, _ in pairs]), np.array([t for _, t in pairs])


def test_both_splitters_work_inside_cross_val_score() -> None:
    texts = ["red red", "blue blue", "red", "blue", "red blue red", "blue red blue"]
    authors, topics = ["r", "b"] * 3, ["x", "x", "y", "y", "z", "z"]
    method = make_pipeline(CountVectorizer(), MultinomialNB())
    assert cross_val_score(method, texts, authors, groups=topics, cv=NovelTopic()).tolist() == [1, 1, 1]
    assert len(cross_val_score(method, texts, authors, cv=AuthorKFold(n_splits=3))) == 3


def test_one_topic_is_a_clear_error() -> None:
    with pytest.raises(SplitError, match="there is 1 topic; novel topic needs at least 2"):
        list(NovelTopic().split("ab", groups=["x", "x"]))


def test_one_topic_turned_round_trains_on_one() -> None:
    train, test = next(iter(OneTopic().split("abc", groups=["x", "y", "y"])))
    assert train.tolist() == [0]
    assert test.tolist() == [1, 2]


def test_each_fold_gets_the_floor_and_the_last_the_rest() -> None:
    authors = ["a"] * 23 + ["b"] * 7
    tests = [test for _, test in AuthorKFold(n_splits=5).split(authors, authors)]
    assert [sum(authors[i] == "a" for i in test) for test in tests] == [4, 4, 4, 4, 7]
    assert [sum(authors[i] == "b" for i in test) for test in tests] == [1, 1, 1, 1, 3]


def test_the_rest_can_be_dealt_out() -> None:
    authors = ["a"] * 19 + ["b"] * 3
    sizes = [len(test) for _, test in AuthorKFold(n_splits=10, rest="spread").split(authors, authors)]
    assert sizes == [3, 3, 2, 2, 2, 2, 2, 2, 2, 2]
    with pytest.raises(SplitError, match="can go to last or spread, not 'nowhere'"):
        list(AuthorKFold(rest="nowhere").split(authors, authors))


@given(LABELS)
def test_every_document_is_tested_once_and_never_trained_on_then(pairs: list[tuple[str, str]]) -> None:
    authors, topics = columns(pairs)
    ways = [AuthorKFold(3).split(authors, list(authors))]
    if len(set(topics)) >= 2:
        ways += [NovelTopic().split(authors, groups=list(topics)), TopicKFold(2).split(authors, groups=list(topics))]
    for way in ways:
        seen = np.zeros(len(authors), dtype=int)
        for train, test in way:
            assert not set(train) & set(test)
            assert len(train) + len(test) == len(authors)
            seen[test] += 1
        assert (seen == 1).all()


@given(LABELS)
def test_matched_training_has_the_same_authors_as_novel_topic(pairs: list[tuple[str, str]]) -> None:
    authors, topics = columns(pairs)
    for topic in np.unique(topics):
        elsewhere = authors[topics != topic]
        tested = []
        for train, test in matched(authors, topics, str(topic), seed=1):
            assert sorted(authors[train]) == sorted(elsewhere)
            assert not set(train) & set(test)
            assert (topics[test] == topic).all()
            tested += test.tolist()
        telling = [
            row
            for row in np.flatnonzero(topics == topic)
            if ((authors == authors[row]) & (topics == topic)).sum() > 1 and authors[row] in elsewhere
        ]
        assert sorted(tested) == telling


def test_matched_lets_in_as_many_of_the_topic_as_it_takes_away() -> None:
    authors = np.array(["a"] * 10 + ["b"] * 6)
    topics = np.array(["x"] * 4 + ["y"] * 6 + ["x"] * 2 + ["y"] * 4)
    train, test = next(matched(authors, topics, "x", seed=0))
    assert sum(topics[train] == "x") == 3
    assert len(test) == 3


def test_training_sets_of_the_retrain_curve_grow_by_inclusion() -> None:
    topics = np.array(list("uvwxyz") * 2)
    sets = [set(topics[train]) for _, train, _ in growing(topics, "u", seed=0)]
    assert [len(one) for one in sets] == [1, 2, 4]
    assert sets[0] < sets[1] < sets[2]
    assert all("u" not in one for one in sets)
    assert sizes(3) == [1]


def test_open_set_strangers_are_never_trained_on() -> None:
    rng = np.random.default_rng(0)
    authors, topics = rng.choice(list("abcdef"), 200), rng.choice(list("vwxyz"), 200)
    splits = list(open_set(authors, topics, seed=0))
    assert len(splits) == 8
    for one in splits:
        assert not set(topics[one.train]) & set(topics[one.test])
        assert set(authors[one.test]) - set(authors[one.train])
        assert set(one.inner_train) | set(one.inner_test) <= set(one.train)
        assert not set(topics[one.inner_train]) & set(topics[one.inner_test])


def test_too_few_authors_make_no_open_set() -> None:
    assert list(open_set(np.array(list("aab")), np.array(list("xyz")), seed=0)) == []


def test_a_published_split_is_read(tmp_path: Path) -> None:
    path = tmp_path / "split.csv"
    path.write_text("id,part\n1,train\n2,test\n")
    ((name, train, test),) = from_file(path, ["1", "2", "3"])
    assert (name, train.tolist(), test.tolist()) == ("test", [0], [1])
    path.write_text("id\tfold\n1\t1\n2\t2\n3\t2\n")
    assert [test.tolist() for _, _, test in from_file(path, ["1", "2", "3"])] == [[0], [1, 2]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("id,fold\n9,1\n", "names 1 documents that the corpus lacks, such as '9'"),
        ("name,fold\n1,1\n", "needs the columns id and fold"),
        ("", "it has: none"),
        ("id,part\n1,train\n", "leaves 1 documents to train on and 0 to test"),
    ],
)
def test_a_bad_split_file_is_one_clear_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "split.csv"
    path.write_text(text)
    with pytest.raises(SplitError, match=message):
        list(from_file(path, ["1", "2"]))
