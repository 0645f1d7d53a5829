from __future__ import annotations

from collections import Counter
from math import sqrt

import numpy as np
import pytest

from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.features.words import tokens
from stylobench.records import Problem
from stylobench.verifiers._nearness import NAMES, halves, near, nearness


def row(problem):
    return dict(zip(NAMES, nearness(Problems.of([problem]))[0].tolist(), strict=True))


def cosine(first, second):
    one, two = Counter(tokens(first)), Counter(tokens(second))
    norm = sqrt(sum(c * c for c in one.values()) * sum(c * c for c in two.values()))
    return sum(one[word] * two[word] for word in one) / norm


def test_counts_are_near_by_cosine_and_measures_by_relative_difference():
    texts = Texts(["a b b", "b c", "One two. One two three four.", "One two."])
    assert near(texts, np.array([[0, 1]]), "words") == pytest.approx([2 / sqrt(5 * 2)])
    # mean 3 and 2, spread 1 and 0, median 3 and 2, short 2 and 2, long 4 and 2
    apart = (1 / 5 + 1 + 1 / 5 + 0 + 2 / 6) / 5
    assert near(texts, np.array([[2, 3]]), "sentence_length") == pytest.approx([1 - apart])


def test_several_known_texts_are_each_others_fellows():
    known, questioned = ("a b c", "a b d", "x y z"), "a b e"
    found = row(Problem(known, questioned))
    assert found["nearness in words"] == pytest.approx(sum(cosine(text, questioned) for text in known) / 3)
    # fellows: (2/3 + 0)/2 for the first two, 0 for the third; the questioned text: 2/3, 2/3 and 0
    assert found["as near as fellows in words"] == 1
    assert row(Problem(("a b c", "a b c", "x y z"), "x q r"))["as near as fellows in words"] == pytest.approx(1 / 3)


def test_a_single_known_text_stands_as_two_halves():
    # the halves "a b" and "a c" are near by 1/2; "a d" is as near to both, "d e" to neither
    assert row(Problem(("a b a c",), "a d"))["as near as fellows in words"] == 1
    assert row(Problem(("a b a c",), "d e"))["as near as fellows in words"] == 0
    assert row(Problem(("a b a c",), "a d"))["nearness in words"] == pytest.approx(2 / sqrt(6 * 2))


def test_the_last_measure_is_over_all_spaces():
    found = row(Problem(("So it is, so.", "It was. It is."), "Thus, we be!"))
    single = [value for name, value in found.items() if name.startswith("as near as fellows in") and "all" not in name]
    assert found["as near as fellows in all spaces"] == pytest.approx(sum(single) / len(single))


def test_single_and_several_known_texts_side_by_side():
    problems = [Problem(("a b a c",), "a d"), Problem(("a b c", "a b d"), "a b e"), Problem(("x",), "y")]
    together = nearness(Problems.of(problems))
    for place, problem in enumerate(problems):
        assert together[place].tolist() == list(row(problem).values())


def test_halves_of_short_texts():
    assert halves("one") == ("one", "")
    assert halves("one two three") == ("one two", "three")
