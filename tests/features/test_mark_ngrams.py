from __future__ import annotations

import pytest

from stylobench.errors import SpecError
from stylobench.features.mark_ngrams import MarkNgrams


def test_marks_follow_each_other_whatever_stands_between():
    counts = MarkNgrams(n=2).count(["Oh, no! Oh, no_1!", "so", "."])
    assert counts.names == ["!,", ",!"]
    assert counts.matrix.toarray().tolist() == [[1, 2], [0, 0], [0, 0]]


@pytest.mark.parametrize("n", [0, -1, 1.5, "2"])
def test_wrong_n_is_one_clear_line(n):
    with pytest.raises(SpecError, match="n must be a whole number of at least 1"):
        MarkNgrams(n=n)
