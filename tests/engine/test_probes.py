from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin

from stylobench.engine.jobs import Bench
from stylobench.engine.methods import methods
from stylobench.engine.pilots import document_pilot
from stylobench.engine.probes import FIGURES, Probe, pace_of
from stylobench.engine.surroundings import versions
from stylobench.features.texts import Texts
from stylobench.records import Answers, Run, Split

NONE = float("nan")


def busy(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


class Slow(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Takes 2 ms for each text once, then 10 ms to begin with and 1 ms for each text."""

    def fit(self, texts: Any, authors: Sequence[str]) -> Slow:
        self.classes_ = np.unique(authors)
        texts.once("slow", lambda whole: busy(0.002 * len(whole)))
        busy(0.01 + 0.001 * len(texts))
        return self

    def predict(self, texts: Sequence[str]) -> Any:
        busy(0.001 * len(texts))
        return np.full(len(texts), self.classes_[0])


class Sleepy(Slow):
    """Waits as if for another program."""

    def fit(self, texts: Any, authors: Sequence[str]) -> Sleepy:
        self.classes_ = np.unique(authors)
        time.sleep(0.06)
        return self

    def predict(self, texts: Sequence[str]) -> Any:
        return np.full(len(texts), self.classes_[0])


def probed(estimator: Any) -> Run:
    authors = np.array(["ann", "ben"] * 60)
    bench = Bench("digest", Texts([f"text {i}" for i in range(120)]), authors, authors)
    split = Split("s", np.arange(60), np.arange(60, 120), "")
    (method,) = methods({"slow": estimator})
    probe = Probe(*document_pilot(bench, split, method, 0))
    return probe.run(probe.answers())


def told(*figures: float) -> Run:
    column = np.full((FIGURES, 1), np.nan)
    column[: len(figures), 0] = figures
    answers = Answers(np.arange(FIGURES), ("seconds",), column, probable=False)
    return Run("key", "", "pilot", "method", 0, versions(), answers)


def test_a_straight_line_through_two_pilots_by_hand() -> None:
    # 60 items of 90 texts; 24 items in .136 s and 60 in .28 s: 4 ms an item; others of the same texts take .34 s
    pace = pace_of(told(60, 90, 0.52, 0.28, 0.34, 24, 0.136))
    assert pace.item == pytest.approx(0.004)
    assert pace.fixed == pytest.approx(0.04)
    assert pace.job(60) == pytest.approx(0.28)
    assert pace.once_item == pytest.approx(0.06 / 60)
    assert pace.once_text == pytest.approx(0.18 / 90)
    assert pace.once(100, 50) == pytest.approx(0.1 + 0.1)


def test_the_line_never_falls_and_never_starts_below_nothing() -> None:
    flat = pace_of(told(60, 60, 0.3, 0.3, NONE, 24, 0.4))
    assert flat.item == pytest.approx(0.1 * 0.3 / 60)
    assert flat.job(60) == pytest.approx(0.3)
    steep = pace_of(told(60, 60, 0.3, 0.3, NONE, 24, 0.01))
    assert (steep.item, steep.fixed) == (pytest.approx(0.005), pytest.approx(0.0))


def test_without_a_thinner_pilot_cost_grows_with_the_items() -> None:
    pace = pace_of(told(1, 1, 0.5, 0.4))
    assert (pace.fixed, pace.item, pace.once_text) == (pytest.approx(0.0), pytest.approx(0.4), pytest.approx(0.1))


def test_failures_and_slow_ones_are_told_with_their_reason() -> None:
    failed = Run("key", "", "pilot", "method", 0, versions(), None, "ValueError: no")
    assert pace_of(failed).why == "ValueError: no"
    assert pace_of(failed).job(100) == 0
    late = Run("key", "", "pilot", "method", 0, versions(), None, "it took longer than 8 seconds")
    assert pace_of(late, 8).why == "a small trial of it takes more than 8 s"


def test_a_probe_finds_the_costs_of_a_method_that_has_known_ones() -> None:
    pace = pace_of(probed(Slow()))
    assert pace.item == pytest.approx(0.001, rel=0.4)
    assert pace.fixed == pytest.approx(0.01, abs=0.015)
    assert pace.once_text == pytest.approx(0.002, rel=0.4)
    assert pace.once_item == 0


class Thorough(Slow):
    """Takes 11 ms for each text once and hardly anything after that."""

    tries = 0

    def fit(self, texts: Any, authors: Sequence[str]) -> Thorough:
        Thorough.tries += 1
        self.classes_ = np.unique(authors)
        texts.once("thorough", lambda whole: busy(0.011 * len(whole)))
        return self


def test_a_slow_method_is_tried_twice_only_and_what_it_does_once_is_told_apart() -> None:
    Thorough.tries = 0
    pace = pace_of(probed(Thorough()))
    assert Thorough.tries == 2
    assert pace.once_text == pytest.approx(0.011, rel=0.4)
    assert pace.job(60) < 0.1


def test_waiting_for_a_program_is_timed_by_the_clock() -> None:
    pace = pace_of(probed(Sleepy()))
    assert pace.job(60) >= 0.06
