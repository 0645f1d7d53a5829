from __future__ import annotations

import math

import pytest

from stylobench.edits import Rewrite
from stylobench.features.difference import difference
from stylobench.quality.bleu import Bleu
from stylobench.quality.chrf import Chrf

pytest.importorskip("sacrebleu", reason="sacrebleu is not installed")


@pytest.mark.parametrize("measure", [Bleu(), Chrf()])
def test_an_untouched_text_has_all_and_a_blank_one_no_value(measure: Bleu | Chrf) -> None:
    assert measure.measure_rewrite(Rewrite("It is cold. It is dark.")) == 100.0
    assert math.isnan(measure.measure_rewrite(Rewrite(" \n")))


@pytest.mark.parametrize("measure", [Bleu(sentences=1), Chrf(sentences=1)])
def test_only_the_sample_is_looked_at(measure: Bleu | Chrf) -> None:
    text = "First it is cold. Second it is dark. Third it is late."
    assert measure.measure_rewrite(difference(text, text.replace("cold", "warm"))) == 100.0
    assert measure.measure_rewrite(difference(text, text.replace("dark", "light"))) < 100.0
