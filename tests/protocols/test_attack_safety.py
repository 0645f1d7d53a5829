"""Impact on hand-made answers, on draws whose truth is known, and what must not change it."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import replace

import numpy as np
import pytest
from protocols.hand_attacks import NAN, QUICK, attacked, by_hand, two_methods

from stylobench.metrics.impact import impact
from stylobench.metrics.verification import auc
from stylobench.protocols.attack_comparisons import comparisons
from stylobench.protocols.attack_findings import Sure
from stylobench.protocols.attack_ground import Attacked
from stylobench.protocols.attack_safety import averages, cells
from stylobench.protocols.attack_supported import supported
from stylobench.records import Floats
from stylobench.seeds import generator


def test_a_cell_by_hand() -> None:
    cell, _ = cells(by_hand(), QUICK)
    assert (cell.dataset, cell.method, cell.obfuscator, cell.problems, cell.same) == ("hand", "m", "o", 16, 8)
    assert (cell.constant, cell.threshold, cell.failure) == (False, 0.5, None)
    assert (cell.lost, cell.gained) == (3, 1)
    assert (cell.recall.value, cell.recall_after.value, cell.d_recall.value) == (0.75, 0.5, -0.25)
    assert (cell.accuracy.value, cell.d_accuracy.value) == (14 / 16, -2 / 16)
    assert cell.impact.value == pytest.approx(1 / 3)
    assert cell.impact_published == pytest.approx(1 / 3)
    # four blocks turned, three down and one up: 10 of 16 patterns reach a sum of two
    assert cell.p == 10 / 16
    assert (cell.untouched_changed, cell.silent_before, cell.silent_after) == (0, 0, 0)
    made = by_hand()
    scores = (made.before["m"], made.after["m", "o"])
    aucs = [auc(made.truth, each) for each in scores]
    assert cell.auc.value == pytest.approx(aucs[0])
    assert cell.d_auc.value == pytest.approx(aucs[1] - aucs[0])


def test_identity_has_no_impact_for_sure() -> None:
    _, cell = cells(by_hand(), QUICK)
    none = Sure(0.0, 0.0, 0.0)
    assert cell.obfuscator == "identity"
    assert [cell.impact, cell.d_recall, cell.d_accuracy, cell.d_auc, cell.d_c_at_1, cell.d_final] == [none] * 6
    assert (cell.p, cell.impact_published, cell.lost, cell.gained) == (1.0, 0.0, 0, 0)
    average = averages(by_hand(), [cell], QUICK)[0]
    assert (average.impact, average.pooled, average.d_recall, average.worthy) == (none, none, none, none)


def test_scores_that_move_without_a_changed_verdict_are_not_sure() -> None:
    made = by_hand()
    still = np.where(made.truth, made.before["m"] + 0.01, made.before["m"])
    (cell,) = cells(attacked(made.truth, dict(made.before), {("m", "o"): still}), QUICK)
    assert cell.impact.value == 0
    assert cell.impact.low is not None
    assert cell.impact.high is not None
    assert cell.impact.low < -0.3 < 0.3 < cell.impact.high


def test_silence_is_not_recognition_and_is_counted() -> None:
    made = by_hand()
    after = made.after["m", "o"].copy()
    after[12] = NAN
    (cell,) = cells(attacked(made.truth, dict(made.before), {("m", "o"): after}), QUICK)
    assert (cell.lost, cell.silent_before, cell.silent_after) == (4, 0, 1)


def test_answers_that_change_on_untouched_problems_are_counted() -> None:
    made = by_hand()
    after = made.after["m", "o"].copy()
    after[[1, 3]] = (0.9, 0.21)
    (cell,) = cells(attacked(made.truth, dict(made.before), {("m", "o"): after}), QUICK)
    assert cell.untouched_changed == 2
    assert cell.d_accuracy.value == pytest.approx(-3 / 16)


def test_what_could_not_be_rewritten_is_judged_neither_way() -> None:
    made = by_hand()
    rewritten = {**made.rewritten, "o": made.truth & (np.arange(16) != 8)}
    cell, other = cells(replace(made, rewritten=rewritten), QUICK)
    assert (cell.same, cell.problems, cell.lost) == (7, 15, 2)
    assert cell.recall.value == 5 / 7
    assert (other.same, other.recall.value) == (8, 0.75)


def test_methods_that_failed_say_why() -> None:
    made = replace(by_hand(), failures={"dead": "it crashed"})
    found = {cell.method: cell for cell in cells(made, QUICK)}
    assert (found["dead"].failure, found["dead"].impact, found["dead"].same) == ("it crashed", Sure(None), 8)
    half = replace(by_hand(), after={("m", "o"): made.after["m", "o"]})
    assert [cell.failure for cell in cells(half, QUICK)] == [None, "no answers to the rewritten texts"]


def test_averages_by_hand() -> None:
    here = two_methods()
    found = [cell for cell in cells(here, QUICK) if cell.obfuscator == "o"]
    impacts = {cell.method: cell.impact.value for cell in found}
    assert impacts == {"m": pytest.approx(1 / 3), "weak": pytest.approx(1 / 2)}
    average = averages(here, found, replace(QUICK, least_accuracy=0.7))[0]
    assert average.impact.value == pytest.approx((1 / 3 + 1 / 2) / 2)
    # 6 and 4 recognised before, 4 and 2 after
    assert average.pooled.value == pytest.approx(4 / 10)
    assert (average.methods, average.worthy_methods) == (2, 1)
    assert average.worthy.value == pytest.approx(1 / 3)
    assert average.strongest == "m"
    assert average.strongest_recall == found[0].recall_after
    assert average.d_recall.value == pytest.approx(-0.25)
    nobody = averages(here, found, replace(QUICK, least_accuracy=0.99))[0]
    assert (nobody.worthy_methods, nobody.worthy, nobody.strongest) == (0, Sure(None), None)


def test_of_one_method_the_average_is_the_cell() -> None:
    for made in (by_hand(), world(generator(9, "alone"), {"o": (0.1, 0.1)})):
        method = next(iter(made.before))
        alone = replace(made, before={method: made.before[method]}, adaptive={(method, "o"): made.after[method, "o"]})
        cell = cells(alone, QUICK)[0]
        average = averages(alone, [cell], QUICK)[0]
        assert dataclasses.astuple(average.impact) == pytest.approx(dataclasses.astuple(cell.impact))
        assert cell.adaptive is not None
        assert average.adaptive is not None
        assert dataclasses.astuple(average.adaptive) == pytest.approx(dataclasses.astuple(cell.adaptive.impact))


def test_a_pooled_impact_may_lie_below_minus_1() -> None:
    truth = np.arange(40) % 2 == 0
    before = np.where(truth & (np.arange(40) < 16), 0.8, 0.2)
    here = attacked(truth, {"m": before}, {("m", "o"): np.where(truth, 0.8, 0.2)})
    average = averages(here, cells(here, QUICK), QUICK)[0]
    # 8 recognised before, 20 after
    assert average.pooled.value == pytest.approx(-1.5)
    assert average.pooled.low is not None
    assert average.pooled.low < -2


def test_worth_is_judged_on_all_untouched_problems() -> None:
    """Of 16 answers 14 are right, whatever an obfuscator managed to rewrite."""
    made = by_hand()
    few = replace(made, rewritten={**made.rewritten, "o": made.truth & np.isin(np.arange(16), [0, 2, 4])})
    judging = replace(QUICK, least_accuracy=14 / 16)
    found = cells(few, judging)
    assert found[0].accuracy.value == 9 / 11
    assert [one.worthy_methods for one in averages(few, found, judging)] == [1, 1]
    assert averages(few, found, replace(QUICK, least_accuracy=0.9))[0].worthy_methods == 0


def test_an_obfuscator_that_rewrote_nothing_has_no_values() -> None:
    made = by_hand()
    nothing = replace(made, rewritten={**made.rewritten, "o": np.zeros(16, np.bool_)})
    average = averages(nothing, cells(nothing, QUICK), QUICK)[0]
    none = Sure(None)
    assert (average.obfuscator, average.methods, average.worthy_methods) == ("o", 0, 0)
    assert (average.impact, average.pooled, average.d_auc, average.worthy) == (none, none, none, none)
    assert (average.strongest, average.strongest_recall, average.adaptive) == (None, None, None)


def world(rng: np.random.Generator, obfuscators: dict[str, tuple[float, float]], problems: int = 100) -> Attacked:
    """Three methods with a recall of .8: each obfuscator makes them lose and gain at these rates, alike by author."""
    truth = np.arange(problems) % 2 == 0
    before, after = dict[str, Floats](), dict[tuple[str, str], Floats]()
    bent = {name: rng.random(problems) for name in obfuscators}
    for method in ("a", "b", "c"):
        knew = np.where(truth, rng.random(problems) < 0.8, rng.random(problems) < 0.1)
        before[method] = np.where(knew, 0.8, 0.2)
        for name, (lost, gained) in obfuscators.items():
            luck = np.where(rng.random(problems) < 0.5, bent[name], rng.random(problems))
            knows = np.where(truth, np.where(knew, luck >= lost, luck < gained), knew)
            after[method, name] = np.where(knows, 0.8, 0.2)
    return attacked(truth, before, after)


@pytest.mark.parametrize(("lost", "gained"), [(0.3, 0.0), (0.05, 0.2), (0.05, 0.6)])
def test_intervals_cover_the_true_impact(lost: float, gained: float) -> None:
    rng, worlds = generator(0, "coverage", str(lost), str(gained)), 80
    true = impact(0.8, 0.8 * (1 - lost) + 0.2 * gained)
    covered = np.zeros(2)
    for _ in range(worlds):
        here = world(rng, {"o": (lost, gained)})
        found = cells(here, QUICK)
        for place, one in enumerate((found[0].impact, averages(here, found, QUICK)[0].impact)):
            assert one.low is not None
            assert one.high is not None
            covered[place] += one.low <= true <= one.high
    # nominally .95
    assert (covered / worlds >= 0.88).all()


def test_comparisons_have_a_sign_a_size_and_holm() -> None:
    here = world(generator(3, "compare"), {"strong": (0.7, 0.0), "weak": (0.1, 0.0), "twin": (0.1, 0.0)})
    found = cells(here, QUICK)
    first, _, third = comparisons(here, found, QUICK)
    assert [(one.first, one.second) for one in (first, third)] == [("strong", "weak"), ("weak", "twin")]
    means = {one.obfuscator: one.impact.value or 0 for one in averages(here, found, QUICK)}
    assert first.difference.value == pytest.approx(means["strong"] - means["weak"])
    assert first.difference.low is not None
    assert first.difference.low > 0
    assert first.p is not None
    assert third.p is not None
    assert first.p < 0.01 < third.p
    assert first.blocks == 50
    # three tests: the smallest p is tripled
    assert first.p_holm == pytest.approx(3 * first.p)


def test_an_obfuscator_against_itself() -> None:
    made = by_hand()
    here = attacked(made.truth, dict(made.before), {("m", name): made.after["m", "o"] for name in ("o", "again")})
    (one,) = comparisons(here, cells(here, QUICK), QUICK)
    assert (one.difference, one.p, one.p_holm) == (Sure(0.0, 0.0, 0.0), 1.0, 1.0)


def test_supported_is_significant_only_when_the_interval_excludes_0() -> None:
    here = world(generator(5, "support"), {"helps": (0.0, 0.9), "hardly": (0.02, 0.12)}, 200)
    found = supported(cells(here, QUICK), small=False)
    assert {one.obfuscator: one.significant for one in found}["helps"]
    for one in found:
        assert one.significant == (one.impact.high is not None and one.impact.high < 0)
        assert one.impact.value is not None
        assert one.impact.value < 0


def test_numbers_hang_on_the_seed_and_on_no_other_method() -> None:
    here = two_methods()
    alone = replace(here, before={"m": here.before["m"]}, after={k: v for k, v in here.after.items() if k[0] == "m"})
    everyone = [cell for cell in cells(here, QUICK) if cell.method == "m"]
    assert everyone == cells(alone, QUICK)
    assert cells(alone, QUICK) != cells(alone, replace(QUICK, seed=1))


def test_same_author_problems_alone_say_nothing_of_accuracy_and_do_not_crash() -> None:
    truth = np.ones(12, np.bool_)
    scores = np.linspace(0.3, 0.9, 12)
    (cell,) = cells(attacked(truth, {"m": scores}, {("m", "o"): scores - 0.2}), QUICK)
    assert cell.auc == Sure(None)
    assert cell.recall.value is not None
    assert json.dumps(dataclasses.asdict(cell), allow_nan=False)
