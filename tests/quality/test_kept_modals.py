from __future__ import annotations

import math

import pytest

from stylobench.features.difference import difference
from stylobench.quality.kept_modals import KeptModals


@pytest.mark.parametrize(
    ("before", "after", "kept"),
    [
        ("You can't go.", "You cannot go.", 1.0),
        ("We won't.", "We will not.", 1.0),
        ("She'd like it.", "She would like it.", 1.0),
        ("You should go.", "You must go.", 0.0),
        ("You shouldn't go.", "You go.", 0.0),
        ("It may rain and could snow.", "It may rain and snow.", 0.5),
    ],
)
def test_modals_are_compared_in_full(before: str, after: str, kept: float) -> None:
    assert KeptModals().measure_rewrite(difference(before, after)) == kept


def test_had_is_not_would() -> None:
    assert math.isnan(
        KeptModals().measure_rewrite(difference("She'd gone. He'd better.", "She had gone. He'd better."))
    )
