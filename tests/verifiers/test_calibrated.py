from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from sklearn.base import BaseEstimator, clone
from verifiers.sample_problems import sample

from stylobench.engine.methods import fingerprint
from stylobench.errors import SpecError
from stylobench.features.calibration import calibrator
from stylobench.features.problems import Problems
from stylobench.records import Floats, Problem
from stylobench.verifiers.calibrated import Calibrated
from stylobench.verifiers.char_ngrams import CharNgrams
from stylobench.verifiers.program import Program


class Overlap(BaseEstimator):
    """A user's verifier: shared words; silent about short texts. Remembers what it has learnt from."""

    def __init__(self, short: int = 300) -> None:
        self.short = short

    def fit(self, problems: Sequence[Problem], same: Sequence[bool]) -> Overlap:
        self.learnt_ = {problem.digest: bool(truth) for problem, truth in zip(problems, same, strict=True)}
        return self

    def verify(self, problems: Sequence[Problem]) -> Floats:
        return np.array([self._shared(problem) for problem in problems])

    def _shared(self, problem: Problem) -> float:
        known, questioned = set(" ".join(problem.known).split()), set(problem.questioned.split())
        return len(known & questioned) / len(questioned) if len(problem.questioned) > self.short else np.nan


def test_answers_are_mapped_by_what_held_out_problems_say() -> None:
    made = sample()
    train, test = made.problems(made.train), made.problems(made.test)
    model = Calibrated(Overlap(), by="platt").fit(train, made.train.same)
    learnt = model.verifier_.learnt_
    held = [i for i, problem in enumerate(train) if problem.digest not in learnt]
    assert len(held) == 2 * (len(train) // 2 // 5)
    assert learnt == {p.digest: bool(s) for p, s in zip(train, made.train.same, strict=True) if p.digest in learnt}
    raw = Overlap().fit([], []).verify(test)
    curve = calibrator("platt").fit(Overlap().verify([train[i] for i in held]), made.train.same[held])
    assert model.verify(test) == pytest.approx(curve.transform(raw), abs=1e-9, nan_ok=True)
    assert np.array_equal(np.isnan(model.verify(test)), np.isnan(raw))


def test_the_other_verifier_is_not_touched() -> None:
    made, other = sample(), Overlap()
    model = Calibrated(other).fit(made.problems(made.train), made.train.same)
    assert not hasattr(other, "learnt_")
    assert clone(model).get_params()["verifier"].short == 300


def test_it_explains_what_the_other_explains() -> None:
    made = sample()
    problems = made.problems(made.train)
    model = Calibrated("char_ngrams(calibrate=none)").fit(problems, made.train.same)
    assert model.explain(problems[0]) == model.verifier_.explain(problems[0])
    assert isinstance(model.verifier_, CharNgrams)
    silent = Calibrated(Overlap()).fit(problems, made.train.same)
    with pytest.raises(SpecError, match="does not explain its verdicts"):
        silent.explain(problems[0])


def test_what_is_no_verifier_is_refused() -> None:
    made = sample()
    with pytest.raises(SpecError, match=r"it has no fit\(\)|it has no verify\(\)"):
        Calibrated("collections:OrderedDict").fit(made.problems(made.train), made.train.same)
    with pytest.raises(SpecError, match="no verifier named 'pmp'; did you mean 'ppm'"):
        Calibrated("pmp").fit(made.problems(made.train), made.train.same)


MINE = """
def weight():
    return 1

class Mine:
    def fit(self, problems, same):
        return self

    def verify(self, problems):
        return [weight() for problem in problems]
"""


def test_stored_answers_do_not_outlive_a_change_of_the_other_verifiers_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    file = tmp_path / "inner_verifier.py"
    file.write_text(MINE)
    model = Calibrated(verifier="inner_verifier:Mine")
    before = fingerprint(model, "verifiers")
    assert fingerprint(model, "verifiers") == before
    file.write_text(MINE.replace("return 1", "return 2"))
    assert fingerprint(model, "verifiers") != before


def test_stored_answers_do_not_outlive_a_change_of_what_the_other_verifier_depends_on(tmp_path: Path) -> None:
    system = tmp_path / "system"
    system.write_text("#!/bin/sh\nexit 1\n")
    system.chmod(0o755)
    ways = [Calibrated(verifier=f"program(command='{system}')"), Calibrated(verifier=Program(str(system)))]
    before = [fingerprint(way, "verifiers") for way in ways]
    system.write_text("#!/bin/sh\nexit 2\n")
    assert all(old != fingerprint(way, "verifiers") for old, way in zip(before, ways, strict=True))


def test_a_verifier_without_a_source_file_is_never_taken_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("typed_in")
    exec(MINE, module.__dict__)
    monkeypatch.setitem(sys.modules, "typed_in", module)
    model = Calibrated(verifier="typed_in:Mine")
    assert fingerprint(model, "verifiers") != fingerprint(model, "verifiers")


class Reader(Overlap):
    """Wants every text there is."""

    def fit(self, problems: Sequence[Problem], same: Sequence[bool]) -> Reader:
        assert type(problems) is list
        super().fit(problems, same)
        return self

    def verify(self, problems: Sequence[Problem]) -> Floats:
        assert type(problems) is list
        return super().verify(problems)

    def prepare(self, problems: Sequence[Problem]) -> None:
        assert type(problems) is list


def test_a_verifier_of_another_house_gets_a_plain_list_of_problems() -> None:
    made = sample()
    train = Problems.of(made.problems(made.train))
    Calibrated(Reader()).prepare(train)
    assert len(Calibrated(Reader()).fit(train, made.train.same).verify(train)) == len(train)
