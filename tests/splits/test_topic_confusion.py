from __future__ import annotations

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.model_selection import cross_val_score

from stylobench.errors import SplitError
from stylobench.splits.topic_confusion import TopicConfusion

AUTHORS = np.array(["ann", "bob", "cat", "dan", "eve"] * 6)
TOPICS = np.repeat(["air", "sea", "war"], 10)


def test_every_author_changes_topic_between_training_and_test() -> None:
    splits = list(TopicConfusion(1).split(AUTHORS, AUTHORS, TOPICS))
    assert len(splits) == TopicConfusion(1).get_n_splits(AUTHORS, AUTHORS, TOPICS) == 6
    for train, test in splits:
        assert not set(train) & set(test)
        assert set(AUTHORS[train]) == set(AUTHORS[test]) == set(AUTHORS)
        for author in set(AUTHORS):
            learned, asked = (set(TOPICS[side][AUTHORS[side] == author]) for side in (train, test))
            assert len(learned) == len(asked) == 1
            assert learned != asked
        assert set(TOPICS[train]) == set(TOPICS[test])


def test_training_and_test_change_places() -> None:
    splits = list(TopicConfusion().split(AUTHORS, AUTHORS, TOPICS))
    for (train, test), (again_train, again_test) in zip(splits[::2], splits[1::2], strict=True):
        assert (train.tolist(), test.tolist()) == (again_test.tolist(), again_train.tolist())


def test_halves_are_as_even_as_they_can_be_and_hang_on_the_seed() -> None:
    firsts = [set(AUTHORS[next(TopicConfusion(seed).split(AUTHORS, AUTHORS, TOPICS))[0]][:4]) for seed in range(20)]
    assert {len(half) for half in firsts} == {2}
    assert len({frozenset(half) for half in firsts}) > 3


def test_authors_who_wrote_on_one_of_the_topics_only_stay_out() -> None:
    authors, topics = np.append(AUTHORS[:20], ["zoe"]), np.append(TOPICS[:20], ["air"])
    for train, test in TopicConfusion().split(authors, authors, topics):
        assert 20 not in {*train.tolist(), *test.tolist()}


class FollowsTheTopic(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Names the author who wrote most on the topic in training; X is the topic."""

    def fit(self, X: list[str], y: list[str]) -> FollowsTheTopic:
        self.classes_ = np.unique(y)
        self.named_ = {topic: sorted(a for t, a in zip(X, y, strict=True) if t == topic)[0] for topic in set(X)}
        return self

    def predict(self, X: list[str]) -> list[str]:
        return [self.named_[topic] for topic in X]


def test_who_follows_the_topic_is_always_wrong() -> None:
    scores = cross_val_score(FollowsTheTopic(), TOPICS.tolist(), AUTHORS, groups=TOPICS, cv=TopicConfusion())
    assert scores.tolist() == [0.0] * 6


def test_what_cannot_be_swapped_is_said() -> None:
    with pytest.raises(SplitError, match="no two of 2 topics have 2 authors who wrote on both"):
        list(TopicConfusion().split("abc", ["ann", "ann", "bob"], ["air", "sea", "sea"]))
    with pytest.raises(SplitError, match="needs y= and groups="):
        TopicConfusion().get_n_splits("abc", ["ann"])
