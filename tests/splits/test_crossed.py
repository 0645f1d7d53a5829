"""Crossed problems: texts of different blocks, every questioned text once."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobench.errors import SplitError
from stylobench.records import Trials
from stylobench.splits.crossed import crossed, together


def of_lists(known: list[list[int]], questioned: list[int]) -> Trials:
    flat = np.array([row for rows in known for row in rows], dtype=np.int64)
    starts = np.cumsum([0, *map(len, known)])
    return Trials(flat, starts, np.array(questioned), np.ones(len(known), bool), np.full(len(known), "g"))


def plain_blocks(trials: Trials) -> list[set[int]]:
    """Problems that share texts, by joining sets until nothing changes."""
    blocks: list[tuple[set[int], set[int]]] = []
    for place in range(len(trials)):
        texts = {*trials.known[trials.starts[place] : trials.starts[place + 1]].tolist(), int(trials.questioned[place])}
        members = {place}
        for other in [block for block in blocks if block[1] & texts]:
            blocks.remove(other)
            members, texts = members | other[0], texts | other[1]
        blocks.append((members, texts))
    return [members for members, _ in blocks]


TRIALS = st.lists(st.tuples(st.lists(st.integers(0, 25), min_size=1, max_size=3), st.integers(0, 25)), min_size=1).map(
    lambda rows: of_lists([known for known, _ in rows], [questioned for _, questioned in rows])
)


@given(TRIALS)
def test_problems_that_share_a_text_are_together(trials: Trials) -> None:
    codes = together(trials)
    ours = sorted(sorted(np.flatnonzero(codes == code).tolist()) for code in np.unique(codes))
    assert ours == sorted(map(sorted, plain_blocks(trials)))


@given(TRIALS)
def test_crossed_problems_are_of_two_blocks_and_use_a_questioned_text_once(trials: Trials) -> None:
    blocks = plain_blocks(trials)
    owner = {row: n for n, block in enumerate(blocks) for p in block for row in trials.take([p]).rows.tolist()}
    largest = max(map(len, blocks))
    if len(blocks) == 1:
        with pytest.raises(SplitError, match="share texts with one another"):
            crossed(trials)
        return
    found = crossed(trials)
    assert not found.same.any()
    for place in range(len(found)):
        one = found.take([place])
        assert owner[int(one.known[0])] != owner[int(one.questioned[0])]
    used, had = (np.bincount(some.questioned, minlength=26) for some in (found, trials))
    assert (used <= had).all()
    # as many as a block that outnumbers all others leaves partners for
    assert len(found) >= min(len(trials), 2 * (len(trials) - largest))


def test_known_texts_stay_together() -> None:
    found = crossed(of_lists([[0, 1], [2]], [3, 4]))
    assert found.known.tolist() == [0, 1, 2]
    assert found.starts.tolist() == [0, 2, 3]
    assert found.questioned.tolist() == [4, 3]
    assert found.groups.tolist() == ["g", "g"]
