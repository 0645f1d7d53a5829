from __future__ import annotations

import shutil

import numpy as np
import pytest

from stylobench.quality.parsed import Parsed

needed = pytest.mark.skipif(shutil.which("link-parser") is None, reason="link-grammar is not installed")


@needed
def test_the_share_of_sentences_that_parse() -> None:
    text = "The dog chased the cat. The dog chased cat the. It was late. Late was dog it the."
    assert Parsed(sentences=4).measure_one(text) == 0.5


@needed
def test_long_and_tiny_sentences_are_not_looked_at() -> None:
    long = " ".join(["dog"] * 30)
    assert np.isnan(Parsed().measure_texts([f"{long}.", "No!", "", "?! ... ?!"])).all()
