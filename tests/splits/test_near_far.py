from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from stylobench.errors import SplitError
from stylobench.records import Floats, Trials
from stylobench.splits.near_far import near_far
from stylobench.splits.pairs import Library, PairRules

TOPICS = 8


def line_cosines(topics: int = TOPICS) -> Floats:
    """Topics on a line: the further apart, the less alike."""
    steps = np.arange(topics)
    return 1 - np.abs(steps[:, None] - steps) / topics


def a_library(documents: int = 400, authors: int = 20, seed: int = 0) -> Library:
    rng = np.random.default_rng(seed)
    ids = tuple(f"d{number}" for number in range(documents))
    return Library(ids, rng.integers(0, authors, documents), rng.integers(0, TOPICS, documents))


def authors_of_pairs(library: Library, trials: Trials) -> list[tuple[int, int]]:
    return list(zip(library.authors[trials.known].tolist(), library.authors[trials.questioned].tolist(), strict=True))


def test_the_upper_half_is_near_and_the_odd_one_is_left_out() -> None:
    found = near_far(a_library(), [0], line_cosines(), 0)
    assert found.near_topics == (1, 2, 3)
    assert found.far_topics == (5, 6, 7)
    assert found.near_similarity == pytest.approx(1 - 2 / 8)
    assert found.far_similarity == pytest.approx(1 - 6 / 8)


def test_both_sides_have_the_same_authors_pair_by_pair() -> None:
    library = a_library()
    found = near_far(library, [0], line_cosines(), 0)
    assert (found.authors, found.kinds) == ("same", "equal")
    assert authors_of_pairs(library, found.near) == authors_of_pairs(library, found.far)
    assert found.near.same.tolist() == found.far.same.tolist()
    assert found.near.groups.tolist() == found.far.groups.tolist()
    counts = [Counter(library.authors[side.rows].tolist()) for side in (found.near, found.far)]
    assert counts[0] == counts[1]


@pytest.mark.parametrize("seed", range(5))
def test_truth_is_true_topics_are_right_and_classes_balance(seed: int) -> None:
    library = a_library(seed=seed)
    found = near_far(library, [2, 6], line_cosines(), seed)
    for side, topics in ((found.near, found.near_topics), (found.far, found.far_topics)):
        pairs = authors_of_pairs(library, side)
        assert side.same.tolist() == [one == other for one, other in pairs]
        assert side.same.sum() * 2 == len(side)
        assert set(library.topics[side.rows].tolist()) <= set(topics)
        assert len({frozenset(pair) for pair in zip(side.known, side.questioned, strict=True)}) == len(side)
        assert (side.known != side.questioned).all()
    assert not {2, 6} & {*found.near_topics, *found.far_topics}


def test_author_slots_are_the_smaller_of_his_two_numbers() -> None:
    """Author 0 has 3 near and 5 far documents, author 1 has 4 and 2; so at most 3 and 2 of theirs are used."""
    topics = np.repeat([1, 2, 1, 2], [3, 5, 4, 2])
    authors = np.repeat([0, 1], [8, 6])
    ids = tuple(f"d{number}" for number in range(14))
    library = Library(ids, authors, topics)
    found = near_far(library, [0], line_cosines(3), 0)
    for side in (found.near, found.far):
        assert Counter(library.authors[side.rows].tolist()) == {0: 3, 1: 2}


def test_authors_of_one_side_only_are_matched_by_rank() -> None:
    """Topics 1 and 2 are near and 3 and 4 far; nobody writes on both."""
    size = 120
    topics = np.tile([1, 2, 3, 4], size // 4)
    authors = np.arange(size) // 12 * 2 + (topics > 2)
    library = Library(tuple(f"d{number}" for number in range(size)), authors, topics)
    found = near_far(library, [0], line_cosines(5), 0)
    assert found.authors == "as many"
    assert found.near.same.tolist() == found.far.same.tolist()
    assert found.near.same.sum() >= 20
    for side in (found.near, found.far):
        assert side.same.tolist() == [one == other for one, other in authors_of_pairs(library, side)]
    sizes = [sorted(Counter(library.authors[side.rows].tolist()).values()) for side in (found.near, found.far)]
    assert sizes[0] == sizes[1]


def test_few_pairs_of_shared_authors_are_taken_where_nothing_else_can_be_had() -> None:
    library = Library(tuple("abcdefgh"), np.array([0, 0, 1, 1, 0, 0, 1, 1]), np.array([1, 1, 1, 1, 2, 2, 2, 2]))
    found = near_far(library, [0], line_cosines(3), 0)
    assert (found.authors, int(found.near.same.sum())) == ("same", 2)


def test_topic_control_holds_on_both_sides() -> None:
    rules = PairRules(same="cross_topic", different="same_topic", most=2)
    found = near_far(a_library(), [0], line_cosines(), 0, rules)
    for side in (found.near, found.far):
        assert (side.groups == np.where(side.same, "cross_topic", "same_topic")).all()
        assert np.bincount(np.concatenate([side.known, side.questioned])).max() <= 2


def test_authors_of_the_test_topics_stay_away_when_asked() -> None:
    library = a_library(300, 150)
    tested = set(library.authors[library.topics == 0].tolist())
    usual = near_far(library, [0], line_cosines(), 0)
    apart = near_far(library, [0], line_cosines(), 0, PairRules(disjoint_authors=True))
    assert set(library.authors[usual.near.rows].tolist()) & tested
    assert not set(library.authors[[*apart.near.rows, *apart.far.rows]].tolist()) & tested


def test_the_order_of_documents_does_not_matter() -> None:
    library, order = a_library(), np.random.default_rng(1).permutation(400)
    turned = Library(tuple(library.ids[row] for row in order), library.authors[order], library.topics[order])
    plain, other = (near_far(one, [3], line_cosines(), 7) for one in (library, turned))
    for side, again in ((plain.near, other.near), (plain.far, other.far)):
        assert [library.ids[row] for row in side.known] == [turned.ids[row] for row in again.known]
        assert [library.ids[row] for row in side.questioned] == [turned.ids[row] for row in again.questioned]


def test_what_cannot_be_matched_is_said_in_one_line() -> None:
    strangers = Library.of(list("abcdef"), list("abcdef"), ["x", "x", "y", "y", "z", "z"])
    with pytest.raises(SplitError, match="held out 'x': no same-author pair can be matched near and far"):
        near_far(strangers, [0], line_cosines(3), 0)
    with pytest.raises(SplitError, match="1 topics held out and 1 left"):
        near_far(Library.of(["1", "2"], ["a", "b"], ["x", "y"]), [0], line_cosines(2), 0)
