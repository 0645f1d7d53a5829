from __future__ import annotations

import pytest

from stylobench.errors import SpecError
from stylobench.features.word_ngrams import WordNgrams


def test_runs_of_words():
    counts = WordNgrams(n=2).count(["So it is. So it was", "so", ""])
    assert counts.names == ["is so", "it is", "it was", "so it"]
    assert counts.matrix.toarray().tolist() == [[1, 1, 1, 2], [0, 0, 0, 0], [0, 0, 0, 0]]
    assert WordNgrams(n=1).count(["b a b"]).matrix.toarray().tolist() == [[1, 2]]


@pytest.mark.parametrize("n", [0, 1.5, "2"])
def test_wrong_n_is_one_clear_line(n):
    with pytest.raises(SpecError, match="n must be a whole number of at least 1"):
        WordNgrams(n=n)
