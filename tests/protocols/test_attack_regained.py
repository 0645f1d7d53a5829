"""What undoing gives back, and whether two rewritten texts are linked, by hand."""

from __future__ import annotations

import numpy as np

from stylobench.protocols.attack_ground import Attacked
from stylobench.protocols.attack_judged import Judged, Judging
from stylobench.protocols.attack_regained import Asked, regained
from stylobench.statistics.trial_draws import Units

ASKED = Asked("o", "undone", "linked", "linkable")


def judged(rewritten=(True,) * 10, unasked=None, **after) -> Judged:
    """Ten same-author problems with scores of .8, ten others with .2; the published threshold is .8."""
    truth = np.arange(20) < 10
    ground = Attacked(
        name="hand", digest="hand", ids=tuple(map(str, range(20))), truth=truth, units=Units.problems(20),
        fold=np.zeros(20, np.int64), trained=(np.arange(20),), before={"v": np.where(truth, 0.8, 0.2)},
        after={("v", name): np.array(scores, np.float64) for name, scores in after.items()},
        rewritten={"o": np.array([*rewritten, *[False] * 10])}, unasked=unasked or {},
    )  # fmt: skip
    return Judged(ground, Judging(draws=199, threshold="published"))


def test_recall_of_rewritten_and_of_undone_texts() -> None:
    here = judged(o=[0.9] * 2 + [0.1] * 8 + [0.2] * 10, undone=[0.9] * 7 + [0.1] * 3 + [0.2] * 10)
    found = regained(here, "v", ASKED)
    assert found["recall_rewritten"].value == 0.2
    assert found["recall_undone"].value == 0.7
    assert found["recall_undone"].low < 0.7 < found["recall_undone"].high
    assert found["linked"] is None
    assert found["linked_original"] is None


def test_only_rewritten_problems_are_recalled() -> None:
    here = judged([True] * 4 + [False] * 6, o=[0.9] * 2 + [0.1] * 2 + [0.9] * 6 + [0.2] * 10)
    assert regained(here, "v", ASKED)["recall_rewritten"].value == 0.5


def test_folds_on_which_the_method_failed_are_not_recalled() -> None:
    never = np.arange(20) < 4
    here = judged(unasked={"v": never}, o=[np.nan] * 4 + [0.9] * 3 + [0.1] * 3 + [0.2] * 10)
    assert regained(here, "v", ASKED)["recall_rewritten"].value == 0.5


def test_linked_pairs_by_auc_beside_the_untouched_ones() -> None:
    flat, apart = [0.5] * 20, [0.9] * 10 + [0.1] * 10
    found = regained(judged(o=apart, undone=apart, linked=flat, linkable=apart), "v", ASKED)
    assert (found["linked"].value, found["linked_original"].value) == (0.5, 1.0)


def test_untouched_pairs_say_nothing_where_rewritten_ones_are_missing() -> None:
    assert regained(judged(o=[0.5] * 20, linkable=[0.5] * 20), "v", ASKED)["linked_original"] is None


def test_pairs_that_could_not_be_rewritten_are_left_out_of_both() -> None:
    """Without the last problems of either kind, all linked pairs are told apart, and half of the untouched ones."""
    linked = [0.9] * 6 + [np.nan] * 4 + [0.1] * 6 + [np.nan] * 4
    original = [0.9] * 3 + [0.1] * 3 + [0.9] * 4 + [0.5] * 6 + [0.1] * 4
    found = regained(judged(o=[0.5] * 20, linked=linked, linkable=original), "v", ASKED)
    assert (found["linked"].value, found["linked_original"].value) == (1.0, 0.5)


def test_nothing_is_linked_where_one_kind_is_missing() -> None:
    found = regained(judged(o=[0.5] * 20, linked=[np.nan] * 10 + [0.1] * 10, linkable=[0.5] * 20), "v", ASKED)
    assert found["linked"] is found["linked_original"] is None
