from __future__ import annotations

import importlib.util
import math
import os

import pytest

from stylobench.edits import Edit, Rewrite
from stylobench.quality.neural_perplexity import PACKAGE, PARTS, NeuralPerplexity

pytestmark = [
    pytest.mark.skipif(
        any(importlib.util.find_spec(part) is None for part in (*PARTS, PACKAGE)), reason="SmolLM2 is not installed"
    ),
    pytest.mark.skipif("STYLOBENCH_SLOW" not in os.environ, reason="takes minutes; set STYLOBENCH_SLOW to run it"),
    pytest.mark.filterwarnings("ignore"),
]
ORIGINAL = "She had never seen such a large crowd in the old market square. It was late in the year and very cold."
ROUND_TRIP = (
    "It had not seen never a such big crowd in the old place of market. It was late in the year and a lot cold."
)
SHUFFLED = "market such old seen a in never She crowd the square large had. the cold in and very It year late was."


def test_shuffled_words_are_worse_than_a_round_trip_and_that_than_the_original() -> None:
    rewrites = [Rewrite(ORIGINAL, (Edit(0, len(ORIGINAL), text, "x"),)) for text in (ROUND_TRIP, SHUFFLED)]
    measure = NeuralPerplexity(texts=1, tokens=32)
    translated, shuffled = measure.measure(rewrites)
    assert 1.0 < translated < shuffled
    assert math.isnan(measure.measure([*rewrites, Rewrite("")])[-1])
    assert not NeuralPerplexity.by_default
