"""What is measured, by hand, and what a background makes of it."""

from __future__ import annotations

import numpy as np
import pytest

from stylobench.features.prose import analysed
from stylobench.obfuscators._profile import Background, built_in, measured
from stylobench.obfuscators._reading import Reading

TEXT = "He don't see it. I can't, NOW; go!"


def test_measures_by_hand() -> None:
    """8 words, 2 sentences, 1 comma, 1 semicolon, 1 exclamation mark, 1 word in capitals."""
    found = measured(Reading.of(analysed(TEXT)))
    assert analysed(TEXT).words == 8
    assert found["sentences"] == pytest.approx(250)
    for one in ("commas", "semicolons", "exclamations", "capitals"):
        assert found[one] == pytest.approx(125)
    assert found["questions"] == found["slips"] == 0
    assert found["word_letters"] == pytest.approx((2 + 5 + 3 + 2 + 1 + 5 + 3 + 2) / 8)
    assert np.isnan(found["richness"])


def test_a_background_has_means_and_spreads() -> None:
    found = Background.of(["One, two.", "One two three four."])
    assert found.means["commas"] == pytest.approx(250)
    assert found.spreads["commas"] == pytest.approx(250)
    assert found.rates["two"] == pytest.approx(1e6 * 2 / 6)
    assert "four" not in found.rates


def test_without_texts_the_built_in_averages_hold() -> None:
    assert Background.of([]) is built_in()
    assert Background.of([" "]) is built_in()
    assert 40 < built_in().means["commas"] < 50
    assert built_in().rates["the"] > 30_000


def test_the_order_of_texts_does_not_matter() -> None:
    texts = ["One, two.", "One two three four.", "He can't go; no."]
    assert Background.of(texts) == Background.of(texts[::-1])
