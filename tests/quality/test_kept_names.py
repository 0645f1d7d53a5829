from __future__ import annotations

import math

import pytest

from stylobench.features.difference import difference
from stylobench.quality.kept_names import KeptNames


@pytest.mark.parametrize(
    ("before", "after", "kept"),
    [
        ("We saw Ann's house in Rome.", "We saw the house of Ann in Rome.", 1.0),
        ("We saw Ann in Rome.", "We saw ann in Rome.", 1.0),
        ("We saw Ann there.", "We saw her there.", 0.0),
        ("We saw her there.", "We saw Ann there.", 0.0),
        ("We saw Ann. The dog barked.", "We saw Ann, The dog barked.", 1.0),
    ],
)
def test_names_are_found_by_their_capital_and_looked_for_in_any_case(before: str, after: str, kept: float) -> None:
    assert KeptNames().measure_rewrite(difference(before, after)) == kept


def test_what_opens_a_sentence_or_shouts_is_no_name() -> None:
    text = 'Dogs bark. "Dogs bark," I said: STOP.'
    assert math.isnan(KeptNames().measure_rewrite(difference(text, text.replace("Dogs", "Cats"))))
