from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from stylobench.features._counting import count_tokens

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
