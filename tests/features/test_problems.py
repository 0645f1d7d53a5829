from __future__ import annotations

import numpy as np
import pytest

from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.records import Problem, Trials

PROBLEMS = [Problem(("a", "b"), "c"), Problem(("c",), "a"), Problem((), "b")]


def test_problems_come_back_as_they_went_in() -> None:
    assert list(Problems.of(PROBLEMS)) == PROBLEMS
    assert list(Problems.of(PROBLEMS).take([2, 0])) == [PROBLEMS[2], PROBLEMS[0]]
    assert list(Problems.of(PROBLEMS)[1:]) == PROBLEMS[1:]


def test_equal_texts_are_held_once() -> None:
    assert list(Problems.of(PROBLEMS).texts) == ["a", "b", "c"]


def test_a_problem_without_known_texts_has_no_average() -> None:
    means = Problems.of(PROBLEMS).averaged(np.array([1.0, 3.0, 5.0]))
    assert means[:2].tolist() == [2.0, 5.0]
    assert np.isnan(means[2])


def test_rows_of_values_are_averaged_too() -> None:
    means = Problems.of(PROBLEMS[:2]).averaged(np.array([[1.0, 0.0], [3.0, 4.0], [5.0, 6.0]]))
    assert means.tolist() == [[2.0, 2.0], [5.0, 6.0]]


def test_the_order_of_known_texts_does_not_change_a_digest() -> None:
    assert Problem(("a", "b"), "c").digest == Problem(("b", "a"), "c").digest
    assert Problem(("a", "b"), "c").digest != Problem(("a", "c"), "b").digest
    assert Problems.of(PROBLEMS).digests == [problem.digest for problem in PROBLEMS]


@pytest.mark.parametrize("hidden", ["same", "author", "authors", "truth", "id", "ids", "topic", "groups"])
def test_no_label_can_be_asked_of_a_problem(hidden: str) -> None:
    trials = Trials.of_pairs([0, 1], [1, 2], [True, False], ["easy", "hard"])
    problems = Problems.without_truth(Texts(["x", "y", "z"]), trials)
    for seen in (problems, problems[0], problems.texts, problems.take([0])):
        assert not hasattr(seen, hidden)


def test_what_is_hidden_is_not_in_the_object_either() -> None:
    for truth in ([True, False], [False, True]):
        trials = Trials.of_pairs([0, 1], [1, 2], truth)
        problems = Problems.without_truth(Texts(["x", "y", "z"]), trials)
        assert all(not isinstance(value, Trials) for value in vars(problems).values())
        assert problems.digests == [Problem(("x",), "y").digest, Problem(("y",), "z").digest]
