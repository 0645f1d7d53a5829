from __future__ import annotations

import pytest

from stylobench.attributors.burrows_delta import BurrowsDelta
from stylobench.attributors.eders_delta import EdersDelta


def test_weights_fall_with_the_rank():
    """Mean shares: b (2/3 + 1/2) / 2, a and c less; of equals the first in the alphabet ranks higher."""
    model = EdersDelta(min_documents=1).fit(["b b a", "b c"], ["Ann", "Bob"])
    assert model.vectors_.names == ["a", "b", "c"]
    assert model.weights_.tolist() == pytest.approx([1 / 3, 1, 2 / 3])


def test_worked_out_by_hand():
    """Two documents: z-scores are 1 and -1. Ann's text is 0 from Ann and 2 from Bob in each word, times its weight."""
    model = EdersDelta(min_documents=1).fit(["b b a", "b c"], ["Ann", "Bob"])
    assert model.decision_function(["b b a"]) == pytest.approx([-(2 / 3 + 2 + 4 / 3) / 3])


def test_equal_weights_would_be_burrows_delta():
    texts, authors = ["b b a", "b c", "a b c", "c c b"], ["Ann", "Bob", "Ann", "Bob"]
    model, plain = (kind(min_documents=1).fit(texts, authors) for kind in (EdersDelta, BurrowsDelta))
    model.weights_[:] = 1
    assert model.decision_function(texts) == pytest.approx(plain.decision_function(texts))
