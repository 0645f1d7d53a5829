import numpy as np
import pytest
from protocols.small_rewriters import FILLER, written

from stylobench.protocols._original_ranks import _ranks, mean_by_group, original_ranks, ratio_by_group
from stylobench.protocols.attack_findings import Sure
from stylobench.seeds import generator


def test_ranks_are_counted_from_the_top_and_equal_ones_share():
    similarities = np.array([[0.9, 0.1, 0.2], [0.5, 0.5, 0.1], [0.3, 0.2, 0.1]])
    assert _ranks(similarities).tolist() == [1.0, 1.5, 3.0]


def test_names_of_topics_give_the_original_away_and_that_is_said():
    texts = written(12, 60, ["red"])
    found = original_ranks(texts, texts, [f"a{i}" for i in range(12)], 0)
    assert (found.content.value, found.first_by_content, found.candidates) == (1.0, 1.0, 12)
    assert "ranks first of 12 candidates for 100% of the texts" in found.given_away("set", "table")


def test_unrelated_texts_rank_in_the_middle_and_nothing_is_said():
    rng = generator(0, "unrelated")
    texts = [" ".join(rng.choice(FILLER, 80)) for _ in range(120)]
    found = original_ranks(texts[:60], texts[60:], [f"a{i}" for i in range(60)], 0)
    for rank in (found.both, found.style, found.content):
        assert rank.low < 30.5 < rank.high
    assert found.given_away("set", "table") is None


def test_shares_and_means_by_group_and_where_there_is_nothing():
    owners = ["a", "a", "b", "c", "d"]
    found = ratio_by_group(np.array([1.0, 0, 2, 1, 0]), np.array([2.0, 2, 2, 2, 2]), owners, 0)
    assert found.value == pytest.approx(0.4)
    assert 0 < found.low < 0.4 < found.high < 1
    assert mean_by_group(np.array([1.0, 2, 3, 4, 5]), owners, 0).value == 3.0
    assert ratio_by_group(np.zeros(5), np.zeros(5), owners, 0) == Sure(None)
    assert original_ranks([], [], [], 0).both == Sure(None)
