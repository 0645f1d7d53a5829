from __future__ import annotations

import numpy as np
import pytest

from stylobench import specs
from stylobench.engine.methods import fingerprint
from stylobench.errors import MissingPart
from stylobench.records import Problem
from stylobench.verifiers.sbert_cosine import SbertCosine

PROBLEMS = [
    Problem(("The ship left the harbour at dawn.", "Sailors love the sea."), "The boat sails on the ocean."),
    Problem(("The ship left the harbour at dawn.",), "Interest rates rose by half a point."),
]


@pytest.fixture
def encoder(tmp_path, monkeypatch):
    monkeypatch.setenv("STYLOBENCH_CACHE", str(tmp_path))
    try:
        return specs.build("encoders", "sbert")
    except MissingPart as missing:
        pytest.skip(str(missing))


def test_it_is_the_cosine_with_the_mean_of_the_known_vectors(encoder) -> None:
    answers = SbertCosine(calibrate="none").fit(PROBLEMS, [True, False]).verify(PROBLEMS)
    for problem, answer in zip(PROBLEMS, answers, strict=True):
        *known, questioned = encoder.encode([*problem.known, problem.questioned])
        mean = np.mean(known, axis=0)
        cosine = mean @ questioned / np.linalg.norm(mean) / np.linalg.norm(questioned)
        assert answer == pytest.approx(max(cosine, 0), abs=1e-9)
    assert answers[0] > answers[1]


def test_its_reasons_are_the_sentences_nearest_to_the_known_texts(encoder) -> None:
    problem = Problem(PROBLEMS[0].known, "Interest rates rose by half a point. The boat sails on the ocean!")
    reasons = SbertCosine(calibrate="none").fit(PROBLEMS, [True, False]).explain(problem)
    assert reasons[0].name == "The boat sails on the ocean!"
    mean = encoder.encode(list(problem.known)).mean(axis=0)
    nearest = encoder.encode([reasons[0].name])[0]
    assert reasons[0].value == pytest.approx(float(mean @ nearest / np.linalg.norm(mean)), abs=1e-6)
    assert SbertCosine().explain(Problem((" ",), "So it is.")) == []


def test_an_encoder_that_is_not_there_is_a_clear_error(monkeypatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name, package=None: None)
    with pytest.raises(MissingPart, match=r"needed by the encoder sbert.*install it with"):
        SbertCosine(held_out=0).fit(PROBLEMS, [True, False])


def test_stored_answers_do_not_outlive_a_change_of_the_model(encoder, tmp_path) -> None:
    model = tmp_path / "model"
    model.mkdir()
    (model / "weights").write_bytes(b"1")
    mine = SbertCosine(model=str(model))
    before = fingerprint(mine, "verifiers")
    assert fingerprint(mine, "verifiers") == before
    (model / "weights").write_bytes(b"2")
    assert fingerprint(mine, "verifiers") != before
    assert fingerprint(SbertCosine(), "verifiers") == fingerprint(SbertCosine(), "verifiers")
