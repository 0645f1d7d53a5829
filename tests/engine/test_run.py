from __future__ import annotations

import multiprocessing
import os
import re
import signal
import tempfile
import time
from collections import deque
from contextlib import suppress
from itertools import repeat
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression, SGDClassifier
from sklearn.pipeline import make_pipeline

from stylobench.engine.archive import Archive
from stylobench.engine.jobs import Bench, Job
from stylobench.engine.methods import fingerprint, methods
from stylobench.engine.run import Force, run
from stylobench.engine.trial_jobs import TrialBench, TrialJob
from stylobench.errors import SpecError
from stylobench.features.texts import Texts
from stylobench.records import Split, Trials, TrialSplit
from stylobench.verifiers.program import Program

TEXTS = ["red red", "blue blue", "red", "blue", "red blue red", "blue red blue"] * 3
AUTHORS = np.array(["r", "b"] * 9)
TOPICS = np.array(["x", "y", "z"] * 6)
BENCH = Bench("digest", Texts(TEXTS), AUTHORS, TOPICS)


class Trouble(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Fails in the way it is told to."""

    def __init__(self, how: str = "raise") -> None:
        self.how = how

    def fit(self, texts: Any, authors: Any) -> Trouble:
        if self.how == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        if self.how == "hang":
            time.sleep(60)
        if self.how == "exit":
            os._exit(3)
        if self.how == "hang in C":
            deque(repeat(None), maxlen=0)
        while self.how == "will not go":
            with suppress(BaseException):
                time.sleep(60)
        raise ValueError("no good\nsecond line")

    def predict(self, texts: Any) -> Any:
        return np.array(["r"] * len(texts))


class GlobalChance(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Draws from the global stream, as careless code does."""

    def fit(self, texts: Any, authors: Any) -> GlobalChance:
        self.classes_ = np.unique(authors)
        return self

    def predict(self, texts: Any) -> Any:
        return np.random.choice(self.classes_, len(texts))  # noqa: NPY002


def pipeline() -> Any:
    return make_pipeline(CountVectorizer(), LogisticRegression())


def jobs(estimators: dict[str, Any], seed: int = 0) -> list[Job]:
    masks = {topic: np.equal(TOPICS, topic) for topic in "xyz"}
    splits = [Split(topic, np.flatnonzero(~mask), np.flatnonzero(mask), topic) for topic, mask in masks.items()]
    return [Job(BENCH, split, method, seed) for method in methods(estimators) for split in splits]


def stored(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.npz")}


def test_one_worker_and_four_store_the_same_bytes(tmp_path: Path) -> None:
    work = {"lr": pipeline(), "sgd": make_pipeline(CountVectorizer(), SGDClassifier(max_iter=5, tol=None))}
    work |= {"careless": GlobalChance()}
    for workers in (0, 1, 4):
        run(jobs(work), Archive(tmp_path / str(workers)), Force(workers))
    assert stored(tmp_path / "0") == stored(tmp_path / "1") == stored(tmp_path / "4")
    assert len(stored(tmp_path / "0")) == 9


def test_another_seed_gives_another_random_state_and_key(tmp_path: Path) -> None:
    work = {"sgd": make_pipeline(CountVectorizer(), SGDClassifier(max_iter=5, tol=None))}
    first, second = (run(jobs(work, seed), Archive(tmp_path), Force(0)) for seed in (0, 1))
    assert {one.key for one in first}.isdisjoint(one.key for one in second)


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ("die", "killed by SIGKILL"),
        ("exit", "exit code 3"),
        ("raise", r"no good \(test_run.py:\d+, in fit\)$"),
    ],
)
def test_a_method_that_dies_costs_its_own_answers_only(tmp_path: Path, how: str, reason: str) -> None:
    runs = run(jobs({"bad": Trouble(how), "good": pipeline()}), Archive(tmp_path), Force(2))
    bad, good = runs[:3], runs[3:]
    assert all(one.answers is None for one in bad)
    for one in bad:
        assert one.failure is not None
        assert re.search(reason, one.failure)
    assert all(one.answers is not None and one.failure is None for one in good)


def test_a_method_that_hangs_is_ended_in_time(tmp_path: Path) -> None:
    began = time.monotonic()
    runs = run(jobs({"slow": Trouble("hang"), "good": pipeline()}), Archive(tmp_path), Force(2, seconds=2.0))
    assert [one.failure for one in runs] == ["it took longer than 2 seconds"] * 3 + [None] * 3
    assert time.monotonic() - began < 30


def test_stored_answers_are_not_made_again_but_failures_are(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    run(jobs({"good": pipeline(), "bad": Trouble()}), archive, Force(0))
    before = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    told: list[tuple[int, int]] = []
    run(jobs({"good": pipeline(), "bad": Trouble()}), archive, Force(0), lambda done, total: told.append((done, total)))
    after = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert told == [(3, 6), (4, 6), (5, 6), (6, 6)]
    assert {path.suffix for path in before if before[path] != after[path]} == {".failed"}


def test_a_single_known_author_is_the_only_answer(tmp_path: Path) -> None:
    split = Split("s", np.flatnonzero(AUTHORS == "r"), np.flatnonzero(AUTHORS == "b"), "x")
    (one,) = run([Job(BENCH, split, methods({"lr": pipeline()})[0], 0)], Archive(tmp_path), Force(0))
    assert one.answers is not None
    assert one.answers.best() == ["r"] * 9


class Odd(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Answers in ways that scikit-learn allows and few methods use."""

    def __init__(self, how: str) -> None:
        self.how = how

    def fit(self, texts: Any, authors: Any) -> Odd:
        if self.how != "no classes_":
            self.classes_ = np.unique(authors)
        return self

    def predict(self, texts: Any) -> Any:
        return np.array(["r"] * (len(texts) - (self.how == "one short")))

    def predict_proba(self, texts: Any) -> Any:
        shapes = {"other shape": (len(texts), 5), "no shares": (len(texts), 2), "no classes_": (len(texts), 2)}
        return np.tile([0.9, 0.3, 0, 0, 0][: shapes.get(self.how, (0, 2))[1]], (len(texts), 1))


@pytest.mark.parametrize("how", ["other shape", "no shares", "no classes_"])
def test_what_a_method_names_counts_more_than_its_scores(tmp_path: Path, how: str) -> None:
    for one in run(jobs({"odd": Odd(how)}), Archive(tmp_path), Force(0)):
        assert one.answers is not None
        assert one.answers.best() == ["r"] * 6
        assert not one.answers.probable


def test_too_few_answers_are_a_failure_of_the_method(tmp_path: Path) -> None:
    (one, *_) = run(jobs({"odd": Odd("one short")}), Archive(tmp_path), Force(0))
    assert one.failure == "ValueError: predict() gave 5 answers for 6 texts"


class Tokens:
    """A callable with a setting, as tokenizers are."""

    def __init__(self, least: int) -> None:
        self.least = least

    def __call__(self, text: str) -> list[str]:
        return [word for word in text.split() if len(word) >= self.least]


def test_the_fingerprint_sees_into_callables_and_never_trusts_a_lambda() -> None:
    def with_tokens(tokenizer: Any) -> str:
        return fingerprint(
            make_pipeline(CountVectorizer(tokenizer=tokenizer, token_pattern=None), LogisticRegression())
        )

    assert with_tokens(Tokens(1)) == with_tokens(Tokens(1))
    assert with_tokens(Tokens(1)) != with_tokens(Tokens(5))
    assert with_tokens(lambda text: text.split()) != with_tokens(lambda text: list(text))


def test_the_fingerprint_follows_the_parameters() -> None:
    assert fingerprint(pipeline()) == fingerprint(pipeline())
    assert fingerprint(pipeline()) != fingerprint(make_pipeline(CountVectorizer(), LogisticRegression(C=2)))
    assert fingerprint(Trouble("a")) == fingerprint(Trouble("a"))


def test_what_is_no_classifier_is_refused() -> None:
    with pytest.raises(SpecError, match=r"attributor 'x' has no fit\(\)"):
        methods({"x": object()})


def started_for(folder: Path) -> list[str]:
    """Living processes that were told to keep their temporary files under a folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if f"TMPDIR={folder}/".encode() in (process / "environ").read_bytes():
                found.append((process / "cmdline").read_text())
    return found


def script(file: Path, body: str) -> str:
    file.write_text(f"#!/bin/sh\n{body}\n")
    file.chmod(0o755)
    return str(file)


def late(verifier: Program, folder: Path, seconds: float) -> str | None:
    """Why one job of a verifier failed that was given so many seconds."""
    pairs = Trials.of_pairs([0, 0], [2, 1], [True, False])
    (method,) = methods({"theirs": verifier}, "verifiers")
    job = TrialJob(TrialBench("digest", Texts(TEXTS)), TrialSplit("s", pairs, pairs, "x"), method, 0)
    (one,) = run([job], Archive(folder), Force(1, seconds))
    return one.failure


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def test_a_program_that_takes_too_long_leaves_neither_processes_nor_folders(tmp_path: Path, temporary: Path) -> None:
    begun = tmp_path / "begun"
    system = script(tmp_path / "system", f"sleep 61 &\nsetsid sleep 62 &\necho > '{begun}'\nsleep 63")
    assert late(Program(system), tmp_path / "answers", 1.0) == "it took longer than 1 seconds"
    assert begun.exists()
    assert started_for(temporary) == []
    assert list(temporary.iterdir()) == []


def test_the_model_of_a_program_that_takes_too_long_goes_too(tmp_path: Path, temporary: Path) -> None:
    begun = tmp_path / "begun"
    train = script(tmp_path / "train", 'echo > "$4/model"')
    system = script(tmp_path / "system", f"echo > '{begun}'\nsleep 61")
    assert late(Program(system, train=train), tmp_path / "answers", 1.5) == "it took longer than 1.5 seconds"
    assert begun.exists()
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize("how", ["hang in C", "will not go"])
def test_a_worker_that_does_not_end_when_asked_is_killed(tmp_path: Path, how: str) -> None:
    began = time.monotonic()
    (one,) = run(jobs({"stuck": Trouble(how)})[:1], Archive(tmp_path), Force(1, seconds=0.5))
    assert one.failure == "it took longer than 0.5 seconds"
    assert time.monotonic() - began < 10
    assert multiprocessing.active_children() == []
