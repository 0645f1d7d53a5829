from __future__ import annotations

from collections import Counter
from unittest import mock

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from stylobench.features import _counting
from stylobench.features._counting import count_known, count_tokens

LETTERS = st.sampled_from("abcdef")


def test_columns_find_their_places_among_chosen_names() -> None:
    counts = count_tokens([["b", "a"], ["d"]])
    assert counts.names == ["a", "b", "d"]
    assert counts.places_among(["d", "z", "a"]).tolist() == [2, -1, 0]
    assert counts.places_among([]).tolist() == [-1, -1, -1]


@given(st.lists(st.lists(LETTERS), min_size=1), st.lists(LETTERS, unique=True))
def test_places_agree_with_a_plain_reading(documents: list[list[str]], names: list[str]) -> None:
    counts = count_tokens(documents)
    wanted = [names.index(name) if name in names else -1 for name in counts.names]
    assert counts.places_among(names).tolist() == wanted


@given(st.lists(st.lists(LETTERS), max_size=12), st.integers(1, 5))
def test_counting_in_blocks_agrees_with_a_counter(documents: list[list[str]], block: int) -> None:
    with mock.patch.object(_counting, "BLOCK", block):
        every, some = count_tokens(documents), count_known(documents, ["e", "b", "z"])
    names = sorted({token for tokens in documents for token in tokens})
    assert every.names == names
    for counts, columns in ((every, names), (some, ["e", "b", "z"])):
        plain = [[Counter(tokens)[name] for name in columns] for tokens in documents]
        assert counts.matrix.toarray().tolist() == plain
        assert counts.matrix.has_canonical_format
        assert (counts.matrix.data.dtype, counts.matrix.indices.dtype) == (np.float32, np.int32)
