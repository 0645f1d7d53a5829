from __future__ import annotations

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from verifiers.sample_problems import sample

from stylobench.errors import SpecError, SplitError
from stylobench.features.ppm import cross_entropy
from stylobench.records import Booleans, Floats, Problem
from stylobench.verifiers.ppm import Ppm


def cross_entropies(problem: Problem, order: int) -> list[float]:
    """Both ways, averaged over the known texts."""
    forth = np.mean([cross_entropy(known, problem.questioned, order) for known in problem.known])
    back = np.mean([cross_entropy(problem.questioned, known, order) for known in problem.known])
    return [float(forth), float(back)]


def plain_answers(train: Floats, same: Booleans, test: Floats) -> Floats:
    model = make_pipeline(StandardScaler(), LogisticRegression()).fit(train, same)
    answers: Floats = model.predict_proba(test)[:, 1]
    return answers


@pytest.mark.parametrize("features", ["symmetric", "raw"])
def test_it_is_logistic_regression_on_cross_entropies(features: str) -> None:
    made = sample(words=40)
    train, test = made.problems(made.train), made.problems(made.test)
    first, second = (np.array([cross_entropies(problem, 3) for problem in some]) for some in (train, test))
    if features == "symmetric":
        first, second = (np.column_stack([v.mean(axis=1), np.abs(v[:, 0] - v[:, 1])]) for v in (first, second))
    answers = Ppm(order=3, features=features).fit(train, made.train.same).verify(test)
    assert answers == pytest.approx(plain_answers(first, made.train.same, second), abs=1e-6)


def test_within_the_radius_there_is_no_answer() -> None:
    made = sample()
    train, test = made.problems(made.train), made.problems(made.test)
    free = Ppm().fit(train, made.train.same).verify(test)
    radius = float(np.median(np.abs(free - 0.5)))
    shy = Ppm(radius=radius).fit(train, made.train.same).verify(test)
    assert np.isfinite(free).all()
    assert np.array_equal(np.isnan(shy), np.abs(free - 0.5) <= radius)
    assert np.array_equal(shy[~np.isnan(shy)], free[~np.isnan(shy)])


def test_its_reasons_are_the_words_that_known_texts_predict_better() -> None:
    plain = "we went to the town and saw a man who sat there. " * 3
    odd = "gosh it was whopping, gosh what a whopping thing. " * 3
    train = [Problem((plain,), plain[10:]), Problem((plain,), "thus they be or thus they go " * 4)]
    model = Ppm(order=3).fit(train, [True, False])
    reasons = model.explain(Problem((odd,), "gosh, they went to a whopping town"), most=3)
    assert {reason.name for reason in reasons} >= {"gosh", "whopping"}
    values = [reason.value for reason in reasons]
    assert values == sorted(values, reverse=True)
    assert min(values) > 0


def test_it_explains_only_what_it_has_learnt() -> None:
    with pytest.raises(NotFittedError):
        Ppm().explain(Problem(("so it is",), "so it was"))


def test_parameters_that_make_no_sense_are_refused() -> None:
    problems, same = [Problem(("so it is",), "so it was"), Problem(("so it is",), "thus")], [True, False]
    with pytest.raises(SpecError, match=r"ppm\(features='both'\): it can be one of: symmetric, raw"):
        Ppm(features="both").fit(problems, same)
    with pytest.raises(SpecError, match=r"radius=0\.5"):
        Ppm(radius=0.5).fit(problems, same)
    with pytest.raises(SpecError, match="orders 0 to 5"):
        Ppm(order=9).fit(problems, same)


def test_a_class_with_blank_texts_only_is_a_clear_error() -> None:
    with pytest.raises(SplitError, match="all training problems of one class have a blank text"):
        Ppm().fit([Problem(("so it is",), "so it was"), Problem((" ",), "thus")], [True, False])
