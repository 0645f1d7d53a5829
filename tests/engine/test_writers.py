from __future__ import annotations

from stylobench.engine.writers import writers
from stylobench.records import Trials, TrialSplit

TEXTS = ["a", "b", "c", "a", "d"]


def test_names_tell_where_all_are_known() -> None:
    assert writers(TEXTS, ["Ben", "Ann", "Ben", "Cal", "Ann"], ()).tolist() == [1, 0, 1, 2, 0]


def test_problems_tell_where_a_name_is_missing() -> None:
    train = Trials.of_pairs([0, 1], [1, 4], [True, False])
    test = Trials.of_pairs([3], [2], [True])
    codes = writers(TEXTS, ["Ann", None, None, "Ann", "Ben"], [TrialSplit("s", train, test, "x")])
    # rows 0 and 3 hold the same text, by the writer of b and of c
    assert len({codes[row] for row in (0, 1, 2, 3)}) == 1
    assert codes[4] != codes[0]
