"""Identity changes nothing."""

from __future__ import annotations

import numpy as np
import pytest

from stylobench.records import Problem
from stylobench.specs import build


@pytest.mark.parametrize("text", ["", "One.", "\ufeffTwo\r\nlines 😀"])
def test_every_text_comes_back(text: str) -> None:
    rewrite = (
        build("obfuscators", "identity").fit(["other"]).rewrite(Problem(("known",), text), np.random.default_rng(0))
    )
    assert (rewrite.text, rewrite.edits, rewrite.notes) == (text, (), {})
