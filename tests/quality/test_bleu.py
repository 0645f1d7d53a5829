from __future__ import annotations

import math

import pytest

from stylobench.features.difference import difference
from stylobench.quality.bleu import Bleu

pytest.importorskip("sacrebleu", reason="sacrebleu is not installed")


def test_one_word_of_six_by_hand() -> None:
    # "the cat sat on the mat" -> "the cat lay on the mat": 5 of 6 words, 3 of 5 pairs, 1 of 4 triples, 0 of 3 fours,
    # the last smoothed to 1/2 of one in 3; lengths are equal, so nothing is taken off for brevity
    found = Bleu().measure_rewrite(difference("the cat sat on the mat", "the cat lay on the mat"))
    assert found == pytest.approx(100 * (5 / 6 * 3 / 5 * 1 / 4 * (0.5 / 3)) ** 0.25)


def test_brevity_by_hand() -> None:
    # all n-grams are right, four words stand for five
    found = Bleu().measure_rewrite(difference("one two three four five", "one two three four"))
    assert found == pytest.approx(100 * math.exp(1 - 5 / 4))
