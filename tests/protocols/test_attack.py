"""Settings, what an obfuscator did, scores before and after, and problems in full: by hand."""

from __future__ import annotations

import numpy as np
import pytest

from stylobench.edits import Edit, Rewrite
from stylobench.errors import SpecError
from stylobench.protocols.attack import LONGEST_EXAMPLE, Settings, example, example_places, rewriting, shown
from stylobench.protocols.attack_ground import Attacked
from stylobench.statistics.trial_draws import Units

NAN = float("nan")


def attacked(before, after, rewritten=(True, True, False, False)) -> Attacked:
    """Two same-author problems, then two others; each fold tests one of either and learns from the rest."""
    return Attacked(
        name="hand",
        digest="hand",
        ids=("a", "b", "c", "d"),
        truth=np.array([True, True, False, False]),
        units=Units.problems(4),
        fold=np.array([0, 1, 0, 1]),
        trained=(np.array([1, 3]), np.array([0, 2])),
        before={name: np.array(scores) for name, scores in before.items()},
        after={(name, "o"): np.array(scores) for name, scores in after.items()},
        rewritten={"o": np.array(rewritten)},
    )


HAND = attacked(
    {"v": [0.9, 0.8, 0.2, 0.1], "w": [0.7, NAN, 0.1, 0.2]}, {"v": [0.3, 0.95, 0.2, 0.1], "w": [0.8, 0.6, 0.1, 0.2]}
)


@pytest.mark.parametrize(
    ("wrong", "line"),
    [
        ({"threshold": "best"}, "no threshold named 'best'; there are: cross_fitted, published"),
        ({"least_accuracy": -0.1}, "cannot be; give one from 0 to 1"),
        ({"draws": 10}, "10 draws say too little"),
    ],
)
def test_settings_that_cannot_be_are_refused(wrong, line) -> None:
    with pytest.raises(SpecError, match=line):
        Settings(**wrong)


def test_what_an_obfuscator_did_is_counted() -> None:
    rewrites = [
        Rewrite("So it is.", (Edit(0, 2, "Thus", "swap"), Edit(3, 5, "he", "drop")), {"kept": 2}),
        Rewrite("Two words", (Edit(0, 3, "Six", "swap"),), {"kept": 1, "odd": 1}),
        Rewrite("Same again here"),
        # an edit that writes what stood there is no change either
        Rewrite("x", (Edit(0, 1, "x", "nothing"),)),
    ]
    found = rewriting("hand", "o", rewrites, {"broke": 2, "hung": 1})
    assert (found.texts, found.unchanged, found.failed) == (7, 2, 3)
    assert (found.words, found.edits) == (9, 4)
    assert found.operators == {"swap": 2, "drop": 1, "nothing": 1}
    assert found.notes == {"kept": 3, "odd": 1}
    assert found.failures == {"broke": 2, "hung": 1}


def test_scores_before_and_after_with_the_threshold_of_the_other_fold() -> None:
    found = {(one.method, one.problem): one for one in shown(HAND, Settings())}
    assert set(found) == {("v", "a"), ("v", "b"), ("w", "a"), ("w", "b")}
    one = found["v", "a"]
    # fold 0 learns from b (.8, same) and d (.1, not): the best threshold is .8
    assert (one.before, one.after, one.threshold) == (0.9, 0.3, 0.8)
    assert found["v", "b"].threshold == 0.9
    assert found["w", "b"].before is None
    # fold 0 of w learns from b (silent) and d: "different" is always right or as good, at no finite threshold
    assert found["w", "a"].threshold is None


def test_only_what_was_rewritten_is_shown() -> None:
    some = attacked({"v": [0.9, 0.8, 0.2, 0.1]}, {"v": [0.3, 0.8, 0.2, 0.1]}, (True, False, False, False))
    assert [one.problem for one in shown(some, Settings())] == ["a"]


def test_the_published_threshold_is_one_for_all() -> None:
    found = [one.threshold for one in shown(HAND, Settings(threshold="published")) if one.method == "v"]
    assert found == [0.8, 0.8]


def test_an_example_names_who_lost_the_author_and_who_did_not() -> None:
    rewrite = Rewrite("So it is, and so on.", (Edit(0, 2, "Thus", "swap"),))
    found = example(HAND, 0, "o", rewrite, Settings(threshold="published"))
    assert (found.problem, found.lost, found.kept) == ("a", ("v",), ("w",))
    assert (found.edits, found.words) == (1, 6)
    assert "".join(phrase.original for phrase in found.phrases) == rewrite.original
    assert "".join(p.original if p.rewritten is None else p.rewritten for p in found.phrases) == rewrite.text


def test_a_long_example_is_cut() -> None:
    text = "so it is " * 2000
    found = example(HAND, 0, "o", Rewrite(text, (Edit(0, 2, "Thus", "swap"),)), Settings())
    assert LONGEST_EXAMPLE < sum(len(phrase.original) for phrase in found.phrases) < 3 * LONGEST_EXAMPLE + 10


def test_where_there_are_no_answers_nothing_is_shown() -> None:
    some = attacked({"v": [0.9, 0.8, 0.2, 0.1], "w": [0.9, 0.8, 0.2, 0.1]}, {"v": [0.3, 0.8, 0.2, 0.1]})
    assert {one.method for one in shown(some, Settings())} == {"v"}
    found = example(some, 0, "o", Rewrite("So it is."), Settings(threshold="published"))
    assert (found.lost, found.kept) == (("v",), ())


def many(recognised) -> Attacked:
    """Thirty same-author problems and thirty others; the published threshold is .8."""
    truth = np.arange(60) < 30
    return Attacked(
        name="hand", digest="hand", ids=tuple(map(str, range(60))), truth=truth, units=Units.problems(60),
        fold=np.zeros(60, np.int64), trained=(np.arange(60),),
        before={"v": np.where(np.isin(np.arange(60), recognised), 0.8, 0.1)}, after={}, rewritten={},
    )  # fmt: skip


def test_problems_in_full_are_drawn_from_those_whose_author_was_recognised() -> None:
    drawn = [example_places(many(range(5, 25)), Settings(seed, "published")) for seed in range(20)]
    assert all(len(set(places)) == 3 and set(places) <= set(range(5, 25)) for places in drawn)
    assert len({tuple(places) for places in drawn}) > 10
    assert drawn[0] == example_places(many(range(5, 25)), Settings(0, "published"))


def test_where_few_were_recognised_others_fill_up() -> None:
    places = example_places(many([7]), Settings(0, "published"))
    assert places[0] == 7
    assert len(set(places)) == 3
    assert max(places) < 30
    assert len(example_places(many([]), Settings(0, "published"))) == 3
