from __future__ import annotations

from stylobench.engine.reasons import died, in_all


def test_a_signal_without_a_name_has_its_number() -> None:
    assert died(-40) == "its process was killed by signal 40"


def test_reasons_of_several_tries_are_told_in_order() -> None:
    assert in_all(["died", "late", "died"]) == "died; then late; then died"
