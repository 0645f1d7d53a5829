from __future__ import annotations

import pytest

from stylobench.features.difference import difference
from stylobench.quality.kept_negations import KeptNegations


@pytest.mark.parametrize(
    ("before", "after", "kept"),
    [
        ("I don’t know.", "I do not know.", 1.0),
        ("I cannot see it.", "I can see it.", 0.0),
        ("I see it.", "I never see it.", 0.0),
        ("He did not see anything.", "He saw nothing.", 1.0),
        ("It is not so. It is so.", "It is so. It is not so.", 0.0),
        ("I do not know and do not care.", "I do not know and do care.", 0.5),
    ],
)
def test_a_negation_lost_or_added_is_seen(before: str, after: str, kept: float) -> None:
    assert KeptNegations().measure_rewrite(difference(before, after)) == kept


def test_it_is_blind_to_what_is_negated() -> None:
    assert KeptNegations().measure_rewrite(difference("I do not sing and dance.", "I sing and do not dance.")) == 1.0
