"""The subclass-shift crash test on answers made by hand."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

import numpy as np
import pytest
from protocols.hand_made_answers import RIGHT, answered, hand_made, texts

from stylobench.errors import SpecError, StylobenchError
from stylobench.metrics.outcomes import Outcomes
from stylobench.protocols.shift import Found, Settings, findings
from stylobench.protocols.shift_ground import Answered, Tested
from stylobench.protocols.shift_subclasses import Wish
from stylobench.statistics.concentration import concentration

PLAIN, QUICK = Settings(), Settings(radii=(0.25,), draws=200)


def plain(found: Found) -> str:
    """Everything that was found, as it would be written."""
    parts = [found.clusters, list(found.methods.values()), found.selection, found.stream and [found.stream]]
    told = [[asdict(one) for one in part or []] for part in parts]
    return json.dumps([*told, found.mix.alphas.tolist(), found.purity, found.warnings, found.grouping.labels])


def items(n: int = 60, **more: Any) -> Mapping[str, Any]:
    """Texts on three subjects with what was answered to them."""
    sizes = {"harbour": n // 3, "market": n // 3, "school": n // 3}
    right = {"harbour": (n // 3, n // 3), "market": (n // 6, n // 3), "school": (n // 12, n // 3)}
    return {"methods": {"ours": answered(right)}, "sizes": sizes, "texts": texts(sizes), "subclasses": None, **more}


@pytest.fixture(scope="module")
def found() -> Found:
    return findings(hand_made(), QUICK, Wish())


def test_subclasses_methods_and_measures_are_all_there(found: Found) -> None:
    assert [(one.name, one.n) for one in found.clusters] == [("market", 20), ("harbour", 10), ("school", 10)]
    ours = found.methods["ours"]
    assert (ours.spec, ours.answered, ours.items, ours.failures) == ("by hand", 40, 40, [])
    assert list(ours.measures) == ["accuracy", "macro_f1", "precision", "recall", "f"]
    accuracy = ours.measures["accuracy"]
    assert [level.value for level in accuracy.by_cluster] == pytest.approx([0.5, 0.9, 0.2])
    assert accuracy.heuristic.mean == pytest.approx(1.6 / 3)
    assert found.stream is None
    assert found.selection == []
    assert ours.constancy is None


def test_only_the_headline_has_a_curve_and_stress(found: Found) -> None:
    measures = found.methods["ours"].measures
    assert [(name, bool(one.curve), bool(one.stress)) for name, one in measures.items() if one.curve] == [
        ("accuracy", True, True)
    ]
    recall = findings(hand_made(), replace(QUICK, measure="recall"), Wish()).methods["ours"].measures
    assert next(iter(recall)) == "recall"
    assert recall["recall"].curve
    assert not recall["accuracy"].curve


def test_the_asked_delta_is_among_those_told() -> None:
    assert replace(QUICK, delta=0.07).deltas == [0.01, 0.0228, 0.05, 0.07, 0.1, 0.25, 0.5]
    assert QUICK.deltas == [0.01, 0.0228, 0.05, 0.1, 0.25, 0.5]


def test_the_ranking_of_two_methods_flips_where_the_careful_one_overtakes() -> None:
    # steady .88 everywhere; bold .98, .90 and .82, so P(bold < .88) = .06^2 / (.08 * .16) = .28125
    n = 5000
    steady = answered(dict.fromkeys(RIGHT, (4400, n)))
    bold = answered({"harbour": (4900, n), "market": (4500, n), "school": (4100, n)})
    sizes = dict.fromkeys(RIGHT, n)
    found = findings(hand_made({"steady": steady, "bold": bold}, sizes), PLAIN, Wish())
    chosen = next(one for one in found.selection if one.measure == "accuracy")
    assert chosen.rankings["today"] == ["bold", "steady"]
    assert chosen.rankings["estimate"] == ["bold", "steady"]
    assert chosen.rankings["heuristic"] == ["bold", "steady"]
    assert chosen.rankings["bound"] == ["steady", "bold"]
    assert not chosen.agree
    assert [(one.above, one.below) for one in chosen.flips] == [("bold", "steady")]
    assert chosen.flips[0].delta == pytest.approx(0.28125, abs=0.03)
    assert chosen.chances["steady"] == pytest.approx(0.28125, abs=0.03)
    assert sum(chosen.chances.values()) == pytest.approx(1)
    # the lead of the winner by the bound: it is behind on average
    assert chosen.lead == pytest.approx(-0.02, abs=0.005)
    assert chosen.lead_low is not None
    assert chosen.lead_high is not None
    assert chosen.lead_low < 0 < chosen.lead_high
    assert (chosen.measure, chosen.delta) == ("accuracy", 0.05)
    at_half = findings(hand_made({"steady": steady, "bold": bold}, sizes), replace(QUICK, delta=0.5), Wish())
    assert at_half.selection[0].rankings["bound"] == ["bold", "steady"]
    assert at_half.selection[0].agree


def test_of_losses_the_smaller_is_the_better() -> None:
    low, high = (answered(losses=[level] * 40) for level in (0.5, 2.0))
    found = findings(hand_made({"high": high, "low": low}), replace(QUICK, measure="log_loss"), Wish())
    chosen = found.selection[0]
    assert chosen.measure == "log_loss"
    assert set(map(tuple, chosen.rankings.values())) == {("low", "high")}
    assert chosen.agree
    assert chosen.chances == {"high": 0, "low": 1}
    assert chosen.lead == pytest.approx(1.5)


def test_the_same_seed_gives_the_same_bytes_and_another_one_other_draws() -> None:
    first = plain(findings(hand_made(**items()), QUICK, Wish()))
    assert plain(findings(hand_made(**items()), QUICK, Wish())) == first
    one, other = (findings(hand_made(), replace(QUICK, seed=seed), Wish()) for seed in (0, 1))
    assert plain(one) != plain(other)


def test_the_order_of_items_changes_nothing_that_was_found() -> None:
    whole = hand_made(**items(), times=[f"{2020 + place % 3}-01-01" for place in range(60)])
    order = np.random.default_rng(6).permutation(60)
    ours = whole.methods["ours"]
    turned = Tested(
        whole.name, whole.digest, whole.task, whole.item,
        ids=[whole.ids[row] for row in order],
        classes=[whole.classes[row] for row in order],
        texts=type(whole.texts)([whole.texts[int(row)] for row in order]),  # type: ignore[index,misc,call-arg]
        methods={"ours": Answered(ours.spec, np.arange(60), ours.outcomes.take(order))},
        times=[(whole.times or [])[row] for row in order],
    )  # fmt: skip
    one, other = (findings(tested, QUICK, Wish()) for tested in (whole, turned))
    assert one.clusters == other.clusters
    assert [one.grouping.labels[row] for row in order] == other.grouping.labels
    accuracy, again = (part.methods["ours"].measures["accuracy"] for part in (one, other))
    assert asdict(accuracy) == asdict(again)
    assert one.stream is not None
    assert other.stream is not None
    assert one.stream.mixes == other.stream.mixes
    assert one.stream.mix_p == other.stream.mix_p
    assert one.stream.concentration == other.stream.concentration


def test_other_numbers_of_clusters_are_tried_around_the_own_one() -> None:
    found = findings(hand_made(**items(120)), QUICK, Wish(clusters=6))
    rows = found.methods["ours"].measures["accuracy"].by_k
    numbers = [row.k for row in rows]
    own = len(found.clusters)
    assert own in numbers
    assert len(numbers) >= 3
    assert numbers == sorted(set(numbers))
    bound = next(one for one in found.methods["ours"].measures["accuracy"].bounds if one.delta == 0.05)
    mine = rows[numbers.index(own)]
    assert (mine.posterior, mine.exact, mine.normal) == (bound.posterior, bound.exact, bound.normal)
    assert mine.fixed == mine.posterior
    assert found.methods["ours"].measures["macro_f1"].by_k == []


def test_a_concentration_stays_the_same_or_its_alpha_does_at_another_number_of_clusters() -> None:
    settings = replace(QUICK, concentration="12")
    found = findings(hand_made(**items(120)), settings, Wish(clusters=6))
    rows = found.methods["ours"].measures["accuracy"].by_k
    fewer = next(row for row in rows if row.k < len(found.clusters))
    assert fewer.fixed is not None
    assert fewer.posterior is not None
    # with fewer clusters the same alpha for each means a smaller sum, so mixes that go further
    assert fewer.posterior < fewer.fixed - 0.003
    alike = findings(hand_made(**items(120)), replace(QUICK, alpha=12 / len(found.clusters)), Wish(clusters=6))
    assert alike.methods["ours"].measures["accuracy"].by_k == rows


def test_texts_that_are_mostly_equal_limit_the_other_numbers_of_clusters() -> None:
    given = items(240)
    written = given["texts"]
    repeated = type(written)([written[80 * (row // 80) + row % 2] for row in range(240)])
    found = findings(hand_made(**{**given, "texts": repeated}), QUICK, Wish(clusters=6))
    assert max(row.k for row in found.methods["ours"].measures["accuracy"].by_k) <= 6


def test_two_methods_meet_the_same_mixes_with_contents_of_their_own() -> None:
    found = findings(hand_made({"one": answered(), "two": answered()}), QUICK, Wish())
    one, two = (found.methods[name].measures["macro_f1"] for name in ("one", "two"))
    assert one.spread.mixing == two.spread.mixing
    assert one.spread.posterior != two.spread.posterior
    chances = next(row.chances for row in found.selection if row.measure == "macro_f1")
    assert chances["one"] == pytest.approx(0.5, abs=0.02)


def test_a_number_of_clusters_is_told_once_where_merging_makes_two_of_them_the_same() -> None:
    # 6 clusters of 60 items leave 3 with 10 items or more, which is what was asked for in the first place
    found = findings(hand_made(**items(60)), QUICK, Wish(clusters=3))
    assert [row.k for row in found.methods["ours"].measures["accuracy"].by_k] == [2, 3]


def test_given_subclasses_have_no_other_number(found: Found) -> None:
    assert [row.k for row in found.methods["ours"].measures["accuracy"].by_k] == [3]


def test_mixes_lie_around_today_as_closely_as_asked() -> None:
    around = findings(hand_made(), replace(QUICK, mix="today", concentration="20"), Wish())
    assert around.mix.alphas.tolist() == pytest.approx([10, 5, 5])
    accuracy = around.methods["ours"].measures["accuracy"]
    assert accuracy.heuristic.mean == pytest.approx(21 / 40)
    # sum m_i (e_i - mean)^2 / (a0 + 1)
    spread = (0.5 * 0.025**2 + 0.25 * 0.375**2 + 0.25 * 0.325**2) / 21
    assert accuracy.heuristic.sd == pytest.approx(spread**0.5)
    even = findings(hand_made(), replace(QUICK, concentration="6"), Wish())
    assert even.mix.alphas.tolist() == pytest.approx([2, 2, 2])
    assert findings(hand_made(), replace(QUICK, alpha=0.5), Wish()).mix.alphas.tolist() == [0.5] * 3


def test_the_concentration_can_be_estimated_from_dates() -> None:
    # the first subclass is asked about in 2020, the last one in 2021, the middle in both
    times = ["2020-05-01"] * 10 + ["2020-05-01", "2021-05-01"] * 10 + ["2021-05-01"] * 10
    found = findings(hand_made(times=times), replace(QUICK, concentration="dates"), Wish(period="year"))
    assert found.stream is not None
    assert found.stream.mixes == [[10, 10, 0], [10, 0, 10]]
    assert found.mix.concentration == pytest.approx(concentration([[10, 10, 0], [10, 0, 10]]).value)
    assert found.mix.alphas.tolist() == pytest.approx([found.mix.concentration / 3] * 3)


@pytest.mark.parametrize("times", [None, ["2020-05-01"] * 40, [f"{2020 + place % 2}-05-01" for place in range(40)]])
def test_dates_that_do_not_tell_the_concentration_are_said(times: list[str | None] | None) -> None:
    with pytest.raises(SpecError, match=r"concentration cannot be estimated: .*give a number"):
        findings(hand_made(times=times), replace(QUICK, concentration="dates"), Wish())


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"delta": 0}, "delta is 0; it must be above 0 and at most .5"),
        ({"delta": 0.6}, "delta is 0.6"),
        ({"delta": float("nan")}, "delta is nan"),
        ({"alpha": 0}, "alpha is 0; it must be above 0"),
        ({"alpha": float("nan")}, "alpha is nan"),
        ({"alpha": float("inf")}, "alpha is inf"),
        ({"radii": (0.1, 2)}, "radius 2 is no share"),
        ({"radii": (0.0,)}, "radius 0 is no share"),
        ({"radii": (float("nan"),)}, "radius nan is no share"),
        ({"mix": "odd"}, "no mix named 'odd'; there are: even, today"),
        ({"mix": "today"}, "need --concentration"),
        ({"concentration": "abc"}, "concentration 'abc' is neither a number above 0 nor 'dates'"),
        ({"concentration": "0"}, "concentration '0'"),
        ({"concentration": "-1"}, "concentration '-1'"),
        ({"concentration": "nan"}, "concentration 'nan'"),
        ({"concentration": "inf"}, "concentration 'inf'"),
    ],
)
def test_settings_that_make_no_sense_are_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(SpecError, match=said):
        Settings(**given)


def test_a_measure_that_does_not_exist_names_those_that_do() -> None:
    with pytest.raises(SpecError, match="no measure named 'luck' for attribution; there are: accuracy, macro_f1, prec"):
        findings(hand_made(), replace(QUICK, measure="luck"), Wish())


def partly(rows: list[int], failures: tuple[str, ...] = ()) -> Answered:
    whole = answered()
    return Answered(
        "partly", np.array(rows, dtype=np.int64), whole.outcomes.take(np.array(rows, dtype=np.int64)), failures
    )


def test_a_method_that_failed_everywhere_is_recorded_and_the_others_are_judged() -> None:
    broken = partly([], ("fold 1: ValueError: no good",))
    found = findings(hand_made({"broken": broken, "ours": answered()}), QUICK, Wish())
    assert found.methods["broken"].measures == {}
    assert found.methods["broken"].answered == 0
    assert found.methods["broken"].constancy is None
    assert "accuracy" in found.methods["ours"].measures
    assert found.selection == []
    assert any("broken failed on 1 split (fold 1: ValueError: no good)" in line for line in found.warnings)


def test_where_nothing_was_answered_the_reason_is_told() -> None:
    with pytest.raises(StylobenchError, match="no method gave any answer; fold 1: ValueError: no good"):
        findings(hand_made({"broken": partly([], ("fold 1: ValueError: no good",))}), QUICK, Wish())


def test_a_method_that_is_silent_everywhere_is_never_right() -> None:
    silent = Outcomes.attributed(["ann", "bob"] * 20, [None] * 40)
    found = findings(hand_made({"silent": Answered("", np.arange(40), silent), "ours": answered()}), QUICK, Wish())
    accuracy = found.methods["silent"].measures["accuracy"]
    assert accuracy.today.value == 0
    assert accuracy.heuristic.mean == 0
    assert found.selection[0].rankings["bound"] == ["ours", "silent"]


def test_a_method_without_answers_in_one_subclass_has_a_gap_there_and_is_not_chosen() -> None:
    # items 0 to 9 are the whole first subclass (harbour), which is the second largest
    some = partly(list(range(10, 40)), ("fold 1: ValueError: no good",))
    found = findings(hand_made({"some": some, "ours": answered()}), QUICK, Wish())
    assert [one.name for one in found.clusters] == ["market", "harbour", "school"]
    levels = found.methods["some"].measures["accuracy"].by_cluster
    assert [level.value for level in levels] == [pytest.approx(0.5), None, pytest.approx(0.2)]
    assert [level.n for level in levels] == [20, 0, 10]
    assert found.methods["some"].measures["accuracy"].heuristic.mean == pytest.approx(0.35)
    assert found.selection == []


def test_a_method_with_answers_in_one_subclass_only_does_not_stop_the_others() -> None:
    alone = partly(list(range(10)), ("fold 2: ValueError: no good",))
    found = findings(hand_made({"alone": alone, "ours": answered()}), QUICK, Wish())
    assert "accuracy" in found.methods["ours"].measures
    assert found.methods["alone"].answered == 10
    assert any("alone" in line and "one subclass" in line for line in found.warnings)


def test_progress_goes_up_to_its_end() -> None:
    steps: list[tuple[int, int]] = []
    findings(hand_made(), QUICK, Wish(), lambda done, total: steps.append((done, total)))
    assert [done for done, _ in steps] == list(range(1, len(steps) + 1))
    assert {total for _, total in steps} == {len(steps)}


def test_a_concentration_of_periods_has_the_true_reason() -> None:
    times = ["2020-01-01", "2021-01-01"] * 20
    with pytest.raises(SpecError, match="cannot be estimated: the subclasses are the periods themselves") as raised:
        findings(hand_made(times=times), replace(QUICK, concentration="dates"), Wish(kind="period", period="year"))
    assert "\n" not in str(raised.value)


def test_alpha_and_concentration_do_not_contradict_each_other() -> None:
    with pytest.raises(SpecError, match="alpha 2 and concentration 12 say the same in two ways; give one"):
        Settings(alpha=2, concentration="12")
    assert findings(hand_made(), QUICK, Wish()).alpha == 1
    assert findings(hand_made(), replace(QUICK, concentration="6"), Wish()).alpha == 2
    assert findings(hand_made(), replace(QUICK, concentration="6", mix="today"), Wish()).alpha is None


def test_a_method_that_is_never_better_is_hardly_ever_the_best() -> None:
    """`worse` is `ours` with one more error in every subclass: on the same items it can only lose."""
    sizes = {"harbour": 20, "market": 20}
    methods = {
        "ours": answered({"harbour": (16, 20), "market": (12, 20)}),
        "worse": answered({"harbour": (15, 20), "market": (11, 20)}),
    }
    chosen = findings(hand_made(methods, sizes), QUICK, Wish()).selection[0]
    assert chosen.measure == "accuracy"
    assert chosen.chances["worse"] < 0.15
    assert chosen.lead == pytest.approx(0.05, abs=0.01)
    assert chosen.lead_low > -0.03
