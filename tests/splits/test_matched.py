"""Tests of novelty without starvation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from stylobench.records import Rows
from stylobench.seeds import generator
from stylobench.splits.matched import matched

Labels = np.ndarray[Any, Any]
BEDS = st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from("xyz")), min_size=2, max_size=60)


def _plainly(authors: Labels, topics: Labels, topic: str, seed: int) -> Iterator[tuple[Rows, Rows]]:
    """Author by author with a look at every document for each."""
    rng, inside = generator(seed, "matched", topic), topics == topic
    drawn = [rng.permutation(np.flatnonzero(inside & (authors == author))) for author in np.unique(authors[inside])]
    halves = [np.concatenate([rows[: len(rows) // 2] for rows in drawn])]
    halves += [np.concatenate([rows[len(rows) // 2 :] for rows in drawn])]
    for let_in, tested in (halves, halves[::-1]):
        train, exchanged = set(np.flatnonzero(~inside).tolist()), []
        for author in np.unique(authors[let_in]):
            entering = let_in[authors[let_in] == author]
            leaving = np.flatnonzero(~inside & (authors == author))
            count = min(len(entering), len(leaving))
            train -= set(rng.permutation(leaving)[:count].tolist())
            train |= set(rng.permutation(entering)[:count].tolist())
            exchanged += [author] if count else []
        test = np.sort(tested[np.isin(authors[tested], exchanged)])
        if len(test):
            yield np.array(sorted(train)), test


@given(BEDS, st.integers(0, 3))
def test_splits_are_those_of_a_plain_reading(bed: list[tuple[str, str]], seed: int) -> None:
    authors, topics = (np.array(column) for column in zip(*bed, strict=True))
    for topic in map(str, np.unique(topics)):
        quick, plain = (list(way(authors, topics, topic, seed)) for way in (matched, _plainly))
        assert [[side.tolist() for side in pair] for pair in quick] == [
            [side.tolist() for side in pair] for pair in plain
        ]
