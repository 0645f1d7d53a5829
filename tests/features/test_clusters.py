from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stylobench import world
from stylobench.errors import SplitError
from stylobench.features.clusters import clusters
from stylobench.features.lsa import Lsa
from stylobench.seeds import generator

POINTS = generator(0, "points").normal(size=(24, 3)) + np.repeat(np.eye(3) * 20, 8, axis=0)


@settings(max_examples=10)
@given(st.permutations(range(24)))
def test_the_order_of_texts_changes_no_name(order: list[int]) -> None:
    whole = clusters(POINTS, 3)
    assert clusters(POINTS[order], 3) == [whole[i] for i in order]
    assert len(set(whole[:8])) == len(set(whole[8:16])) == len(set(whole[16:])) == 1
    assert sorted(set(whole)) == ["cluster 1", "cluster 2", "cluster 3"]


def test_the_largest_cluster_comes_first() -> None:
    points = np.repeat(np.eye(3), [2, 5, 3], axis=0) + generator(1, "noise").normal(size=(10, 3)) * 0.01
    assert clusters(points, 3) == ["cluster 3"] * 2 + ["cluster 1"] * 5 + ["cluster 2"] * 3


def test_clusters_are_named_by_the_words_that_mark_them() -> None:
    texts = ["the boat at sea", "a boat on the sea", "sea and boat", "the law in court", "a court of law", "law court"]
    names = clusters(Lsa().encode(texts), 2, texts=texts)
    assert set(names[:3]) | set(names[3:]) == set(names)
    assert "boat" in names[0]
    assert "sea" in names[0]
    assert "court" in names[3]


def test_clusters_find_the_topics_of_a_world() -> None:
    corpus = world(authors=3, topics=4, documents=120, overlap=0.1, families=4)
    found = clusters(Lsa().encode(corpus.texts), 4)
    pairs = {(name, topic) for name, topic in zip(found, corpus.column("topic"), strict=True)}
    assert len(pairs) == 4


@pytest.mark.parametrize("k", [0, 1, 4])
def test_more_clusters_than_different_texts_are_refused(k: int) -> None:
    with pytest.raises(SplitError, match=f"{k} clusters cannot be made of 3 different texts"):
        clusters(np.array([[1.0], [2.0], [3.0], [3.0]]), k)
