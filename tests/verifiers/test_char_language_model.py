from __future__ import annotations

import numpy as np
import pytest
from scipy.special import expit
from verifiers.new_authors import auc_on_new_authors
from verifiers.pooled_world import same_people
from verifiers.sample_problems import sample

from stylobench.errors import SpecError
from stylobench.features import kneser_ney
from stylobench.records import Problem
from stylobench.verifiers._training import settled
from stylobench.verifiers.char_language_model import CharLanguageModel, numbered, plain


def entropy(model: str, text: str, order: int = 5) -> float:
    first, second = (numbered([plain(of)]) for of in (model, text))
    return float(kneser_ney.costs([first], second, kneser_ney.shape(order, 256)).mean())


def test_the_score_by_its_formula():
    made = sample(documents=30, words=30)
    model = CharLanguageModel(others=4, calibrate="none").fit(made.problems(made.train), made.train.same)
    asked = next(problem for problem in made.problems(made.test) if len(problem.known) == 2)
    places = model.others_.drawn(settled([asked]), 1, np.array([4]), 0)[0, 0]
    others = [model.others_.texts[place] for place in places]
    terms = [
        np.mean([entropy(known, other) for known in asked.known])
        + entropy(other, asked.questioned)
        - entropy(other, following)
        for other, following in zip(others, [*others[1:], others[0]], strict=True)
    ]
    own = np.mean([entropy(known, asked.questioned) for known in asked.known])
    assert model.verify([asked])[0] == pytest.approx(expit((np.mean(terms) - own) / np.std(terms)))


def test_it_tells_authors_apart():
    assert auc_on_new_authors(CharLanguageModel()) > 0.8


def test_one_other_text_is_too_few():
    made = sample(documents=20, words=30)
    model = CharLanguageModel(calibrate="none").fit(made.problems(made.train), made.train.same)
    texts = model.others_.texts
    assert np.isnan(model.verify([Problem(tuple(texts[2:]), texts[0])]))[0]
    assert np.isfinite(model.verify([Problem(tuple(texts[3:]), texts[0])]))[0]


def test_white_space_is_one_blank():
    made = sample(documents=20, words=30)
    model = CharLanguageModel().fit(made.problems(made.train), made.train.same)
    known = made.texts[0]
    answers = model.verify(
        [Problem((known,), "So it is, and so it was."), Problem((known,), " So it\nis, and so  it was.")]
    )
    assert answers[0] == answers[1]


def test_it_rests_on_words():
    made = sample(documents=20, words=30)
    model = CharLanguageModel().fit(made.problems(made.train), made.train.same)
    reasons = model.explain(Problem(("zyx wvu zyx wvu zyx",), "zyx wvu zyx"))
    assert {reason.name for reason in reasons} == {"zyx", "wvu"}
    assert all(reason.value > 0 for reason in reasons)
    assert len(model.explain(Problem((made.texts[0],), made.texts[1]), most=3)) == 3


def test_wrong_parameters_are_named():
    for name in ("order", "others"):
        with pytest.raises(SpecError, match=rf"char_language_model\({name}=0\): it must be a whole number"):
            CharLanguageModel(**{name: 0}).fit([Problem(("a",), "b")], [True])


def test_a_rewritten_questioned_text_meets_the_same_people():
    assert same_people("char_language_model(others=3)")
