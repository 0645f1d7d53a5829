"""What a verifier said, put together from its folds, and what is told of those on which it failed."""

from __future__ import annotations

import numpy as np

from stylobench.engine.attack_said import Said, no_answers
from stylobench.records import Answers, Run

FOLD = np.array([0, 0, 1, 2])


def run(*rows, failure=None, notes=()) -> Run:
    table = np.array(rows, np.float64).reshape(-1, 3)
    answers = None if failure else Answers(np.arange(len(table)), ("untouched", "a", "b"), table, probable=True)
    return Run("key", "corpus", "split", "v", 0, {}, answers, failure, tuple(notes))


def test_scores_stand_where_their_problems_do() -> None:
    said = Said("v", [run([0.1, 0.2, 0.3], [0.4, 0.5, 0.6]), run([0.7, 0.8, 0.9]), run([0, 0, 1])], FOLD, ("a", "b"))
    assert said.untouched.tolist() == [0.1, 0.4, 0.7, 0]
    assert {name: scores.tolist() for name, scores in said.variants().items()} == {
        "a": [0.2, 0.5, 0.8, 0], "b": [0.3, 0.6, 0.9, 1],
    }  # fmt: skip
    assert not said.unasked.any()
    assert list(said.warnings()) == []


def test_a_fold_that_failed_and_a_question_that_failed_are_told_apart() -> None:
    silent = run([0.1, np.nan, 0.3], [0.4, np.nan, 0.6], notes=["Unanswered: a: ValueError: odd", "UserWarning: a: so"])
    said = Said("v", [silent, run([0.7, 0.8, 0.9]), run(failure="KeyError: x")], FOLD, ("a", "b"))
    assert said.unasked.tolist() == [False, False, False, True]
    assert np.array_equal(said.variants()["a"], [np.nan, np.nan, 0.8, np.nan], equal_nan=True)
    assert list(said.warnings()) == [
        "v failed on 1 of 3 folds, whose 1 problems are judged neither way: KeyError: x",
        "v failed under a on 1 of 3 folds, whose 2 problems count as silence: ValueError: odd",
    ]


def test_a_question_that_no_fold_answered_has_no_scores() -> None:
    never = [
        run(*rows, notes=["Unanswered: b: ValueError: odd"]) for rows in ([[1, 1, 0]] * 2, [[1, 1, 0]], [[1, 1, 0]])
    ]
    said = Said("v", never, FOLD, ("a", "b"))
    assert list(said.variants()) == ["a"]
    assert list(said.warnings()) == [
        "v failed under b on 3 of 3 folds, whose 4 problems are judged neither way: ValueError: odd"
    ]


def test_only_one_that_failed_everywhere_has_no_answers() -> None:
    bad = run(failure="KeyError: x")
    assert no_answers([bad, run(failure="other")]) == "KeyError: x"
    assert no_answers([bad, run([0, 0, 0])]) is None
