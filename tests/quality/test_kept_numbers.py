from __future__ import annotations

import math

import pytest

from stylobench.edits import Rewrite
from stylobench.features.difference import difference
from stylobench.quality.kept_numbers import KeptNumbers


@pytest.mark.parametrize(
    ("before", "after", "kept"),
    [
        ("It cost 1,000 pounds.", "It cost 1000 pounds.", 1.0),
        ("Twenty-one men came.", "21 men came.", 1.0),
        ("It is 3.5 miles.", "It is 4.5 miles.", 0.0),
        ("It is 7 miles.", "It is miles.", 0.0),
        ("It is 7 miles. There are 8.", "It is 7 miles. There are.", 0.5),
        ("We saw 7 and 9.", "We saw 7, 8 and 9.", 2 / 3),
        ("We have 7. They have 8.", "We have 8. They have 7.", 0.0),
        ("One does what one can with 7.", "You do what you can with 7.", 1.0),
    ],
)
def test_numbers_are_compared_by_value_and_sentence(before: str, after: str, kept: float) -> None:
    assert KeptNumbers().measure_rewrite(difference(before, after)) == pytest.approx(kept)


def test_no_numbers_is_not_none_kept() -> None:
    assert math.isnan(KeptNumbers().measure_rewrite(Rewrite("There is none here.")))


def test_it_is_blind_to_numbers_that_change_places_in_a_sentence() -> None:
    assert KeptNumbers().measure_rewrite(difference("I have 7, you 8.", "I have 8, you 7.")) == 1.0
