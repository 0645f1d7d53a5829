import numpy as np
import pytest
from protocols.small_rewriters import FILLER, written

from stylobench.protocols._original_ranks import _ranks, original_rank, ratio_by_group
from stylobench.protocols.attack_findings import Sure
from stylobench.seeds import generator


def test_ranks_are_counted_from_the_top_and_equal_ones_share():
    similarities = np.array([[0.9, 0.1, 0.2], [0.5, 0.5, 0.1], [0.3, 0.2, 0.1]])
    assert _ranks(similarities).tolist() == [1.0, 1.5, 3.0]


def test_texts_that_come_back_as_they_were_are_found():
    texts = written(12, 60, ["red"])
    assert original_rank(texts, texts, [f"a{i}" for i in range(12)], 0).value == 1.0


def test_unrelated_texts_rank_in_the_middle():
    rng = generator(0, "unrelated")
    texts = [" ".join(rng.choice(FILLER, 80)) for _ in range(120)]
    rank = original_rank(texts[:60], texts[60:], [f"a{i}" for i in range(60)], 0)
    assert rank.low < 30.5 < rank.high


def test_shares_by_group_and_where_there_is_nothing():
    owners = ["a", "a", "b", "c", "d"]
    found = ratio_by_group(np.array([1.0, 0, 2, 1, 0]), np.array([2.0, 2, 2, 2, 2]), owners, 0)
    assert found.value == pytest.approx(0.4)
    assert 0 < found.low < 0.4 < found.high < 1
    assert ratio_by_group(np.zeros(5), np.zeros(5), owners, 0) == Sure(None)
    assert original_rank([], [], [], 0) == Sure(None)
