from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobench.errors import SplitError
from stylobench.metrics.impact import best_thresholds
from stylobench.records import Trials
from stylobench.splits.buffered import buffered, tuned_on


def trials_of(problems: list[tuple[list[int], int, bool]]) -> Trials:
    known = [row for rows, _, _ in problems for row in rows]
    starts = np.cumsum([0, *(len(rows) for rows, _, _ in problems)])
    return Trials(
        np.array(known, dtype=np.int64),
        starts,
        np.array([questioned for _, questioned, _ in problems], dtype=np.int64),
        np.array([same for *_, same in problems]),
        np.full(len(problems), ""),
    )


# A text questioned in one problem is known in the next, as in the novels of PAN 2014.
CHAIN = trials_of(
    [([0, 1], 2, True), ([2], 3, False), ([3], 4, True), ([5], 6, False), ([7], 6, True), ([8], 9, False)]
)


def texts(trials: Trials) -> set[int]:
    return set(trials.rows.tolist())


def test_the_neighbours_in_a_chain_are_the_buffer() -> None:
    found = buffered(CHAIN)
    by_text = {int(split.test.questioned[0]): split.train.questioned.tolist() for split in found.splits}
    assert by_text == {
        2: [4, 6, 6, 9],
        3: [6, 6, 9],
        4: [2, 6, 6, 9],
        6: [2, 3, 4, 9],
        9: [2, 3, 4, 6, 6],
    }
    assert [places.tolist() for places in found.tested] == [[0], [1], [2], [3, 4], [5]]
    assert found.skipped == ()


def test_all_problems_of_a_questioned_text_are_tested_together() -> None:
    (together,) = [split for split in buffered(CHAIN).splits if 6 in split.test.questioned]
    assert together.test.known.tolist() == [5, 7]
    assert together.held_out == "1 questioned text"


def test_a_fold_without_both_classes_is_skipped_and_told_of() -> None:
    lonely = trials_of([([0], 1, True), ([2], 3, False), ([4], 5, False)])
    found = buffered(lonely)
    assert [split.test.questioned.tolist() for split in found.splits] == [[3], [5]]
    (note,) = found.skipped
    assert note == (
        "buffered/1 is skipped (1 of 3 problems): the 2 that share no text with the tested ones are of one class"
    )


def test_one_component_cannot_be_split_at_all() -> None:
    star = trials_of([([0], 1, True), ([0], 2, False), ([0], 3, True)])
    with pytest.raises(SplitError, match="every other problem shares a text"):
        buffered(star)


@pytest.mark.parametrize("folds", [0, 1, 6])
def test_folds_must_be_filled(folds: int) -> None:
    with pytest.raises(SplitError, match=f"5 questioned texts cannot be dealt into {folds} folds; take 2 to 5"):
        buffered(CHAIN, folds)


def test_folds_are_even_and_hang_on_the_seed() -> None:
    many = trials_of([([2 * i], 2 * i + 1, i % 2 == 0) for i in range(20)])
    found = buffered(many, 4, seed=1)
    assert [(len(split.test), int(split.test.same.sum())) for split in found.splits] == [(5, 3), (5, 3), (5, 2), (5, 2)]
    assert [one.digest for one in found.splits] == [one.digest for one in buffered(many, 4, seed=1).splits]
    assert [one.digest for one in found.splits] != [one.digest for one in buffered(many, 4, seed=2).splits]


problems = st.lists(
    st.tuples(st.lists(st.integers(0, 30), max_size=3), st.integers(0, 30), st.booleans()), min_size=1, max_size=25
)


@given(problems, st.one_of(st.none(), st.integers(2, 5)), st.integers(0, 3))
def test_no_text_is_on_both_sides_and_nothing_more_is_left_out(
    drawn: list[tuple[list[int], int, bool]], folds: int | None, seed: int
) -> None:
    trials = trials_of(drawn)
    try:
        found = buffered(trials, folds, seed)
    except SplitError:
        return
    for split, places in zip(found.splits, found.tested, strict=True):
        assert not texts(split.train) & texts(split.test)
        assert set(split.train.same.tolist()) == {True, False}
        assert trials.take(places).digest == split.test.digest
        apart = [i for i in range(len(trials)) if not texts(trials.take([i])) & texts(split.test)]
        assert trials.take(np.array(apart, dtype=np.int64)).digest == split.train.digest
    tested = np.concatenate(found.tested)
    assert len(np.unique(tested)) == len(tested)
    assert len(tested) + sum(int(note.split("(")[1].split()[0]) for note in found.skipped) == len(trials)


def alone(problems: int) -> Trials:
    """Problems that share no text, every other one by one author."""
    rows = np.arange(problems)
    return Trials.of_pairs(2 * rows, 2 * rows + 1, rows % 2 == 0)


def test_thresholds_for_single_problems_come_from_nine_tenths_of_the_others() -> None:
    trials = alone(60)
    trained = [np.delete(np.arange(60), place) for place in range(60)]
    found = tuned_on(trials, np.arange(60), trained)
    assert {len(rows) for rows in found} == {54}
    assert all(place not in rows for place, rows in enumerate(found))
    # each group leaves out as many of one class as of the other
    assert all(trials.same[rows].sum() == 27 for rows in found)


def test_few_folds_and_trials_that_all_share_texts_keep_their_own() -> None:
    trials = alone(12)
    own = [np.delete(np.arange(12), place) for place in range(12)]
    assert all((a == b).all() for a, b in zip(tuned_on(trials, np.arange(12), own), own, strict=True))
    chain = Trials.of_pairs(np.zeros(40, np.int64), np.arange(1, 41), np.arange(40) % 2 == 0)
    single = [np.array([(place + 1) % 40, (place + 2) % 40]) for place in range(40)]
    assert [rows.tolist() for rows in tuned_on(chain, np.arange(40), single)] == [rows.tolist() for rows in single]


def test_a_score_that_says_nothing_is_right_in_half_of_the_problems() -> None:
    """One by one the thresholds turn against the problem left out; the spread is then that of a few draws only."""
    trials, right = alone(100), dict[str, list[float]](single=[], grouped=[])
    single = [np.delete(np.arange(100), place) for place in range(100)]
    grouped = tuned_on(trials, np.arange(100), single)
    rng = np.random.default_rng(0)
    for _ in range(60):
        scores = rng.normal(size=100)
        for name, chosen in (("single", single), ("grouped", grouped)):
            right[name].append(float(((scores >= best_thresholds(trials.same, scores, chosen)) == trials.same).mean()))
    assert np.std(right["single"]) > 0.09
    assert np.std(right["grouped"]) < 0.065
    assert abs(np.mean(right["grouped"]) - 0.5) < 0.02
