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
