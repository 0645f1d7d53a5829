"""What readers of the subclass-shift crash test are told first."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from protocols.hand_made_answers import RIGHT, answered, hand_made, texts

from stylobench.errors import StylobenchError
from stylobench.metrics.outcomes import Outcomes
from stylobench.protocols.shift import Settings, findings
from stylobench.protocols.shift_ground import Answered
from stylobench.protocols.shift_subclasses import Wish

QUICK = Settings(radii=(0.25,), draws=200)


def test_subclasses_of_one_class_leave_ratio_measures_defined_and_that_is_said() -> None:
    truth = ["ann"] * 20 + ["ann", "bob"] * 10
    outcomes = Outcomes.attributed(truth, ["ann"] * 30 + ["bob"] * 10, positive="ann")
    whole = hand_made({"ours": Answered("", np.arange(40), outcomes)}, subclasses=["a"] * 20 + ["b"] * 20)
    found = findings(replace(whole, classes=truth), QUICK, Wish())
    assert next(line for line in found.warnings if "subclasses holds one class only" in line).startswith("1 of 2 ")
    recall = found.methods["ours"].measures["recall"]
    # pooled at equal weights: (20/20 + 5/20) / (20/20 + 10/20)
    assert recall.heuristic.mean == pytest.approx(1.25 / 1.5)
    precision = found.methods["ours"].measures["precision"]
    assert precision.heuristic.mean == pytest.approx(1.25 / 1.5)


def test_merged_and_small_subclasses_are_told() -> None:
    for sizes, said in [
        ((15, 13, 9, 3), "2 subclasses had fewer than 10 items; they were put together as 'other'"),
        ((20, 12, 5, 3), "2 subclasses had fewer than 10 items; they were put with the largest, 'a'"),
        ((20, 12, 8), "1 subclass had fewer than 10 items; it was put with the largest, 'a'"),
        ((31, 9), "1 of 2 subclasses has fewer than 10 items"),
        ((31, 5, 4), "2 of 3 subclasses have fewer than 10 items"),
        ((9, 8, 8, 8, 7), "all 5 subclasses have fewer than 10 items"),
    ]:
        labels = [name for name, n in zip("abcde", sizes, strict=False) for _ in range(n)]
        found = findings(hand_made(subclasses=labels), QUICK, Wish())
        assert [line for line in found.warnings if "fewer than 10" in line] == [said]


def test_one_class_and_few_items_are_told() -> None:
    few = hand_made({"ours": answered({"a": (5, 9), "b": (5, 9)})}, {"a": 9, "b": 9})
    assert "18 items are too few for any bound to mean much" in findings(few, QUICK, Wish()).warnings
    truth = np.ones(40, dtype=bool)
    one = Answered("", np.arange(40), Outcomes.verified(truth, np.linspace(0.2, 0.9, 40)))
    whole = replace(hand_made({"ours": one}), task="verification", classes=["same"] * 40)
    told = findings(whole, replace(QUICK, measure="c_at_1"), Wish()).warnings
    assert "all items are of one class (same): measures of the other class say nothing" in told
    assert not any("too few" in line or "one class only" in line for line in told)


def test_silence_is_counted_and_told() -> None:
    truth = ["ann", "bob"] * 20
    named = [None if place < 4 else truth[place] for place in range(40)]
    rows = np.arange(40)
    ours, theirs = (Answered("", rows, Outcomes.attributed(truth, given)) for given in (named, truth))
    found = findings(hand_made({"ours": ours, "theirs": theirs}), QUICK, Wish())
    assert [(one.answered, one.items) for one in found.methods.values()] == [(36, 40), (40, 40)]
    assert [line for line in found.warnings if "not answered" in line] == [
        "ours: 4 of 40 items are not answered; silence is wrong in accuracy"
    ]
    # silent or not, both were asked about the same items
    assert set(found.selection[0].chances) == {"ours", "theirs"}
    lone = Answered("", rows, Outcomes.attributed(truth, [None, *truth[1:]]))
    assert any(
        "1 of 40 items is not answered" in line for line in findings(hand_made({"x": lone}), QUICK, Wish()).warnings
    )
    mute = Answered("", rows, Outcomes.attributed(truth, [None] * 40))
    with pytest.raises(StylobenchError, match="no method gave any answer; all were silent"):
        findings(hand_made({"mute": mute}), QUICK, Wish())


def test_a_posterior_bound_that_the_prior_lifts_is_told() -> None:
    sizes = {f"c{place}": 10 for place in range(6)}
    wrong = findings(hand_made({"ours": answered(dict.fromkeys(sizes, (0, 10)))}, sizes), QUICK, Wish())
    bound = next(one for one in wrong.methods["ours"].measures["accuracy"].bounds if one.delta == 0.05)
    assert (bound.exact, wrong.methods["ours"].measures["accuracy"].today.value) == (0, 0)
    assert bound.posterior is not None
    assert bound.posterior > 0.005
    assert (
        "ours: the posterior bound is above the exact one: with so few items its prior of one half lifts a method that "
        "is mostly wrong; read the exact bound" in wrong.warnings
    )
    assert not any("today's own mix" in line for line in wrong.warnings)
    right = findings(hand_made({"ours": answered(dict.fromkeys(sizes, (9, 10)))}, sizes), QUICK, Wish())
    assert not any("posterior bound is above" in line for line in right.warnings)


def test_small_clusters_are_said_to_have_gone_into_their_nearest() -> None:
    sizes = {"harbour": 14, "market": 30, "school": 20}
    right = {name: (n // 2, n) for name, n in sizes.items()}
    tested = hand_made({"ours": answered(right)}, sizes, texts=texts(sizes), subclasses=None)
    found = findings(tested, QUICK, Wish(clusters=20))
    told = [line for line in found.warnings if "had fewer than 10 items" in line]
    assert told == [f"{20 - len(found.clusters)} subclasses had fewer than 10 items; each was merged into its nearest"]


def test_methods_that_cannot_be_chosen_are_named() -> None:
    whole = answered()
    most = Answered("", np.arange(39), whole.outcomes.take(np.arange(39)))
    found = findings(hand_made({"most": most, "ours": whole, "theirs": whole}), QUICK, Wish())
    assert set(found.selection[0].chances) == {"ours", "theirs"}
    assert (
        "methods are compared on the same items only: most (39) did not answer the 40 items that ours, theirs did, "
        "and cannot be chosen" in found.warnings
    )


def test_as_many_answers_to_other_items_are_no_ground_to_compare() -> None:
    whole = answered()
    first, last = (Answered("", rows, whole.outcomes.take(rows)) for rows in (np.arange(35), np.arange(5, 40)))
    found = findings(hand_made({"first": first, "last": last}), QUICK, Wish())
    assert found.selection == []
    assert any("last (35) did not answer the 35 items that first did" in line for line in found.warnings)


def test_the_normal_law_is_called_out_where_it_promises_too_much() -> None:
    sizes = {f"c{place:02d}": 100 for place in range(20)}
    right = {name: (0 if name == "c00" else 100, 100) for name in sizes}
    found = findings(hand_made({"ours": answered(right)}, sizes), replace(QUICK, delta=0.01), Wish())
    # X = 1 - W with W ~ Beta(1, 19)
    bound = found.methods["ours"].measures["accuracy"].bounds[0]
    assert bound.exact == pytest.approx(0.01 ** (1 / 19), abs=1e-5)
    normal = 0.95 - 2.3263479 * (0.05 * 0.95 / 21) ** 0.5
    assert bound.normal == pytest.approx(normal, abs=1e-6)
    points = 100 * (normal - 0.01 ** (1 / 19))
    assert (
        f"ours: the normal law is {points:.1f} points too hopeful at delta 0.01; its bound is not used"
        in found.warnings
    )


def test_a_bound_that_today_does_not_keep_is_told() -> None:
    # today nearly all items are of the one bad subclass, over all mixes they would be a ninth
    sizes = {f"c{place}": 10 if place else 2000 for place in range(9)}
    right = {name: (n if name != "c0" else 0, n) for name, n in sizes.items()}
    found = findings(hand_made({"ours": answered(right)}, sizes), QUICK, Wish())
    told = [line for line in found.warnings if "today's own mix does not keep the bound at delta 0.05" in line]
    assert [line.startswith("ours: ") for line in told] == [True]
    usual = findings(hand_made({"ours": answered(RIGHT)}), QUICK, Wish())
    assert not [line for line in usual.warnings if "today's own mix" in line]
