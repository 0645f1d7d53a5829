"""Many problems in one line."""

from __future__ import annotations

from stylobench.engine.problems_told import told


def test_one_is_told_as_it_is_and_many_are_cut_short() -> None:
    assert told(["a"]) == "a"
    assert told(["a", "b"]) == "a; and 1 more problem: b"
    assert told(list("abcdef")) == "a; and 5 more problems: b; c; d; ..."
