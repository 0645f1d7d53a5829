from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from stylobench.errors import SplitError
from stylobench.records import Trials
from stylobench.splits._partners import Order, id_keys
from stylobench.splits.pairs import (
    CONTROLS,
    Library,
    PairRules,
    Partners,
    apart_from,
    draw_pairs,
    equal_documents,
)


def a_library(documents: int, authors: int, topics: int, seed: int = 0) -> Library:
    rng = np.random.default_rng(seed)
    ids = tuple(f"d{number}" for number in range(documents))
    return Library(ids, rng.integers(0, authors, documents), rng.integers(0, topics, documents))


def pairs_of(trials: Trials) -> list[tuple[int, int]]:
    return [(min(pair), max(pair)) for pair in zip(trials.known.tolist(), trials.questioned.tolist(), strict=True)]


def may_pair(library: Library, one: int, other: int, same: bool, control: str) -> bool:
    related = library.topics[one] == library.topics[other]
    topics_fit = {"any": True, "same_topic": related, "cross_topic": not related}[control]
    return bool(one != other and (library.authors[one] == library.authors[other]) == same and topics_fit)


@given(
    st.integers(0, 9),
    st.sampled_from(CONTROLS),
    st.sampled_from(CONTROLS),
    st.booleans(),
    st.sampled_from([None, 1, 2, 3]),
)
def test_every_pair_obeys_the_rules_and_no_document_that_has_a_partner_goes_without(
    seed: int, same: str, different: str, balance: bool, most: int | None
) -> None:
    library = a_library(60, 6, 4, seed)
    rows = np.random.default_rng(seed).choice(60, 45, replace=False)
    rules = PairRules(same, different, balance, most)
    trials = draw_pairs(library, rows, rules, seed)
    pairs = pairs_of(trials)
    assert len(set(pairs)) == len(pairs)
    assert set(trials.rows.tolist()) <= set(rows.tolist())
    for (one, other), truth in zip(pairs, trials.same.tolist(), strict=True):
        assert may_pair(library, one, other, truth, same if truth else different)
    if balance:
        assert trials.same.sum() * 2 == len(trials)
    if most is not None:
        assert max(Counter(row for pair in pairs for row in pair).values()) <= most
    if not balance and most is None:
        for truth, control in ((True, same), (False, different)):
            served = {row for pair, is_same in zip(pairs, trials.same, strict=True) if is_same == truth for row in pair}
            possible = {a for a in rows.tolist() for b in rows.tolist() if may_pair(library, a, b, truth, control)}
            assert served == possible


def test_groups_say_whether_a_pair_shares_its_topic() -> None:
    library = a_library(50, 5, 3)
    trials = draw_pairs(library, np.arange(50), PairRules(), 0)
    related = library.topics[trials.known] == library.topics[trials.questioned]
    assert trials.groups.tolist() == ["same_topic" if one else "cross_topic" for one in related]
    assert set(trials.groups.tolist()) == {"same_topic", "cross_topic"}


def test_rows_in_any_order_and_documents_in_any_order_give_the_same_trials() -> None:
    library, order = a_library(80, 9, 4), np.random.default_rng(5).permutation(80)
    turned = Library(tuple(library.ids[row] for row in order), library.authors[order], library.topics[order])
    rules = PairRules(different="same_topic", balance=True, most=3)
    plain = draw_pairs(library, np.arange(80), rules, 3)
    other = draw_pairs(turned, np.arange(80)[::-1], rules, 3)
    assert [library.ids[row] for row in plain.known] == [turned.ids[row] for row in other.known]
    assert [library.ids[row] for row in plain.questioned] == [turned.ids[row] for row in other.questioned]
    assert plain.same.tolist() == other.same.tolist()


def test_pairs_recur_wherever_both_documents_are() -> None:
    library, partners = a_library(400, 60, 20), Partners(a_library(400, 60, 20), 1)
    whole = partners.draw(np.arange(400), PairRules())
    side = np.flatnonzero(library.topics < 18)
    half = partners.draw(side, PairRules())
    inside = set(side.tolist())
    expected = {pair for pair in pairs_of(whole) if set(pair) <= inside}
    assert expected <= set(pairs_of(half))
    oriented = set(zip(whole.known.tolist(), whole.questioned.tolist(), strict=True))
    again = set(zip(half.known.tolist(), half.questioned.tolist(), strict=True))
    assert len(oriented & again) == len(expected)


@pytest.mark.parametrize(
    ("same", "control", "eligible"),
    [
        (True, "any", [1, 2, 3]),
        (True, "same_topic", [1]),
        (True, "cross_topic", [2, 3]),
        (False, "any", [4, 5, 6, 7]),
        (False, "same_topic", [4, 5]),
        (False, "cross_topic", [6, 7]),
    ],
)
def test_each_eligible_partner_of_a_side_is_equally_likely(same: bool, control: str, eligible: list[int]) -> None:
    authors, topics = np.array([0, 0, 0, 0, 1, 2, 1, 2, 0, 1]), np.array([0, 0, 1, 2, 0, 0, 1, 2, 0, 0])
    library = Library(tuple("abcdefghij"), authors, topics)
    drawn: Counter[int] = Counter()
    for seed in range(1500):
        drawn[int(Partners(library, seed).of(np.arange(8), same, control)[0])] += 1
    assert sorted(drawn) == eligible
    assert len(eligible) == 1 or stats.chisquare([drawn[row] for row in eligible]).pvalue > 0.001


def test_a_rare_partner_is_found_after_all_draws_have_missed_him() -> None:
    """Two documents in 5,000 are on the side: 512 draws mostly miss both, the search does, both equally often."""
    size, here = 5_000, np.array([0, 7, 11])
    ids = [f"d{number}" for number in range(size)]
    found: Counter[int] = Counter()
    for seed in range(60):
        order = Order(id_keys(ids, seed, "test"), np.arange(size), np.zeros(size, np.int64))
        found[int(order.first(np.array([0]), here, lambda one, other: one != other)[0])] += 1
    assert set(found) == {7, 11}
    assert stats.binomtest(found[7], 60).pvalue > 0.001


def test_which_text_is_known_is_a_fair_coin() -> None:
    trials = draw_pairs(a_library(2000, 300, 20), np.arange(2000), PairRules(), 0)
    assert stats.binomtest(int((trials.known < trials.questioned).sum()), len(trials)).pvalue > 0.001


def test_balance_drops_from_the_larger_class_only() -> None:
    library = a_library(300, 60, 10)
    free = draw_pairs(library, np.arange(300), PairRules(), 0)
    even = draw_pairs(library, np.arange(300), PairRules(balance=True), 0)
    assert free.same.sum() < (~free.same).sum()
    assert even.same.sum() == free.same.sum()
    assert set(pairs_of(even)) < set(pairs_of(free))


@pytest.mark.parametrize("balance", [False, True])
def test_one_side_without_a_class_is_named_with_its_cure(balance: bool) -> None:
    lonely = Library(tuple("abc"), np.array([0, 1, 2]), np.zeros(3, np.int64))
    with pytest.raises(
        SplitError, match=r"^fold 3, test \(3 documents\) has no two texts by one author; use fewer folds"
    ):
        Partners(lonely, 0).draw(np.arange(3), PairRules(balance=balance), "fold 3, test")
    alone = Library(tuple("abc"), np.zeros(3, np.int64), np.array([0, 1, 1]))
    with pytest.raises(SplitError, match=r"no two texts by two authors on one topic; .* or different='any'$"):
        draw_pairs(alone, np.arange(3), PairRules(different="same_topic", balance=balance), 0)


def test_a_limit_that_leaves_one_class_is_named() -> None:
    library = Library(tuple("abc"), np.array([0, 0, 1]), np.zeros(3, np.int64))
    with pytest.raises(SplitError, match="keeps pairs of one class only when no document may be in more than 1"):
        draw_pairs(library, np.arange(3), PairRules(most=1), 0)


def test_rules_and_libraries_that_make_no_sense_are_refused() -> None:
    with pytest.raises(SplitError, match="any, same_topic, cross_topic, not 'near'"):
        PairRules(same="near")
    with pytest.raises(SplitError, match="at least 1 pair, not at most 0"):
        PairRules(most=0)
    with pytest.raises(SplitError, match="share an id"):
        Library(("a", "a"), np.zeros(2, np.int64), np.zeros(2, np.int64))
    with pytest.raises(SplitError, match="lacks its author"):
        Library(("a", "b"), np.array([0, -1]), np.zeros(2, np.int64))


def test_equal_documents_does_not_depend_on_the_other_topics() -> None:
    library = a_library(200, 10, 8)
    some, all_of_them = equal_documents(library, [2, 5], 9, 4), equal_documents(library, range(8), 9, 4)
    assert np.bincount(library.topics[all_of_them]).tolist() == [9] * 8
    assert some.tolist() == [row for row in all_of_them.tolist() if library.topics[row] in (2, 5)]
    assert equal_documents(library, [2, 5], 9, 5).tolist() != some.tolist()
    smallest = int(np.bincount(library.topics).min())
    assert len(equal_documents(library, range(8), None, 0)) == 8 * smallest


def test_equal_documents_names_the_topic_that_is_too_small() -> None:
    library = Library.of(list("abc"), ["x"] * 3, ["sea", "sea", "air"])
    with pytest.raises(SplitError, match="2 documents of each topic were asked for; topic 'air' has 1"):
        equal_documents(library, [0, 1], 2, 0)
    with pytest.raises(SplitError, match="name topics that the corpus has"):
        equal_documents(library, [7], None, 0)


def test_authors_of_the_test_side_leave_training() -> None:
    library = Library(tuple("abcde"), np.array([0, 0, 1, 2, 1]), np.zeros(5, np.int64))
    kept, left_out = apart_from(library, np.array([0, 1, 2, 3]), np.array([4]))
    assert (kept.tolist(), left_out) == ([0, 1, 3], 1)
