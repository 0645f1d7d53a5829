from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from engine.unplaced import unplaced
from sklearn.base import BaseEstimator

from stylobench.engine.archive import Archive
from stylobench.engine.methods import methods
from stylobench.engine.run import Force, run
from stylobench.engine.trial_jobs import TrialBench, TrialJob, prepare
from stylobench.errors import MissingPart
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.records import Floats, Problem, Trials, TrialSplit
from stylobench.verifiers._cosine_verifier import CosineVerifier
from stylobench.verifiers._training import settled
from stylobench.verifiers._verifier import Verifier
from stylobench.verifiers.ppm import Ppm

TEXTS = ["red red", "blue blue", "red", "blue", "green green", "green"]
BENCH = TrialBench("digest", Texts(TEXTS))
TRAIN = Trials.of_pairs([0, 0], [2, 1], [True, False])
SPLIT = TrialSplit("one", TRAIN, Trials.of_pairs([4, 4], [5, 3], [True, False]), "green")


def jobs(verifiers: dict[str, Any]) -> list[TrialJob]:
    return [TrialJob(BENCH, SPLIT, method, 0) for method in methods(verifiers, "verifiers")]


class Theirs(BaseEstimator):  # type: ignore[misc]
    """A verifier of another house, which fails in `prepare` in the way it is told to."""

    def __init__(self, fault: str = "") -> None:
        self.fault = fault

    def prepare(self, problems: Sequence[Problem]) -> None:
        assert type(problems) is list
        if self.fault == "missing":
            raise MissingPart("a part", "pip install it")
        if self.fault:
            raise ValueError(self.fault)

    def fit(self, problems: Sequence[Problem], same: Sequence[bool]) -> Theirs:
        assert problems == [Problem(("red red",), "red"), Problem(("red red",), "blue blue")]
        assert type(problems) is list
        return self

    def verify(self, problems: Sequence[Problem]) -> Floats:
        assert problems == [Problem(("green green",), "green"), Problem(("green green",), "blue")]
        assert type(problems) is list
        return np.array([0.9, 0.1])


class AllTexts(Theirs):
    """Looks for texts that it has no business with."""

    def fit(self, problems: Any, same: Sequence[bool]) -> AllTexts:
        self.texts_ = list(problems.texts)
        return self


class Ours(Verifier):
    """A verifier of this house."""

    def fit(self, problems: Sequence[Problem], same: Sequence[bool]) -> Ours:
        assert isinstance(problems, Problems)
        assert problems.texts is BENCH.texts
        return self

    def verify(self, problems: Sequence[Problem]) -> Floats:
        assert isinstance(problems, Problems)
        return np.array([0.9, 0.1])


def test_a_verifier_of_another_house_sees_the_problems_and_no_other_text(tmp_path: Path) -> None:
    theirs, ours, greedy = run(
        jobs({"theirs": Theirs(), "ours": Ours(), "greedy": AllTexts()}), Archive(tmp_path), Force(0)
    )
    for one in (theirs, ours):
        assert one.failure is None
        assert one.answers is not None
        assert one.answers.scores[:, 0].tolist() == [0.9, 0.1]
    assert unplaced(greedy.failure) == "AttributeError: 'list' object has no attribute 'texts'"


def test_a_fault_in_prepare_is_left_to_the_jobs(tmp_path: Path) -> None:
    work = jobs({"bad": Theirs("not today"), "good": Theirs()})
    prepare(work)
    assert [one.failure for one in run(work, Archive(tmp_path), Force(0))] == [None, None]


def test_what_the_user_can_mend_is_said_before_any_job_runs() -> None:
    with pytest.raises(MissingPart, match="a part is not installed"):
        prepare(jobs({"bad": Theirs("missing")}))


class CountsHere(CosineVerifier):
    """Tells the process that counts, beside the counts."""

    family = "characters"
    features = None

    @property
    def _counted(self) -> str:
        return "char_ngrams(n=2)"

    def prepare(self, problems: Sequence[Problem]) -> None:
        texts = settled(problems).texts
        new = not list((texts.folder or Path()).glob("[!.]*"))
        texts.counts(self._counted)
        with (Path(f"{texts.folder}.told")).open("a") as file:
            file.write(f"{os.getpid()} {'counts' if new else 'reads'}\n")


def test_counts_are_made_by_another_process_in_the_meantime(tmp_path: Path) -> None:
    bench = TrialBench("digest", Texts(TEXTS, tmp_path / "features", "digest"))
    both = methods({"counting": CountsHere(), "ppm": Ppm()}, "verifiers")
    prepare([TrialJob(bench, SPLIT, method, 0) for method in both], workers=2)
    (first, what), (second, then) = (line.split() for line in (tmp_path / "features.told").read_text().splitlines())
    assert (what, then) == ("counts", "reads")
    assert first != second == str(os.getpid())
    plain = Texts(TEXTS).counts("char_ngrams(n=2)")
    assert np.array_equal(bench.texts.counts("char_ngrams(n=2)").matrix.toarray(), plain.matrix.toarray())


def test_one_worker_counts_by_itself(tmp_path: Path) -> None:
    bench = TrialBench("digest", Texts(TEXTS, tmp_path / "features", "digest"))
    both = methods({"counting": CountsHere(), "ppm": Ppm()}, "verifiers")
    prepare([TrialJob(bench, SPLIT, method, 0) for method in both], workers=1)
    assert (tmp_path / "features.told").read_text() == f"{os.getpid()} counts\n"
