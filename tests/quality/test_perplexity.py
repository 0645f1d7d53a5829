from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from stylobench.edits import Edit, Rewrite
from stylobench.quality.perplexity import Perplexity

pytestmark = pytest.mark.skipif(not Path("/usr/share/wordnet").exists(), reason="wordnet-base is not installed")
ORIGINAL = "She had never seen such a large crowd in the old market square. It was late in the year and very cold."
ROUND_TRIP = (
    "It had not seen never a such big crowd in the old place of market. It was late in the year and a lot cold."
)
SHUFFLED = "market such old seen a in never She crowd the square large had. the cold in and very It year late was."


def whole(original: str, rewritten: str) -> Rewrite:
    return Rewrite(original, (Edit(0, len(original), rewritten, "whole"),))


def test_shuffled_words_are_worse_than_a_round_trip_and_that_than_the_original() -> None:
    rewrites = [Rewrite(ORIGINAL), whole(ORIGINAL, ROUND_TRIP), whole(ORIGINAL, SHUFFLED)]
    untouched, translated, shuffled = Perplexity().measure(rewrites)
    assert untouched == 1.0 < translated < shuffled


def test_a_judge_that_has_read_the_original_finds_the_rewrite_worse() -> None:
    rewrite = whole(ORIGINAL, ROUND_TRIP)
    assert Perplexity().fit([ORIGINAL]).measure_rewrite(rewrite) > Perplexity().measure_rewrite(rewrite)


def test_no_words_is_no_value() -> None:
    assert math.isnan(Perplexity().measure_rewrite(Rewrite("")))
    assert np.isnan(Perplexity().measure([whole("It is so.", "")])).all()
