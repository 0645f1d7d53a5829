from __future__ import annotations

import math

import pytest

from stylobench.edits import Rewrite
from stylobench.features.difference import difference
from stylobench.quality.pinc import Pinc


def test_one_word_of_five_by_hand() -> None:
    # "he is very ill today" -> "he is rather ill today": new are 1 of 5 words, 2 of 4 pairs, 3 of 3, 2 of 2
    found = Pinc().measure_rewrite(difference("he is very ill today", "he is rather ill today"))
    assert found == pytest.approx((1 / 5 + 2 / 4 + 3 / 3 + 2 / 2) / 4)


def test_it_is_the_mean_over_sentences() -> None:
    found = Pinc().measure_rewrite(difference("It is so. He is very ill.", "It is so. She was quite well."))
    # of the second sentence only the full stop is kept
    assert found == pytest.approx((0 + (4 / 5 + 1 + 1 + 1) / 4) / 2)


def test_untouched_is_nothing_and_blank_has_no_value() -> None:
    assert Pinc().measure_rewrite(Rewrite("It is so.")) == 0.0
    assert math.isnan(Pinc().measure_rewrite(difference("It is so.", "")))
