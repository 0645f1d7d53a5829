"""A job is one method on one split; its key says everything that its answers depend on."""

from __future__ import annotations

import hashlib
import inspect
import random
import sys
import time
import traceback
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from pathlib import Path
from types import FrameType
from typing import Any, Protocol, TypeVar

import numpy as np

from stylobench.attributors._attributor import Attributor
from stylobench.engine.imported_sources import of_library
from stylobench.engine.kept_runs import Ended
from stylobench.engine.methods import Method
from stylobench.engine.reasons import OUT_OF_MEMORY
from stylobench.engine.surroundings import versions
from stylobench.features.texts import Texts
from stylobench.records import Answers, Floats, Run, Split
from stylobench.seeds import generator
from stylobench.specs import HOUSE

Labels = np.ndarray[Any, Any]
Outcome = TypeVar("Outcome", bound=Ended, covariant=True)
IMPORTING = "<frozen importlib._bootstrap>"


class Identified(Protocol):
    """What a digest identifies."""

    @property
    def digest(self) -> str: ...


class Part(Identified, Protocol):
    """A split of some kind."""

    @property
    def id(self) -> str: ...


class Doable(Protocol[Outcome]):
    """Work that has a key, can be done, and has a record of what came out.

    `label` is the method's name. `shared` are its large parts that other jobs have too: they travel to a worker once.
    """

    @property
    def key(self) -> str: ...

    @property
    def label(self) -> str: ...

    @property
    def shared(self) -> tuple[Any, ...]: ...

    def answers(self) -> Any: ...

    def run(
        self, answers: Any, failure: str | None = None, notes: Sequence[str] = (), seconds: float = 0
    ) -> Outcome: ...


@dataclass(frozen=True)
class Task:
    """One method on one split of one corpus, with one seed."""

    bench: Identified
    split: Part
    method: Method
    seed: int

    @property
    def label(self) -> str:
        """The method."""
        return self.method.name

    @property
    def shared(self) -> tuple[Any, ...]:
        """The documents and the method."""
        return self.bench, self.method

    @property
    def draws(self) -> str:
        """What its random draws hang on, beside the seed, the corpus and the method."""
        return self.split.digest

    def answers(self) -> Answers:
        """Fit the method and ask it."""
        raise NotImplementedError

    @property
    def key(self) -> str:
        """Corpus digest, split, method, seed and versions, as a file name."""
        parts = (self.bench.digest, self.split.digest, *self.method.identity, str(self.seed), str(versions()))
        return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:40]

    def run(
        self, answers: Answers | None, failure: str | None = None, notes: Sequence[str] = (), seconds: float = 0
    ) -> Run:
        """The record of what came out."""
        who = (self.key, self.bench.digest, self.split.id, self.method.spec, self.seed, versions())
        return Run(*who, answers, failure, tuple(notes), seconds)


@dataclass(frozen=True)
class Bench:
    """The documents that jobs work on, row by row."""

    digest: str
    texts: Texts
    authors: Labels
    topics: Labels


@dataclass(frozen=True)
class Job(Task):
    """An attributor on one split."""

    bench: Bench
    split: Split

    def answers(self) -> Answers:
        """Who wrote the test documents."""
        authors = self.bench.authors[self.split.train]
        tested = self.bench.texts.take(self.split.test)
        known = tuple(str(author) for author in np.unique(authors))
        if len(known) == 1:
            return Answers(self.split.test, known, np.ones((len(self.split.test), 1)), probable=True)
        estimator = fresh(self)
        extra = {"topics": self.bench.topics[self.split.train]} if "topics" in fit_parameters(estimator) else {}
        estimator.fit(self.bench.texts.take(self.split.train), authors, **extra)
        return _scored(estimator, tested, known, self.split)


def fit_parameters(estimator: Any) -> list[str]:
    """What the estimator's fit takes."""
    return list(inspect.signature(estimator.fit).parameters)


def answer(job: Doable[Outcome]) -> Outcome:
    """Fit the method on the training side and ask it about the test side; a fault of the method is recorded."""
    began = time.perf_counter()
    with _noted(sys._getframe()) as notes, _one_thread():
        try:
            answers, failure = job.answers(), None
        except MemoryError:
            answers, failure = None, OUT_OF_MEMORY
        except Exception as error:
            answers, failure = None, _told(error)
    return job.run(answers, failure, sorted(notes), time.perf_counter() - began)


@contextmanager
def _noted(outside: FrameType) -> Iterator[set[str]]:
    """Warnings in a line each, without those of an import: only the first job of a process would meet them."""
    notes = set[str]()

    def note(message: Warning | str, category: type[Warning], *where: Any) -> None:
        if not _importing(outside):
            notes.add(f"{category.__name__}: {_first_line(str(message))}")

    with warnings.catch_warnings():
        warnings.simplefilter("default")
        warnings.showwarning = note  # type: ignore[assignment]
        yield notes


def _importing(outside: FrameType) -> bool:
    """Whether a module is being imported by what a frame has called."""
    inside = takewhile(lambda one: one[0] is not outside, traceback.walk_stack(sys._getframe()))
    return any(frame.f_code.co_filename == IMPORTING for frame, _ in inside)


@contextmanager
def _one_thread() -> Iterator[None]:
    """Linear algebra on one thread: its bits depend on their number."""
    with _libraries(len(sys.modules)).limit(limits=1):
        yield


@lru_cache(maxsize=1)
def _libraries(modules: int) -> Any:
    """The libraries that have threads; the search takes milliseconds, so it waits for another import."""
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {_first_line(str(error)) or 'no reason given'}{_place(error)}"


def _place(error: Exception) -> str:
    """The last line of a user's own code that was at work, without its folder: the same words on every machine."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if _of_user(Path(frame.filename))]
    return f" ({Path(frames[-1].filename).name}:{frames[-1].lineno}, in {frames[-1].name})" if frames else ""


def _of_user(file: Path) -> bool:
    return file.suffix == ".py" and HOUSE not in file.parents and not of_library(file)


def _first_line(text: str) -> str:
    return next(iter(text.strip().splitlines()), "")[:300]


def fresh(job: Task) -> Any:
    """An unfitted copy of the method whose draws depend on the job alone."""
    from sklearn.base import clone

    estimator = clone(job.method.estimator, safe=False)
    rng = generator(job.seed, job.bench.digest, job.draws, job.method.stream)
    seed_global_streams(rng)
    if not hasattr(estimator, "get_params"):
        return estimator
    undecided = [
        key for key, value in sorted(estimator.get_params().items()) if key.endswith("random_state") and value is None
    ]
    return estimator.set_params(**{key: int(rng.integers(2**31)) for key in undecided})


def seed_global_streams(rng: np.random.Generator) -> None:
    """For methods that draw from the global streams: the same draws whatever ran before in this process."""
    random.seed(int(rng.integers(2**31)))
    np.random.seed(int(rng.integers(2**31)))  # noqa: NPY002


def _scored(estimator: Any, texts: Texts, authors: tuple[str, ...], split: Split) -> Answers:
    """The method's own word on who wrote each text, with its scores where they make sense."""
    if isinstance(estimator, Attributor):
        named = None
    else:
        named = tuple(str(author) for author in np.asarray(estimator.predict(texts)).ravel())
        if len(named) != len(texts):
            raise ValueError(f"predict() gave {len(named)} answers for {len(texts)} texts")
    known = tuple(str(author) for author in getattr(estimator, "classes_", authors))
    for verb in ("predict_proba", "decision_function"):
        scores = _two_sided(getattr(estimator, verb)(texts)) if hasattr(estimator, verb) else np.zeros((0, 0))
        if scores.shape == (len(texts), len(known)):
            return Answers(split.test, known, scores, verb == "predict_proba" and _are_shares(scores), named)
    if named is None:
        raise ValueError(f"scores of shape {scores.shape} for {len(texts)} texts and {len(known)} authors")
    chosen = np.asarray(named)[:, None] == np.asarray(known)[None, :]
    return Answers(split.test, known, chosen.astype(np.float64), False, named)


def _two_sided(scores: Any) -> Floats:
    """A score per author, also where scikit-learn gives one number for two."""
    table = np.asarray(scores, dtype=np.float64)
    return np.column_stack([-table, table]) if table.ndim == 1 else table


def _are_shares(scores: Floats) -> bool:
    return bool((scores >= 0).all() and np.allclose(scores.sum(axis=1), 1, atol=1e-6))
