"""Many problems in one error."""

from __future__ import annotations

import pickle

from stylobench.engine.problems_told import Problems


def test_one_is_told_as_it_is_and_of_many_all() -> None:
    assert str(Problems(["a"])) == "a"
    assert Problems(["a"]).lines == ["a"]
    assert str(Problems(["a", "b"])) == "a; and 1 more problem: b"
    assert str(Problems(list("abcdef"))) == "a; and 5 more problems: b; c; d; e; f"
    assert Problems(list("abc")).lines == ["a; and 2 more problems:", "b", "c"]


def test_it_travels() -> None:
    assert pickle.loads(pickle.dumps(Problems(["a", "b"]))).lines == ["a; and 1 more problem:", "b"]
