from __future__ import annotations

from collections import Counter

import pytest

from stylobench.features.difference import difference
from stylobench.quality.chrf import Chrf

pytest.importorskip("sacrebleu", reason="sacrebleu is not installed")


def plain_chrf(original: str, rewritten: str) -> float:
    """chrF2 of one sentence straight from its definition: the mean precision and recall over n, then F2."""
    sides = [text.replace(" ", "") for text in (original, rewritten)]
    precisions, recalls = [], []
    for n in range(1, 7):
        old, new = (Counter(side[i : i + n] for i in range(len(side) - n + 1)) for side in sides)
        if old and new:
            precisions.append((old & new).total() / new.total())
            recalls.append((old & new).total() / old.total())
    precision, recall = sum(precisions) / len(precisions), sum(recalls) / len(recalls)
    return 100 * 5 * precision * recall / (4 * precision + recall)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("the cat sat on the mat", "the cat lay on a mat"),
        ("she never came back home", "she came home and never left again"),
        ("a colourful programme", "a colorful program"),
    ],
)
def test_the_definition_is_met(before: str, after: str) -> None:
    assert Chrf().measure_rewrite(difference(before, after)) == pytest.approx(plain_chrf(before, after))
