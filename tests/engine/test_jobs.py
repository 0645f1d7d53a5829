"""Keys of jobs say everything that is stored, and notes depend on the job alone."""

from __future__ import annotations

import sys
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin

from stylobench.engine.archive import Archive
from stylobench.engine.jobs import Bench, Job, answer
from stylobench.engine.methods import methods
from stylobench.engine.run import Force, run
from stylobench.features.texts import Texts
from stylobench.records import Split

BENCH = Bench("digest", Texts(["red", "blue"] * 6), np.array(["r", "b"] * 6), np.array(["x"] * 12))
NOISY = "plug_noisy_at_import"


class Importing(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Imports late what warns while it is imported, and warns itself."""

    def fit(self, texts: Any, authors: Any) -> Importing:
        __import__(NOISY)
        warnings.warn("of its own", stacklevel=2)
        self.classes_ = np.unique(authors)
        return self

    def predict(self, texts: Any) -> Any:
        return np.array([self.classes_[0]] * len(texts))


def jobs_of(named: Any, count: int = 4) -> list[Job]:
    rows = np.arange(12)
    splits = [Split(f"s{n}", rows[rows % count != n], rows[rows % count == n], "x") for n in range(count)]
    return [Job(BENCH, split, method, 0) for method in methods(named) for split in splits]


def test_equal_keys_have_equal_contents() -> None:
    (job,) = jobs_of(["naive_bayes"])[:1]
    others = [replace(job, method=replace(job.method, **{name: "other"})) for name in ("spec", "stream", "fingerprint")]
    assert len({one.key for one in (job, *others)}) == 4


def test_two_names_for_one_method_are_two_methods(tmp_path: Path) -> None:
    jobs = jobs_of(["a=naive_bayes", "b=naive_bayes"])
    assert len({job.key for job in jobs}) == 8
    runs = run(jobs, Archive(tmp_path), Force(workers=0))
    assert [one.answers.scores.tolist() for one in runs[:4]] == [one.answers.scores.tolist() for one in runs[4:]]


@pytest.fixture
def noisy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    (tmp_path / f"{NOISY}.py").write_text("import warnings\nwarnings.warn('noisy', stacklevel=1)\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield
    sys.modules.pop(NOISY, None)


@pytest.mark.usefixtures("noisy")
def test_what_an_import_warns_of_reaches_no_note_so_that_workers_change_no_byte(tmp_path: Path) -> None:
    found = []
    for workers in (1, 2):
        folder = tmp_path / str(workers)
        runs = run(jobs_of({"late": Importing()}), Archive(folder), Force(workers=workers))
        assert {one.notes for one in runs} == {("UserWarning: of its own",)}
        found.append({path.name: path.read_bytes() for path in folder.iterdir()})
    assert found[0] == found[1]


@pytest.mark.usefixtures("noisy")
def test_warnings_are_noted_when_the_whole_run_is_part_of_an_import(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "plug_runs_at_import.py").write_text("import builtins\nfound = builtins.plug_answer()\n")
    (job,) = jobs_of({"late": Importing()}, 4)[:1]
    monkeypatch.setattr("builtins.plug_answer", lambda: answer(job), raising=False)
    import plug_runs_at_import

    assert plug_runs_at_import.found.notes == ("UserWarning: of its own",)


SHAKY = """
from sklearn.dummy import DummyClassifier


class Shaky(DummyClassifier):
    def fit(self, X, y):
        int("x")
        return self
"""


def test_a_fault_in_code_of_ones_own_is_told_with_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "plug_shaky.py").write_text(SHAKY)
    (job, *_) = jobs_of("plug_shaky:Shaky")
    told = "ValueError: invalid literal for int() with base 10: 'x' (plug_shaky.py:7, in fit)"
    assert answer(job).failure == told


def test_a_fault_in_a_library_is_told_with_the_line_that_called_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "plug_deep.py").write_text(SHAKY.replace('int("x")', '__import__("json").loads("x")'))
    (job, *_) = jobs_of("plug_deep:Shaky")
    assert str(answer(job).failure).endswith(" (plug_deep.py:7, in fit)")


def test_a_fault_of_a_method_of_the_house_has_no_place() -> None:
    (job, *_) = jobs_of("knn")
    failure = answer(replace(job, bench=replace(BENCH, texts=Texts([""] * 11)))).failure
    assert failure is not None
    assert ".py" not in failure
