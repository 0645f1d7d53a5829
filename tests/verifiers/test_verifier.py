from __future__ import annotations

import warnings

import numpy as np
import pytest
from verifiers.sample_problems import sample

from stylobench.errors import SplitError
from stylobench.features.calibration import TwoThresholds, calibrator
from stylobench.records import Problem
from stylobench.verifiers._training import Training
from stylobench.verifiers.char_ngrams import CharNgrams
from stylobench.verifiers.topic_fit import TopicFit

FEW = [
    Problem(("so it is and so it was",), "so it was so"),
    Problem(("thus we be or thus we go",), "thus we be"),
    Problem(("so it is and so it was",), "or thus we go"),
    Problem(("thus we be or thus we go",), "and so it was"),
]
TRUTH = [True, True, False, False]


def test_a_share_of_each_class_is_held_out_by_digest() -> None:
    made = sample()
    training = Training.of(made.problems(made.train), made.train.same)
    held = training.held_out(0.2)
    assert held is not None
    digests = np.array(training.problems.digests)
    for kind in (True, False):
        mine = np.sort(digests[training.same == kind])
        assert sorted(digests[held & (training.same == kind)]) == mine[: len(mine) // 5].tolist()


def test_a_floating_share_of_whole_problems_loses_none_to_rounding() -> None:
    problems = [Problem((f"so {i}",), "it") for i in range(200)]
    held = Training.of(problems, [True, False] * 100).held_out(0.29)
    assert held is not None
    assert held.sum() == 2 * 29


def test_too_few_problems_to_hold_out_are_said() -> None:
    with pytest.warns(UserWarning, match="too few training problems to hold some out"):
        model = CharNgrams(n=2, calibrate="platt").fit(FEW, TRUTH)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        on_all = CharNgrams(n=2, calibrate="platt", held_out=0).fit(FEW, TRUTH)
    assert np.array_equal(model.verify(FEW), on_all.verify(FEW))


def test_texts_that_all_stand_in_problems_held_out_leave_nothing_to_learn_from() -> None:
    texts = ["so it is", "thus we be", "so it was", "thus we go"]
    couples = [(i, j) for i in range(4) for j in range(4) if i != j]
    problems = [Problem((texts[i],), texts[j]) for i, j in couples]
    with pytest.warns(UserWarning, match="too few training problems"):
        CharNgrams(n=2, held_out=0.5).fit(problems, [i % 2 == j % 2 for i, j in couples])


@pytest.mark.parametrize("name", ["two_thresholds", "platt", "isotonic", "temperature"])
def test_tuned_on_all_is_the_map_over_the_scores_of_the_training_problems(name: str) -> None:
    made = sample()
    train, test = made.problems(made.train), made.problems(made.test)
    raw = CharNgrams(calibrate="none").fit(train, made.train.same)
    scores = raw.verify(train)
    order = np.argsort([problem.digest for problem in train])
    expected = calibrator(name).fit(scores[order], made.train.same[order]).transform(raw.verify(test))
    mapped = CharNgrams(calibrate=name, held_out=0).fit(train, made.train.same).verify(test)
    assert mapped == pytest.approx(expected, abs=1e-12, nan_ok=True)


def test_the_two_thresholds_maximise_the_objective_that_is_named() -> None:
    made = sample()
    train = made.problems(made.train)
    scores = TopicFit(calibrate="none").fit(train, made.train.same).verify(train)
    model = TopicFit(held_out=0, objective="c_at_1").fit(train, made.train.same)
    expected = TwoThresholds("c_at_1").fit(scores, made.train.same)
    assert (model.map_.p1, model.map_.p2) == (expected.p1, expected.p2)


def test_a_class_without_any_score_is_a_clear_error() -> None:
    problems = [Problem(("so it is",), "so it was"), Problem(("so it is",), "")]
    with pytest.raises(SplitError, match="no training problem of one class gets a score"):
        CharNgrams(held_out=0).fit(problems, [True, False])
