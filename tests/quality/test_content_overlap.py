from __future__ import annotations

import math

import pytest

from stylobench.edits import Rewrite
from stylobench.features.difference import difference
from stylobench.quality.content_overlap import ContentOverlap


@pytest.mark.parametrize(
    ("before", "after", "kept"),
    [
        ("The dog chased a cat.", "A dog was chasing the cats.", 1.0),
        ("The dog chased a cat.", "The dog hunted a cat.", 0.5),
        ("The dog chased a cat.", "", 0.0),
        ("The dog bit the man.", "The man bit the dog.", 1.0),
    ],
)
def test_stems_of_content_words_are_compared(before: str, after: str, kept: float) -> None:
    assert ContentOverlap().measure_rewrite(difference(before, after)) == kept


def test_function_words_alone_have_no_value() -> None:
    assert math.isnan(ContentOverlap().measure_rewrite(Rewrite("It is not as if I don't.")))
