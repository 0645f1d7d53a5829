from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from sklearn.base import BaseEstimator, clone
from verifiers.sample_problems import sample
from verifiers.strong_style import auc_of, strong_style

from stylobench.engine.methods import fingerprint
from stylobench.errors import SpecError
from stylobench.records import Floats, Problem
from stylobench.specs import build
from stylobench.verifiers.calibrated import Calibrated
from stylobench.verifiers.char_ngrams import CharNgrams
from stylobench.verifiers.meta import Meta, Parts
from stylobench.verifiers.ppm import Ppm


class Says(BaseEstimator):
    """A user's verifier with one answer for all; silent about short questioned texts."""

    def __init__(self, answer: float = 0.2, short: int = 0) -> None:
        self.answer = answer
        self.short = short

    def fit(self, problems: Sequence[Problem], same: Sequence[bool]) -> Says:
        self.learnt_ = len(problems)
        return self

    def verify(self, problems: Sequence[Problem]) -> Floats:
        return np.array([self.answer if len(p.questioned) >= self.short else np.nan for p in problems])

    def depends_on(self) -> list[bytes]:
        return [b"a file"]


class Prepares(Says):
    """Writes down how many problems it was prepared for."""

    def __init__(self, noted: list[int]) -> None:
        self.noted = noted
        self.answer, self.short = 0.5, 0

    def prepare(self, problems: Sequence[Problem]) -> None:
        self.noted.append(len(problems))

    def __sklearn_clone__(self) -> Prepares:
        return Prepares(self.noted)


TRAIN = [Problem(("so",), "it is"), Problem(("so",), "thus we be")]


def fitted(*verifiers: Any) -> Meta:
    return Meta(verifiers=verifiers).fit(TRAIN, [True, False])


def test_the_answer_is_the_mean_of_those_that_answer() -> None:
    model = fitted(Says(0.2), Says(0.9, short=4), Says(0.4, short=8))
    asked = [Problem(("so",), "so"), Problem(("so",), "thus"), Problem(("so",), "thus it is")]
    assert model.verify(asked) == pytest.approx([0.2, 1.1 / 2, 1.5 / 3])


def test_where_none_answers_neither_does_it() -> None:
    answers = fitted(Says(0.2, short=4), Says(0.9, short=4)).verify([Problem(("so",), "so"), Problem(("so",), "thus")])
    assert np.isnan(answers[0])
    assert answers[1] == pytest.approx(0.55)


def test_it_is_the_mean_of_house_verifiers_fitted_one_by_one() -> None:
    made = sample()
    train, test = made.problems(made.train), made.problems(made.test)
    names = ["ppm", "word_graph", "char_ngrams(calibrate=platt)"]
    alone = [build("verifiers", name).fit(train, made.train.same).verify(test) for name in names]
    together = Meta(verifiers=names).fit(train, made.train.same).verify(test)
    assert together == pytest.approx(np.mean(alone, axis=0))


def test_its_default_verifiers_exist_and_tell_authors_apart() -> None:
    assert auc_of(Meta(), strong_style(documents=30)) > 0.8


def test_its_verifiers_prepare() -> None:
    noted = list[int]()
    Meta(verifiers=(Says(), Prepares(noted))).prepare(TRAIN)
    assert noted == [2]


def test_a_spec_names_its_verifiers() -> None:
    model = build("verifiers", "meta(verifiers=['ppm(order=3)', 'char_ngrams'])")
    first, second = model.wraps().parts
    assert isinstance(first, Ppm)
    assert first.order == 3
    assert isinstance(second, CharNgrams)


def test_the_verifiers_are_not_touched() -> None:
    given = Says()
    assert fitted(given).verifiers_[0].learnt_ == 2
    assert not hasattr(given, "learnt_")
    assert clone(Meta(verifiers=(given,))).get_params()["verifiers"][0].answer == 0.2


def test_a_change_of_a_part_changes_the_fingerprint() -> None:
    def of(*verifiers: Any) -> str:
        return fingerprint(Meta(verifiers=verifiers), "verifiers")

    assert of(Says(0.2), "ppm") == of(Says(0.2), "ppm")
    assert len({of("ppm"), of("ppm(order=4)"), of("ppm", "glad"), of(Says(0.2)), of(Says(0.3))}) == 5


def test_it_depends_on_what_its_parts_and_theirs_depend_on() -> None:
    nested = Meta(verifiers=(Meta(verifiers=(Calibrated(Says()),)), "ppm"))
    kinds = [type(part).__name__ for part in nested.wraps().get_params().values()]
    assert kinds == ["Meta", "Calibrated", "Says", "Ppm"]
    assert nested.wraps().depends_on() == [b"a file"]
    assert isinstance(nested.wraps(), Parts)


def test_its_reasons_are_the_answers_surest_first() -> None:
    model = fitted(Says(0.6), "char_ngrams(n=1, calibrate=none, held_out=0)", Says(0.1), Says(0.7, short=99))
    reasons = model.explain(Problem(("so",), "zz"))
    assert [reason.value for reason in reasons] == sorted(
        (reason.value for reason in reasons), key=lambda value: -abs(value - 0.5)
    )
    assert [reason.name for reason in reasons if reason.name == "Says"] == ["Says", "Says"]
    assert model.explain(Problem(("so",), "zz"), most=1) == reasons[:1]


@pytest.mark.parametrize("verifiers", [(), "ppm", None])
def test_a_list_of_nothing_is_refused(verifiers: Any) -> None:
    with pytest.raises(SpecError, match=r"meta\(verifiers=.*\): write a list of specs"):
        Meta(verifiers=verifiers).fit(TRAIN, [True, False])


def test_what_is_no_verifier_is_refused() -> None:
    with pytest.raises(SpecError, match=r"has no fit\(\), so it is no verifier"):
        fitted(object())
