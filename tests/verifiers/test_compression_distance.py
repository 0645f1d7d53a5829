from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.special import expit
from sklearn.exceptions import NotFittedError
from verifiers.new_authors import auc_on_new_authors
from verifiers.sample_problems import sample

from stylobench.errors import SpecError
from stylobench.features.code_lengths import code_length
from stylobench.features.texts import Texts
from stylobench.records import Problem
from stylobench.verifiers._against_others import standard_distance
from stylobench.verifiers.compression_distance import CompressionDistance


def distance(first: str, second: str, measure: str) -> float:
    x, y, both = code_length(first), code_length(second), code_length(first) + code_length(second, after=first)
    return 1 - (x + y - both) / math.sqrt(x * y) if measure == "cbc" else (both - min(x, y)) / max(x, y)


@pytest.mark.parametrize("measure", ["cbc", "ncd"])
def test_distances_are_those_of_the_formulas(measure):
    texts = ["so it is and so it was", "so it was", "thus we go or thus we do"]
    couples = np.array([[0, 1], [2, 1], [1, 2]])
    found = CompressionDistance(measure=measure)._distances(Texts(texts), couples)
    assert found == pytest.approx([distance(texts[a], texts[b], measure) for a, b in couples])


def test_the_score_stands_against_every_allowed_text_where_all_are_wanted():
    made = sample(documents=30, words=30)
    problems = made.problems(made.train)
    model = CompressionDistance(others=1000, calibrate="none").fit(problems, made.train.same)
    asked = made.problems(made.test)[0]
    own = np.mean([distance(known, asked.questioned, "cbc") for known in asked.known])
    used = sorted({text for problem in problems for text in (*problem.known, problem.questioned)})
    theirs = np.array([distance(text, asked.questioned, "cbc") for text in used])
    assert model.verify([asked])[0] == pytest.approx(expit((theirs.mean() - own) / theirs.std()))


def test_standing_by_hand():
    assert standard_distance(3.0, np.array([4.0, 8.0])) == 1.5
    assert standard_distance(3.0, np.array([4.0])) == 1.0
    assert math.isnan(standard_distance(3.0, np.array([])))


@pytest.mark.parametrize("compressor", ["ppm", "zlib"])
def test_it_tells_authors_apart(compressor):
    assert auc_on_new_authors(CompressionDistance(compressor=compressor)) > 0.8


def test_nobody_to_compare_with_is_silence():
    made = sample(documents=20, words=30)
    model = CompressionDistance().fit(made.problems(made.train), made.train.same)
    texts = model.others_.texts
    assert np.isnan(model.verify([Problem(tuple(texts[1:]), texts[0])])).all()


def test_it_rests_on_words_that_the_known_texts_predict():
    made = sample(documents=20, words=30)
    model = CompressionDistance().fit(made.problems(made.train), made.train.same)
    reasons = model.explain(Problem(("zyx wvu zyx wvu zyx",), "the zyx wvu and"))
    assert {reasons[0].name, reasons[1].name} == {"zyx", "wvu"}
    with pytest.raises(NotFittedError):
        CompressionDistance().explain(Problem(("a",), "b"))


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"measure": "cdm"}, r"compression_distance\(measure='cdm'\): it can be one of: cbc, ncd"),
        ({"compressor": "rar"}, r"compression_distance\(compressor='rar'\): it can be one of: ppm, bz2, lzma, zlib"),
        ({"others": 0}, r"compression_distance\(others=0\): it must be a whole number of at least 1"),
    ],
)
def test_wrong_parameters_are_named(parameters, message):
    with pytest.raises(SpecError, match=message):
        CompressionDistance(**parameters).fit([Problem(("a",), "b")], [True])
