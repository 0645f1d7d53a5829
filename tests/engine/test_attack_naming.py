"""Right names, wrong names, ties and silence, by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import expit

from stylobench.engine.attack_naming import known_or_not, names_one, rightly_named, true_ranks
from stylobench.records import Answers

NAN = np.nan
EVERY = slice(None)


def answers(*scores, probable=True, named=None) -> Answers:
    rows = np.array(scores, float)
    return Answers(np.arange(len(rows)), ("ann", "bob", "cyd")[: rows.shape[1]], rows, probable, named)


def test_the_lead_of_the_true_author() -> None:
    said = answers([0.6, 0.3, 0.1], [0.2, 0.5, 0.3], [NAN, NAN, NAN])
    assert rightly_named(said, EVERY, ["ann", "ann", "ann"]) == pytest.approx([0.65, 0.35, NAN], nan_ok=True)
    margins = answers([3.0, 1.0, 0.0], [-1.0, 1.0, 0.0], probable=False)
    assert rightly_named(margins, EVERY, ["ann", "ann"]) == pytest.approx([expit(2), expit(-2)])


@pytest.mark.parametrize("probable", [True, False])
def test_a_tie_is_right_for_the_one_who_is_named_and_wrong_for_the_other(probable: bool) -> None:
    first, second = rightly_named(answers([0.5, 0.5], [0.5, 0.5], probable=probable), EVERY, ["ann", "bob"])
    assert first == 0.5
    assert second < 0.5
    assert second == pytest.approx(0.5)


def test_who_is_named_decides_and_not_who_has_the_highest_score() -> None:
    said = answers([0.6, 0.4], [0.6, 0.4], named=("bob", "bob"))
    assert (rightly_named(said, EVERY, ["ann", "bob"]) >= 0.5).tolist() == [False, True]


@given(st.lists(st.floats(0, 1), min_size=1, max_size=3), st.integers(0, 2), st.booleans())
def test_right_exactly_when_named_right(scores: list[float], own: int, probable: bool) -> None:
    said = answers(scores, probable=probable)
    author = ("ann", "bob", "cyd")[own]
    (found,) = rightly_named(said, EVERY, [author])
    assert 0 <= found <= 1
    assert (found >= 0.5) == (said.best()[0] == author)


def test_an_open_set_knows_right_wrong_strange_and_silent() -> None:
    said = answers([0.6, 0.3, 0.1], [0.6, 0.3, 0.1], [0.6, 0.3, 0.1], [NAN, NAN, NAN])
    assert known_or_not(said, EVERY, ["ann", "bob", "eve", "eve"]) == pytest.approx([0.6, 0, 0.6, NAN], nan_ok=True)
    margins = answers([3.0, 1.0, 0.0], probable=False)
    assert known_or_not(margins, EVERY, ["eve"]) == pytest.approx([expit(2)])


def test_ranks_are_shared_by_equals_and_silence_has_none() -> None:
    said = answers([0.6, 0.3, 0.1], [0.2, 0.4, 0.4], [NAN, NAN, NAN], [0.2, 0.4, 0.4])
    assert true_ranks(said, EVERY, ["bob", "cyd", "ann", "eve"]) == pytest.approx([2, 1.5, NAN, NAN], nan_ok=True)


def test_one_name_for_all() -> None:
    said = answers([0.6, 0.4], [0.9, 0.1], [NAN, NAN], [0.1, 0.9])
    assert names_one(said, slice(0, 3))
    assert not names_one(said, EVERY)
