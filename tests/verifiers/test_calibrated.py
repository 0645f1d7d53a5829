from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from sklearn.base import BaseEstimator, clone
from verifiers.sample_problems import sample

from stylobench.errors import SpecError
from stylobench.features.calibration import calibrator
from stylobench.records import Floats, Problem
from stylobench.verifiers.calibrated import Calibrated
from stylobench.verifiers.char_ngrams import CharNgrams


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


def test_stored_answers_do_not_outlive_a_change_of_the_other_verifier(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    seen = []
    for number in (1, 2):
        source = "class Mine:\n    def fit(self, problems, same):\n        return self\n\n"
        name = f"inner_{number}"
        (tmp_path / f"{name}.py").write_text(source + f"    def verify(self, problems):\n        return {number}\n")
        seen.append(Calibrated(verifier=f"{name}:Mine").depends_on())
    assert seen[0] != seen[1]
