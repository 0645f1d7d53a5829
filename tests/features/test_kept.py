from __future__ import annotations

import numpy as np

from stylobench.features import kept
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.records import Floats, Problem, Rows

PROBLEMS = Problems.of([Problem(("a", "bb"), "ccc"), Problem(("ccc",), "a"), Problem(("bb",), "a")])


class Lengths:
    """Lengths of known texts and of the questioned one; remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Problem] = []

    def __call__(self, problems: Problems) -> Floats:
        self.asked += list(problems)
        return np.array([[sum(map(len, one.known)), len(one.questioned)] for one in problems], float)


def test_a_problem_is_measured_once() -> None:
    measure = Lengths()
    assert kept.of_problems(PROBLEMS.take([1, 0, 1]), "lengths", measure).tolist() == [[3, 1], [3, 3], [3, 1]]
    assert kept.of_problems(PROBLEMS, "lengths", measure).tolist() == [[3, 3], [3, 1], [2, 1]]
    assert len(measure.asked) == 3


def test_another_name_is_another_measure() -> None:
    first, second = Lengths(), Lengths()
    kept.of_problems(PROBLEMS, "first", first)
    kept.of_problems(PROBLEMS, "second", second)
    assert len(first.asked) == len(second.asked) == 3


def test_no_problem_has_no_value() -> None:
    assert len(kept.of_problems(PROBLEMS[:0], "nothing", Lengths())) == 0


def test_couples_are_measured_once_and_in_order() -> None:
    texts, asked = Texts(["a", "bb", "ccc"]), list[list[int]]()

    def measure(whole: Texts, couples: Rows) -> Floats:
        asked.extend(couples.tolist())
        return np.array([10 * len(whole[first]) + len(whole[second]) for first, second in couples], float)

    assert kept.of_couples(texts, np.array([[2, 0], [0, 2], [2, 0]]), "l", measure).tolist() == [31, 13, 31]
    view = texts.take([2, 1])
    assert kept.of_couples(view, np.array([[0, 1], [1, 1]]), "l", measure).tolist() == [32, 22]
    assert sorted(asked) == [[0, 2], [1, 1], [2, 0], [2, 1]]
