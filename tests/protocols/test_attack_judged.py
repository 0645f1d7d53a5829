"""What is recognised and by whom: thresholds, constant and retrained methods, and folds that failed, by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from protocols.hand_attacks import NAN, QUICK, by_hand, two_methods

from stylobench.protocols.attack_comparisons import comparisons
from stylobench.protocols.attack_findings import Sure
from stylobench.protocols.attack_judged import Judged
from stylobench.protocols.attack_safety import averages, cells
from stylobench.records import Floats
from stylobench.seeds import generator


def test_thresholds_come_from_the_problems_a_fold_learns_from() -> None:
    made = by_hand()
    scores = np.where(made.truth, 0.8, 0.2)
    scores[made.fold == 0] -= 0.125
    found = Judged(made, QUICK).thresholds(scores)
    assert set(found[made.fold == 0]) == {0.8}
    assert set(found[made.fold == 1]) == {0.675}
    assert set(Judged(made, replace(QUICK, threshold="published")).thresholds(scores)) == {0.675}
    untested = replace(made, fold=np.where(np.arange(16) == 3, -1, made.fold))
    assert Judged(untested, QUICK).thresholds(scores)[3] == np.inf


def test_no_score_of_a_problem_reaches_its_own_threshold() -> None:
    made = by_hand()
    rng = generator(0, "own")
    scores = rng.random(16)
    changed = np.where(made.fold == 1, rng.random(16), scores)
    mine = made.fold == 1
    assert np.array_equal(Judged(made, QUICK).thresholds(scores)[mine], Judged(made, QUICK).thresholds(changed)[mine])


def test_constant_methods_are_told_and_left_out_of_averages() -> None:
    made = by_hand()
    flat, low = np.full(16, 0.7), np.where(made.truth, 0.3, 0.4)
    before = {**made.before, "flat": flat, "low": low, "silent": np.full(16, NAN)}
    after = {**made.after, **{(name, "o"): before[name] for name in ("flat", "low", "silent")}}
    here = replace(made, before=before, after=after)
    found = [cell for cell in cells(here, QUICK) if cell.obfuscator == "o"]
    assert {cell.method: cell.constant for cell in found} == {"m": False, "flat": True, "low": True, "silent": True}
    average = averages(here, found, QUICK)[0]
    assert average.methods == 1
    assert average.impact.value == pytest.approx(1 / 3)


def test_a_retrained_method_has_thresholds_of_its_own() -> None:
    made = by_hand()
    retrained = np.where(made.truth, 0.3, 0.1)
    cell, other = cells(replace(made, adaptive={("m", "o"): retrained}), QUICK)
    assert cell.adaptive is not None
    assert (cell.adaptive.recall.value, cell.adaptive.auc.value) == (1.0, 1.0)
    assert (cell.adaptive.impact.value, cell.adaptive.auc_before) == (-1.0, cell.auc)
    assert other.adaptive is None
    average = averages(replace(made, adaptive={("m", "o"): retrained}), [cell], QUICK)[0]
    assert average.adaptive is not None
    assert average.adaptive.value == -1.0


def alternating(places: int) -> Floats:
    return np.where(np.arange(places) % 2 == 0, 0.3, 0.1)


def test_retraining_that_failed_on_a_fold_is_no_success() -> None:
    made = by_hand()
    retrained = np.where(made.fold == 0, NAN, alternating(16))
    here = replace(made, adaptive={("m", "o"): retrained})
    cell, _ = cells(here, QUICK)
    assert cell.adaptive is None
    assert averages(here, [cell], QUICK)[0].adaptive is None


@pytest.mark.parametrize("flat", [np.full(16, 0.4), np.full(16, NAN), 0.5 - alternating(16)])
def test_a_retrained_method_that_became_constant_has_no_value(flat: Floats) -> None:
    here = two_methods()
    adaptive = {("m", "o"): flat, ("weak", "o"): alternating(16)}
    found = [cell for cell in cells(replace(here, adaptive=adaptive), QUICK) if cell.obfuscator == "o"]
    assert found[0].adaptive is None
    assert found[1].adaptive is not None
    average = averages(replace(here, adaptive=adaptive), found, QUICK)[0]
    assert average.adaptive is not None
    assert average.adaptive.value == found[1].adaptive.impact.value


def test_problems_of_a_failed_fold_are_judged_neither_way() -> None:
    """`weak` as if it had never met the last eight problems: the others' numbers stay as they are."""
    here = replace(two_methods(), fixed=0.5)
    away = np.arange(16) >= 8
    silent = {key: np.where(away, NAN, scores) for key, scores in here.after.items() if key[0] == "weak"}
    before = {**here.before, "weak": np.where(away, NAN, here.before["weak"])}
    here = replace(here, before=before, after={**here.after, **silent}, unasked={"weak": away})
    m, weak = (cell for cell in cells(here, QUICK) if cell.obfuscator == "o")
    assert m == cells(replace(two_methods(), fixed=0.5), QUICK)[0]
    assert (weak.problems, weak.same, weak.silent_before, weak.silent_after) == (8, 4, 0, 0)
    assert (weak.recall.value, weak.recall_after.value, weak.impact.value) == (0.5, 0.0, 1.0)
    # the swaps see the same recalls
    other = replace(here, rewritten={"o": here.truth, "again": here.truth})
    other = replace(other, after={(name, new): here.after[name, "o"] for name in before for new in other.rewritten})
    (one,) = comparisons(other, cells(other, QUICK), QUICK)
    assert (one.difference.value, one.p) == (0.0, 1.0)


def test_documents_have_no_middle() -> None:
    here = replace(by_hand(), item="document")
    cell, _ = cells(here, QUICK)
    average = averages(here, [cell], QUICK)[0]
    assert [cell.c_at_1, cell.d_c_at_1, cell.final, cell.d_final] == [Sure(None)] * 4
    assert [average.d_c_at_1, average.d_final] == [Sure(None)] * 2
    assert cell.auc.value is not None
