from __future__ import annotations

import numpy as np
import pytest

from stylobench.edits import Edit, Rewrite
from stylobench.quality.errors import Errors

pytest.importorskip("harper", reason="harper-py is not installed")


@pytest.fixture(scope="module")
def errors() -> Errors:
    return Errors()


def test_errors_are_counted_per_1000_words(errors: Errors) -> None:
    found = errors.measure_texts(["He goes to the store.", "He go to teh store.", ""])
    assert found[0] == 0.0
    assert found[1] == 400.0
    assert np.isnan(found[2])


def test_american_and_british_spelling_are_both_right(errors: Errors) -> None:
    texts = ["The colour of the neighbour's house is grey.", "The color of the neighbor's house is gray."]
    assert errors.measure_texts(texts).tolist() == [0.0, 0.0]


def test_each_text_has_its_own_errors_whatever_the_company(errors: Errors) -> None:
    texts = ["He go to teh store.", "It is so. I have 😀 the the answer.", "It is an test."]
    alone = [Errors().measure_one(text) for text in texts[:2]]
    assert errors.measure_texts(texts).tolist()[:2] == alone


def test_originals_are_given_beside(errors: Errors) -> None:
    rewrite = Rewrite("He went to the store.", (Edit(11, 14, "teh", "typo"),))
    assert errors.measure([rewrite]).tolist() == [200.0]
    assert errors.originals([rewrite]).tolist() == [0.0]
