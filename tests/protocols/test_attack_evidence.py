"""Average impact by family: by hand, and as the averages and cells have it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from protocols.hand_attacks import QUICK, two_methods

from stylobench.protocols.attack_evidence import AttackEvidence, attack_evidence
from stylobench.protocols.attack_ground import Attacked
from stylobench.protocols.attack_safety import averages, cells


def evidence(made: Attacked, families: dict[str, str]) -> list[AttackEvidence]:
    return attack_evidence(made, cells(made, QUICK), QUICK, families)


def test_two_families_by_hand() -> None:
    """`m` recognises 6 of 8 and then 4, `weak` 4 of 8 and then 2: a third and a half are lost."""
    found = [one for one in evidence(two_methods(), {"m": "words", "weak": "characters"}) if one.obfuscator == "o"]
    assert [(one.family, one.methods, one.named, one.value) for one in found] == [
        ("characters", ("weak",), 1, pytest.approx(1 / 2)),
        ("words", ("m",), 1, pytest.approx(1 / 3)),
    ]
    assert [(one.accuracy, one.worthy) for one in found] == [(10 / 16, 1), (14 / 16, 1)]
    assert {(one.dataset, one.unit, one.units) for one in found} == {("hand", "problem", 16)}


def test_a_family_of_all_is_the_average_and_one_of_one_is_the_cell() -> None:
    made = two_methods()
    every = cells(made, QUICK)
    average = next(one for one in averages(made, every, QUICK) if one.obfuscator == "o")
    both = next(one for one in evidence(made, {"m": "words", "weak": "words"}) if one.obfuscator == "o")
    assert (both.value, both.low, both.high) == (average.impact.value, average.impact.low, average.impact.high)
    assert both.worthy == average.worthy_methods
    for one in evidence(made, {"m": "words", "weak": "syntax"}):
        for cell in every:
            if (cell.method, cell.obfuscator) == ((*one.methods, "")[0], one.obfuscator):
                told = (cell.impact.value, cell.impact.low, cell.impact.high)
                assert (one.value, one.low, one.high) == pytest.approx(told)


def test_who_answers_everything_alike_is_counted_and_not_averaged() -> None:
    made = two_methods()
    flat = np.full(16, 0.7)
    after = {("flat", "o"): flat, ("flat", "identity"): flat}
    made = replace(made, before={**made.before, "flat": flat}, after={**made.after, **after})
    families = {"m": "words", "weak": "topic", "flat": "words", "never run": "words"}
    found = {(one.family, one.obfuscator): one for one in evidence(made, families)}
    assert (found["words", "o"].methods, found["words", "o"].named) == (("m",), 2)
    alone = evidence(made, {"flat": "syntax"})[0]
    assert (alone.methods, alone.named, alone.value, alone.low, alone.accuracy, alone.worthy) == (
        (), 1, None, None, None, 0,
    )  # fmt: skip


def test_the_order_of_methods_changes_nothing() -> None:
    made = two_methods()
    turned = replace(made, before=dict(reversed(made.before.items())))
    ours, theirs = (evidence(one, {"m": "words", "weak": "words"})[0] for one in (made, turned))
    assert (ours.value, ours.low, ours.high) == pytest.approx((theirs.value, theirs.low, theirs.high))
