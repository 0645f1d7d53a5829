"""What families lose when the mix moves: by hand, and against draws made plainly."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from protocols.hand_made_answers import answered, hand_made

from stylobench.protocols.shift import Found, Settings, findings
from stylobench.protocols.shift_evidence import _averaged, _ends
from stylobench.protocols.shift_ground import Answered
from stylobench.protocols.shift_subclasses import Wish

QUICK = Settings(radii=(0.25,), draws=200)
STEADY = {"harbour": (5, 10), "market": (10, 20), "school": (5, 10)}


def of(family: str, right: dict[str, tuple[int, int]] | None = None) -> Answered:
    return replace(answered(right) if right else answered(), family=family)


@pytest.fixture(scope="module")
def found() -> Found:
    """Accuracies of .9, .5 and .2 by subclass move with the mix, .5 everywhere do not."""
    methods = {"moves": of("words"), "again": of("words"), "steady": of("topic", STEADY), "mine": of("", STEADY)}
    return findings(hand_made(methods), QUICK, Wish())


def test_families_with_what_today_hides_and_what_a_bad_mix_costs(found: Found) -> None:
    words, topic, own = found.evidence
    assert [one.family for one in found.evidence] == ["words", "topic", "yours"]
    assert (words.methods, words.named, words.unit, words.units) == (("moves", "again"), 2, "document", 40)
    assert (words.measure, words.delta, words.today) == ("accuracy", 0.05, pytest.approx(21 / 40))
    mine = found.methods["moves"].measures["accuracy"]
    assert words.value == pytest.approx(21 / 40 - float(mine.estimate.mean or 0))
    bound = next(one.posterior for one in mine.bounds if one.delta == 0.05)
    assert words.at_risk is not None
    # two methods with the same answers, whose contents are drawn apart
    assert words.at_risk == pytest.approx(21 / 40 - float(bound or 0), abs=0.01)
    assert (topic.value, own.value) == pytest.approx((0, 0), abs=0.005)
    assert found.methods["mine"].family == "yours"


def test_what_moves_with_the_mix_has_the_wider_range(found: Found) -> None:
    widths = {one.family: float(one.high or 0) - float(one.low or 0) for one in found.evidence}
    assert widths["words"] > 1.3 * widths["topic"]
    for one in found.evidence:
        assert one.value is not None
        assert float(one.low or 0) < one.value < float(one.high or 0)


def test_a_loss_is_told_the_other_way_round() -> None:
    losses = [0.2 if place < 10 else 0.9 for place in range(40)]
    told = answered(losses=losses)
    methods = {"one": replace(told, family="words"), "two": replace(told, family="topic")}
    evidence = findings(hand_made(methods), replace(QUICK, measure="log_loss"), Wish()).evidence
    assert [one.measure for one in evidence] == ["log_loss", "log_loss"]
    assert all(one.at_risk is not None and one.at_risk > 0 for one in evidence)


def test_only_accuracy_has_errors_on_the_same_items() -> None:
    """Two methods that never err together: together they are steady, and as wide as each if nobody knows."""
    drawn = [np.array([0.2, 0.8, np.nan]), np.array([0.8, 0.2, 0.5])]
    assert _averaged(drawn, "accuracy").tolist() == [0.5, 0.5]
    assert _averaged(drawn, "auc").tolist() == pytest.approx([0.2, 0.8])


def test_the_range_is_moved_to_the_value_and_undefined_draws_give_none() -> None:
    assert _ends(0.1, np.linspace(0, 1, 1001)) == pytest.approx((0.1 - 0.475, 0.1 + 0.475))
    assert _ends(0.1, np.zeros(0)) == (None, None)


def test_a_method_without_the_headline_measure_is_in_no_mean() -> None:
    silent = replace(of("words"), rows=np.arange(30), outcomes=of("words").outcomes.take(np.arange(30)))
    found = findings(hand_made({"all": of("words"), "some": silent}), QUICK, Wish())
    assert [(one.methods, one.named) for one in found.evidence] == [(("all",), 2)]
