from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.linear_model import LogisticRegression

from stylobench.errors import SplitError
from stylobench.features.calibration import Balanced
from stylobench.features.problems import Problems
from stylobench.records import Problem
from stylobench.verifiers._pair_learner import PairLearner, kept_measures, parts_of
from stylobench.verifiers._training import settled

asked: list[int] = []


class Lengths(PairLearner):
    """Learns from the difference of two lengths and from a measure that never differs."""

    def __init__(self, held_out=0.0, calibrate="none"):
        self.held_out = held_out
        self.calibrate = calibrate

    @property
    def _names(self):
        return ["length", "nothing"]

    def _measures(self, problems):
        return kept_measures(problems, "lengths", self._apart)

    def _apart(self, problems):
        asked.append(len(problems))
        apart = [abs(len(problem.known[0]) - len(problem.questioned)) for problem in problems]
        return np.column_stack([apart, np.zeros(len(apart))]).astype(float).reshape(-1, 2)

    def _learner(self):
        return LogisticRegression(class_weight="balanced")


def pairs(*differences):
    return [Problem(("a" * 20,), "b" * (20 + apart)) for apart in differences]


SAME = [True] * 4 + [False] * 4
TRAINING = pairs(0, 1, 2, 3, 8, 9, 10, 11)


def test_measures_are_standardised_by_training_problems():
    model = Lengths().fit(TRAINING, SAME)
    assert model.centre_.tolist() == [5.5, 0]
    assert model.spread_.tolist() == pytest.approx([np.std([0, 1, 2, 3, 8, 9, 10, 11]), 1])
    # symmetric about 5.5, so that the curve passes .5 there
    assert model.verify(pairs(5, 6)).sum() == pytest.approx(1, abs=1e-4)
    assert (np.diff(model.verify(pairs(0, 4, 8, 12))) < 0).all()


def test_what_needs_no_background_is_measured_once():
    problems = Problems.of(TRAINING)
    asked.clear()
    model = Lengths()
    for _ in range(3):
        model.fit(problems, SAME).verify(problems)
    assert asked == [8]


def test_blank_texts_get_no_measures():
    values = kept_measures(
        settled([Problem(("a",), ""), Problem(("a",), "bb"), Problem((), "b")]), "x", Lengths()._apart
    )
    assert np.isnan(values).all(axis=1).tolist() == [True, False, True]
    assert values[1].tolist() == [1, 0]


def test_the_reasons_are_what_the_score_would_lose():
    model = Lengths().fit(TRAINING, SAME)
    near, far = (model.explain(problem) for problem in pairs(0, 11))
    assert [reason.name for reason in near] == ["length"]
    assert near[0].value == pytest.approx(float(model.verify(pairs(0))[0]) - 0.5, abs=1e-4)
    assert far[0].value < 0 < near[0].value
    assert model.explain(Problem(("a",), "")) == model.explain(Problem((), "a")) == []


def test_a_map_is_tuned_on_crossed_scores():
    # the truth has nothing to do with length: scores of its own problems would flatter the learner
    problems = pairs(0, 8, 1, 9, 2, 10, 3, 11, 4, 12)
    same = np.array([True, True, False, False] * 2 + [True, False])
    order = np.argsort(settled(problems).digests)
    problems, same = [problems[place] for place in order], same[order]
    parts = parts_of(same, np.arange(10))
    crossed = np.empty(10)
    for part in range(5):
        held = np.flatnonzero(parts == part)
        rest = np.setdiff1d(np.arange(10), held)
        learnt = Lengths().fit([problems[place] for place in rest], same[rest])
        crossed[held] = learnt.verify([problems[place] for place in held])
    model = Lengths(calibrate="balanced").fit(problems, same)
    expected = Balanced().fit(crossed, same).transform(Lengths().fit(problems, same).verify(problems))
    assert model.verify(problems).tolist() == expected.tolist()


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 12)), min_size=1, max_size=40))
def test_parts_keep_questioned_texts_together_and_leave_both_classes_outside(problems):
    same, questioned = (np.array(column) for column in zip(*problems, strict=True))
    parts = parts_of(same, questioned)
    assert all(len(set(parts[questioned == text])) == 1 for text in questioned)
    assert set(parts) == set(range(parts.max() + 1))
    texts = min(len(set(questioned[same])), len(set(questioned[~same])))
    assert parts.max() + 1 == max(min(5, texts), 1)
    for part in range(parts.max() + 1) if parts.any() else ():
        assert same[parts != part].any()
        assert not same[parts != part].all()


def test_with_a_single_problem_of_a_class_the_map_is_tuned_on_all():
    model = Lengths(calibrate="balanced").fit(pairs(0, 8, 9), [True, False, False])
    assert model.verify(pairs(0))[0] > model.verify(pairs(9))[0]


def test_a_class_without_measures_is_a_clear_error():
    with pytest.raises(SplitError, match="cannot be measured"):
        Lengths().fit([Problem(("a",), ""), Problem(("a",), "b")], [True, False])
