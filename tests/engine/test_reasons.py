from __future__ import annotations

from stylobench.engine.reasons import died, in_all


def test_a_signal_without_a_name_has_its_number() -> None:
    assert died(-40) == "its process was killed by signal 40"


def test_reasons_of_several_tries_are_told_in_order() -> None:
    assert in_all(["died", "late", "died"]) == "died; then late; then died"


def test_the_same_reason_in_every_try_is_told_once() -> None:
    assert [in_all(["died"] * tries) for tries in (1, 2, 3)] == ["died", "died, tried twice", "died, tried 3 times"]
