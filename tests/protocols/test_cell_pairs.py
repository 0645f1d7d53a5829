import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobench.protocols.cell_pairs import CELLS, Cell, numbered, on_several_topics, pairs_of_cell
from stylobench.seeds import generator

AUTHORS = np.array([0, 0, 0, 1, 1, 2])
TOPICS = np.array([0, 0, 1, 0, 1, 1])
EVERY_PAIR = {
    Cell(True, True): [(0, 1)],
    Cell(True, False): [(0, 2), (1, 2), (3, 4)],
    Cell(False, True): [(0, 3), (1, 3), (2, 4), (2, 5), (4, 5)],
    Cell(False, False): [(0, 4), (0, 5), (1, 4), (1, 5), (2, 3), (3, 5)],
}


@pytest.mark.parametrize("cell", CELLS)
def test_every_pair_is_found_where_the_limit_allows(cell):
    found = pairs_of_cell(AUTHORS, TOPICS, cell, 100, generator(0, "test"))
    assert [tuple(pair) for pair in found.tolist()] == EVERY_PAIR[cell]


def test_the_limit_is_shared_evenly_and_what_small_authors_leave_goes_to_large_ones():
    authors = np.repeat([0, 1, 2], [30, 30, 2])
    topics = np.arange(62) % 2
    found = pairs_of_cell(authors, topics, Cell(True, False), 101, generator(0, "test"))
    assert np.bincount(authors[found[:, 0]]).tolist() == [50, 50, 1]


def test_more_authors_than_the_limit_give_one_pair_each():
    authors, topics = np.repeat(np.arange(20), 4), np.tile([0, 0, 1, 1], 20)
    found = pairs_of_cell(authors, topics, Cell(True, True), 7, generator(0, "test"))
    assert len(np.unique(authors[found[:, 0]])) == len(found) == 7


def test_authors_without_a_fitting_pair_do_not_use_up_the_limit():
    authors = np.concatenate([np.repeat(np.arange(50), 2), [50, 50]])
    topics = np.concatenate([np.zeros(100, dtype=np.int64), [0, 1]])
    found = pairs_of_cell(authors, topics, Cell(True, False), 3, generator(0, "test"))
    assert found.tolist() == [[100, 101]]


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 3)), min_size=2, max_size=30), st.integers(1, 40))
def test_pairs_are_distinct_and_belong_to_their_cell(rows, limit):
    authors, topics = np.array(rows).T
    for cell in CELLS:
        found = pairs_of_cell(authors, topics, cell, limit, generator(0, "test"))
        first, second = found.T
        assert len(found) <= limit
        assert len({frozenset(pair) for pair in found.tolist()}) == len(found)
        assert np.all((authors[first] == authors[second]) == cell.same_author)
        assert np.all((topics[first] == topics[second]) == cell.same_topic)
        assert np.all(first != second)


def test_only_authors_on_several_topics_stand_in_every_cell():
    authors, topics = np.array(["b", "a", "b", "a"]), np.array(["x", "x", "y", "x"])
    assert on_several_topics(authors, topics).tolist() == [0, 2]
    assert on_several_topics(authors[:0], topics[:0]).tolist() == []
    assert numbered(authors).tolist() == [1, 0, 1, 0]
