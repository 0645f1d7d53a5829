from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobench.seeds import generator
from stylobench.statistics.author_draws import (
    DRAWS,
    AuthorPairs,
    author_draws,
    closer_values,
    mean_values,
    measured,
)

ONE_AUTHOR = AuthorPairs.evenly(np.array([[0, 0], [0, 0], [1, 1]]))
TWO_AUTHORS = AuthorPairs.evenly(np.array([[0, 1], [1, 0], [0, 2]]))


def test_a_same_author_pair_counts_as_often_as_its_author_is_drawn():
    assert ONE_AUTHOR.drawn(np.array([[2.0, 3.0, 0.0]])).tolist() == [[1.0, 1.0, 3.0]]


def test_a_different_author_pair_counts_by_the_product_whatever_the_order():
    assert TWO_AUTHORS.drawn(np.array([[2.0, 3.0, 0.0]])).tolist() == [[3.0, 3.0, 0.0]]
    assert TWO_AUTHORS.units == 3


def test_draws_begin_with_the_data_and_keep_the_number_of_authors():
    draws = author_draws(5, generator(0, "test"))
    assert draws.shape == (DRAWS + 1, 5)
    assert draws[0].tolist() == [1.0] * 5
    assert set(draws.sum(axis=1)) == {5.0}


def test_mean_weighs_authors_equally_not_pairs():
    found = mean_values(ONE_AUTHOR, np.array([1.0, 3.0, 10.0]), np.array([[1.0, 1.0], [2.0, 0.0], [0.0, 0.0]]))
    assert found[:2].tolist() == [6.0, 2.0]
    assert np.isnan(found[2])


def test_closer_by_hand():
    near, far = AuthorPairs(np.array([[0, 0], [1, 1]]), np.ones(2)), AuthorPairs(np.array([[0, 1]]), np.ones(1))
    distances = [np.array([1.0, 3.0]), np.array([2.0])]
    draws = np.array([[1.0, 1.0], [3.0, 1.0]])
    assert closer_values(near, far, distances, draws).tolist() == [0.5, 0.75]


def test_equal_distances_count_half():
    pairs = AuthorPairs(np.array([[0, 0]]), np.ones(1))
    assert closer_values(pairs, pairs, [np.ones(1), np.ones(1)], np.ones((1, 1))).tolist() == [0.5]


@given(st.lists(st.integers(0, 5), min_size=1, max_size=12), st.lists(st.integers(0, 5), min_size=1, max_size=12))
def test_closer_is_the_count_over_all_couples_of_pairs(near, far):
    pairs = [AuthorPairs(np.zeros((len(values), 2), dtype=np.int64), np.ones(len(values))) for values in (near, far)]
    found = closer_values(*pairs, [np.array(near, float), np.array(far, float)], np.ones((1, 1)))
    by_hand = np.mean([(a < b) + (a == b) / 2 for a in near for b in far])
    assert found[0] == pytest.approx(by_hand)


def test_two_authors_give_a_value_without_interval():
    found = measured(np.linspace(0, 1, DRAWS + 1), 2)
    assert (found.value, found.low, found.high) == (0.0, None, None)


def test_interval_stays_inside_its_span():
    found = measured(np.concatenate([[0.9], np.linspace(0, 1, DRAWS)]), 5, (0.0, 1.0))
    assert found.high == 1.0
    assert found.low is not None
    assert 0.0 <= found.low < 0.9


@pytest.mark.parametrize("same", [True, False])
@pytest.mark.parametrize("authors", [5, 12])
def test_interval_covers_about_as_often_as_it_says(same, authors):
    rng = generator(1, "coverage", str(same), str(authors))
    both = np.array([(a, a) for a in range(authors)] if same else list(combinations(range(authors), 2)))
    pairs = AuthorPairs.evenly(np.repeat(both, 4, axis=0))
    covered = 0
    for _ in range(200):
        effect = rng.normal(size=authors)
        values = effect[pairs.authors].mean(axis=1) + rng.normal(size=len(pairs.authors)) / 2
        found = measured(mean_values(pairs, values, author_draws(authors, rng)), authors)
        assert found.low is not None
        assert found.high is not None
        covered += found.low <= 0 <= found.high
    # 200 draws of a 95% event lie in 180 to 198 with probability .998; different-author pairs tend to the low side
    assert 176 <= covered <= 199
