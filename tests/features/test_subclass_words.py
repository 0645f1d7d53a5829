from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stylobench.errors import SplitError
from stylobench.features.subclass_words import (
    assigned,
    default_clusters,
    examples,
    marks,
    merged,
    merged_labels,
    purity,
)
from stylobench.seeds import generator


@pytest.mark.parametrize(("n", "k"), [(0, 2), (2, 2), (8, 2), (50, 5), (1435, 27), (20_000, 100), (1_000_000, 707)])
def test_the_root_of_half_the_documents(n: int, k: int) -> None:
    assert default_clusters(n) == k


def test_the_smallest_goes_first_and_what_it_joined_may_be_large_enough_then() -> None:
    """Sizes 3, 2, 1 at 0, 10 and 12, at least 3: the one at 12 joins the two at 10, which are three then."""
    vectors = np.array([0.0, 0.0, 0.0, 10.0, 10.0, 12.0])[:, None]
    codes, joined = merged(vectors, np.array([0, 0, 0, 1, 1, 2]), least=3)
    assert codes.tolist() == [0, 0, 0, 1, 1, 1]
    assert joined.tolist() == [0, 1]


def test_joined_clusters_are_counted_along_the_way() -> None:
    """At least 4: 30 joins 20 (two), those join 10 (four)."""
    vectors = np.array([0.0] * 5 + [10.0] * 2 + [20.0, 30.0])[:, None]
    codes, joined = merged(vectors, np.array([0] * 5 + [1] * 2 + [2, 3]), least=4)
    assert codes.tolist() == [0] * 5 + [1] * 4
    assert joined.tolist() == [0, 2]


def test_two_clusters_stay_however_small() -> None:
    """Of three equally small ones the last goes, to its neighbour."""
    vectors = np.array([0.0, 1.0, 9.0])[:, None]
    codes, joined = merged(vectors, np.array([0, 1, 2]), least=10)
    assert codes.tolist() == [1, 0, 0]
    assert joined.tolist() == [1, 0]
    assert merged(vectors, np.array([0, 0, 1]), least=10)[0].tolist() == [0, 0, 1]
    assert merged(vectors, np.array([0, 0, 0]), least=10)[1].tolist() == [0]


@settings(max_examples=50)
@given(st.lists(st.integers(0, 8), min_size=1, max_size=80), st.integers(1, 12))
def test_merging_keeps_rows_together_and_every_cluster_large(given_codes: list[int], least: int) -> None:
    codes = np.unique(given_codes, return_inverse=True)[1]
    before = codes.max() + 1
    final, joined = merged(generator(len(codes), "rows").normal(size=(len(codes), 3)), codes, least)
    assert len(set(zip(codes.tolist(), final.tolist(), strict=True))) == before
    sizes = np.bincount(final)
    assert len(sizes) + joined.sum() == before
    assert (np.diff(sizes) <= 0).all()
    assert len(sizes) <= 2 or sizes.min() >= least


def test_small_labels_become_other() -> None:
    labels = ["a"] * 3 + ["b"] * 4 + ["c", "d", "d"]
    found, joined = merged_labels(labels, least=3)
    assert found == ["a"] * 3 + ["b"] * 4 + ["other"] * 3
    assert joined == {"other": 2}


def test_small_labels_that_are_small_together_join_the_largest() -> None:
    labels = ["a"] * 3 + ["b"] * 4 + ["c"] * 3 + ["d", "e"]
    assert merged_labels(labels, least=3) == (["a"] * 3 + ["b"] * 4 + ["c"] * 3 + ["b"] * 2, {"b": 2})
    assert merged_labels(["a", "a", "b", "b", "c"], least=2) == (["a", "a", "b", "b", "a"], {"a": 1})


@pytest.mark.parametrize(
    "labels", [["a", "b", "b", "c"], ["a"] * 12 + ["b"] * 2, ["a"] * 30 + list("bcdefghijklmnopqrst"), []]
)
def test_labels_stay_where_fewer_than_two_are_large(labels: list[str]) -> None:
    assert merged_labels(labels, least=9) == (labels, {})


def test_many_labels_that_are_all_small_are_refused() -> None:
    with pytest.raises(SplitError, match="21 labels, of which fewer than two have 10 items: give coarser labels"):
        merged_labels(["a"] * 30 + [f"b{place}" for place in range(20)], least=10)


def test_marks_are_the_words_above_the_whole() -> None:
    texts = ["the boat at sea", "a boat on the sea", "sea and boat", "the law in court", "a court of law", "law court"]
    found = marks(texts, np.array([0, 0, 0, 1, 1, 1]), words=2)
    assert [sorted(words) for words in found] == [["boat", "sea"], ["court", "law"]]


def test_a_word_of_other_clusters_marks_none_of_them() -> None:
    assert marks(["sea sea", "sea", "", ""], np.array([0, 0, 1, 1])) == [["sea"], []]


def test_examples_are_nearest_to_the_centroid() -> None:
    vectors = np.array([[0.0], [4.0], [10.0], [5.0], [1.0], [2.0]])
    found = examples(vectors, np.array([0, 0, 0, 0, 1, 1]), count=3)
    assert [rows.tolist() for rows in found] == [[3, 1, 0], [4, 5]]


def test_later_documents_go_where_a_plain_search_puts_them() -> None:
    rng = generator(0, "assigned")
    vectors, codes, others = rng.normal(size=(60, 4)), np.arange(60) % 5, rng.normal(size=(9000, 4))
    centres = np.stack([vectors[codes == code].mean(axis=0) for code in range(5)])
    plain = ((others[:, None] - centres[None]) ** 2).sum(axis=2).argmin(axis=1)
    assert assigned(vectors, codes, others).tolist() == plain.tolist()
    assert assigned(vectors, codes, others[:0]).tolist() == []


def test_purity_by_hand() -> None:
    each, overall = purity(np.array([0, 0, 0, 1, 1]), ["y", "x", "y", "x", "y"])
    assert each == [("y", pytest.approx(2 / 3)), ("x", 0.5)]
    assert overall == pytest.approx(3 / 5)
