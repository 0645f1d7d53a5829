from __future__ import annotations

import pytest

from stylobench.errors import SplitError
from stylobench.splits import topic_samples
from stylobench.splits.hits import select_topics

NAMES = ["boats", "courts", "law", "sea", "stars"]
VECTORS = [[1, 0.05, 0], [0.1, 1, 0.3], [0, 1, 0], [1, 0, 0], [0.5, 0.6, 1]]


def test_hits_is_the_selection_with_its_scores() -> None:
    sample = topic_samples.hits(NAMES, VECTORS, 3)
    assert list(sample.topics) == select_topics(NAMES, VECTORS, 3) == ["law", "sea", "stars"]
    assert len(sample.leakage) == 3
    assert sample.joined == {}
    assert sample.group_of("boats") is None


def test_in_grouping_every_topic_joins_its_nearest() -> None:
    sample = topic_samples.grouping(NAMES, VECTORS, 3)
    assert sample.topics == ("law", "sea", "stars")
    assert sample.joined == {"boats": "sea", "courts": "law"}
    assert sample.group_of("boats") == "sea"
    assert sample.group_of("sea") == "sea"


def test_hybrid_joins_above_the_threshold_and_cuts_the_rest() -> None:
    """cos(boats, sea) = 1/sqrt(1.0025) = .9988; cos(courts, law) = 1/sqrt(1.1) = .9535."""
    assert topic_samples.hybrid(NAMES, VECTORS, 3, 0.97).joined == {"boats": "sea"}
    assert topic_samples.hybrid(NAMES, VECTORS, 3, 0.95).joined == {"boats": "sea", "courts": "law"}
    assert topic_samples.hybrid(NAMES, VECTORS, 3, 1.0).joined == {}


def test_random_samples_hang_on_seed_and_number_alone() -> None:
    many = [f"t{i}" for i in range(30)]
    sample = topic_samples.random(many, 10, seed=3, number=7)
    assert sample.name == "random-07"
    assert len(set(sample.topics)) == 10
    assert sample == topic_samples.random(list(reversed(many)), 10, seed=3, number=7)
    assert set(sample.topics) <= set(topic_samples.random(many, 20, seed=3, number=7).topics)
    others = {topic_samples.random(many, 10, seed, number).topics for seed in (3, 4) for number in range(5)}
    assert len(others) == 10


def test_random_samples_hold_every_topic_equally_often() -> None:
    drawn = [t for i in range(2000) for t in topic_samples.random(NAMES, 2, seed=0, number=i).topics]
    # 800 expected of each, standard deviation 22
    assert all(abs(drawn.count(name) - 800) < 100 for name in NAMES)


def test_faults_are_told() -> None:
    with pytest.raises(SplitError, match="cannot select 6 of 5 topics"):
        topic_samples.random(NAMES, 6, seed=0)
    with pytest.raises(SplitError, match="cannot select 9 of 5 topics"):
        topic_samples.grouping(NAMES, VECTORS, 9)
    with pytest.raises(SplitError, match="a threshold of 90 is no cosine"):
        topic_samples.hybrid(NAMES, VECTORS, 2, 90)
