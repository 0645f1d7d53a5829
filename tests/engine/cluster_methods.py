"""Methods and jobs for clusters: in a module of their own, so that workers find them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from engine.counting_jobs import in_a_pool, leave_a_sleeper
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import SGDClassifier
from sklearn.pipeline import make_pipeline

from stylobench.engine.jobs import Bench, Job
from stylobench.engine.methods import methods
from stylobench.features.texts import Texts
from stylobench.records import Split

TEXTS = ["red red", "blue blue", "red", "blue", "red blue red", "blue red blue"] * 3
AUTHORS = np.array(["r", "b"] * 9)
TOPICS = np.array(["x", "y", "z"] * 6)


class Trouble(ClassifierMixin, BaseEstimator):
    """Fails in the way it is told to."""

    def __init__(self, how: str = "raise") -> None:
        self.how = how

    def fit(self, texts, authors):
        if self.how == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        if self.how == "hang":
            time.sleep(600)
        if self.how == "no memory":
            raise MemoryError
        if self.how.startswith("sleeper "):
            leave_a_sleeper(Path(self.how.removeprefix("sleeper ")))
        if self.how.startswith("held line "):
            child = multiprocessing.get_context("fork").Process(target=time.sleep, args=(777,))
            child.start()
            Path(self.how.removeprefix("held line ")).write_text(str(child.pid))
            os._exit(3)
        if self.how == "exit":
            os._exit(3)
        if self.how == "eat":
            self.eaten = []
            while True:
                self.eaten.append(np.ones(2_000_000))
                time.sleep(0.02)
        raise ValueError("no good\nsecond line")

    def predict(self, texts):
        return np.array(["r"] * len(texts))


class Careless(ClassifierMixin, BaseEstimator):
    """Draws from the global stream, and takes its time."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.seconds = seconds

    def fit(self, texts, authors):
        time.sleep(self.seconds)
        self.classes_ = np.unique(authors)
        return self

    def predict(self, texts):
        return np.random.choice(self.classes_, len(texts))  # noqa: NPY002


class Busy(Careless):
    """Has processes of its own."""

    def fit(self, texts, authors):
        in_a_pool()
        return super().fit(texts, authors)


def stochastic() -> Any:
    return make_pipeline(CountVectorizer(), SGDClassifier(max_iter=5, tol=None))


@dataclass(frozen=True)
class Counted(Bench):
    """Notes in a file whenever it is packed or unpacked."""

    log: Path = field(default_factory=Path)

    def __getstate__(self):
        self._note("packed")
        return self.__dict__.copy()

    def __setstate__(self, state):
        self.__dict__.update(state)
        self._note("unpacked")

    def _note(self, what: str) -> None:
        with self.log.open("a") as file:
            file.write(f"{what} {os.getpid()}\n")


def jobs_of(estimators: dict[str, Any], seeds: int = 1, bench: Bench | None = None) -> list[Job]:
    bench = bench or Bench("digest", Texts(TEXTS), AUTHORS, TOPICS)
    masks = {topic: np.equal(TOPICS, topic) for topic in "xyz"}
    splits = [Split(topic, np.flatnonzero(~mask), np.flatnonzero(mask), topic) for topic, mask in masks.items()]
    return [Job(bench, one, method, seed) for method in methods(estimators) for one in splits for seed in range(seeds)]
