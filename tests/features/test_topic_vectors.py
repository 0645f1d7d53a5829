from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobench.errors import SplitError
from stylobench.features.topic_vectors import cosines, topic_vectors
from stylobench.seeds import generator


@given(st.permutations(range(20)))
def test_the_order_of_documents_changes_no_bit(order: list[int]) -> None:
    vectors = generator(0, "documents").normal(size=(20, 7))
    topics = [f"t{i % 3}" for i in range(20)]
    names, matrix = topic_vectors(vectors, topics)
    moved_names, moved = topic_vectors(vectors[order], [topics[i] for i in order])
    assert names == moved_names == ["t0", "t1", "t2"]
    assert matrix.tobytes() == moved.tobytes()
    assert matrix[1] == pytest.approx(vectors[1::3].mean(axis=0))


def test_no_documents_give_no_topics() -> None:
    names, matrix = topic_vectors(np.zeros((0, 4)), [])
    assert (names, matrix.shape) == ([], (0, 4))


def test_as_many_vectors_as_documents() -> None:
    with pytest.raises(SplitError, match="2 documents with a topic need as many vectors; there are 3"):
        topic_vectors(np.ones((3, 2)), ["a", "b"])


def test_cosines_stay_within_their_range() -> None:
    found = cosines(np.array([[0.1, 0.2, 0.3], [0.2, 0.4, 0.6], [-0.1, -0.2, -0.3]]))
    assert found.diagonal().tolist() == [1, 1, 1]
    assert np.abs(found).max() <= 1
    assert found[0] == pytest.approx([1, 1, -1])
