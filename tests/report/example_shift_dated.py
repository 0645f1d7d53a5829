"""The parts of a shift result that dates and the paper's experiment give, made up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from stylobench.protocols.shift_findings import Level
from stylobench.protocols.shift_study_findings import (
    Backtest,
    Backtested,
    Coverage,
    Experiment,
    ExperimentChoice,
    ExperimentRow,
    Randomness,
    Stream,
    WordOverTime,
)

PERIODS = ("1993-01", "1993-02", "1993-03", "1993-04", "1993-05", "1993-06")


def _random(n: int, effect: float, p: float) -> Randomness:
    return Randomness(n, p, p / 2, effect, effect - 0.03, effect + 0.03, 0.00001, 0.000001, p / 4)


def stream(sizes: Mapping[str, int], marking: Sequence[str]) -> Stream:
    mixes = [
        [max(1, round(n / 6 * (1 + 0.6 * np.sin(i + 1.7 * j)))) for i, n in enumerate(sizes.values())] for j in range(6)
    ]
    words = [WordOverTime(word, "sci" if i % 2 == 0 else "rec", [0.05 + 0.04 * ((i + j) % 5) for j in range(6)])
             for i, word in enumerate(marking)]  # fmt: skip
    prevalence = {"sci": [0.61, 0.58, 0.5, 0.47, 0.52, 0.43], "rec": [0.39, 0.42, 0.5, 0.53, 0.48, 0.57]}
    inside = [_random(n, 0.01, 0.4) if n > 40 else None for n in sizes.values()]
    return Stream(12, list(PERIODS), mixes, 0.0002, prevalence, 0.021, _random(1188, 0.14, 0.001),
                  _random(150, 0.12, 0.011), inside, 31.2, 14.8, None, words)  # fmt: skip


def _backtested(name: str, level: float, measure: str, place: int) -> Backtested:
    loss, n = measure == "log_loss", 150 + 13 * place
    dip = 0.05 if name == "svm" else 0.07
    came = (0.38 if loss else level) - 0.03 * (place % 3) - dip * (place == 4)
    bound = 0.34 if loss else level - 0.065
    future = bound + 0.02 if loss else bound - 0.02
    held = came <= bound if loss else came >= bound
    half = 1.96 * (came * (1 - came) / n) ** 0.5
    return Backtested(name, measure, "to 1992-10", "1992-11 to 1992-12", PERIODS[place], n, bound + 0.05, bound,
                      bound + 0.01, bound + 0.014, future, Level(came, came - half, min(came + half, 1), n), held,
                      came <= future if loss else came >= future, 0.08 + 0.05 * place)  # fmt: skip


def backtest(levels: Mapping[str, float], names: Sequence[str]) -> Backtest:
    rows = [
        _backtested(name, levels.get(name, 0.9), measure, i)
        for measure in ("accuracy", "macro_f1", "log_loss")
        for name in names
        for i in range(6)
    ]
    laws = {"posterior": (5, 0.359, 0.996), "exact": (4, 0.223, 0.957), "normal": (4, 0.223, 0.957),
            "future": (6, 0.541, 1.0)}  # fmt: skip
    coverage = [Coverage(name, "accuracy", law, 6, *found) for name in names for law, found in laws.items()]
    coverage.append(Coverage(names[0], "log_loss", "posterior", 4, 4, None, None))
    return Backtest(0.05, rows, coverage, ["1993-06 has fewer than 250 documents, so its interval is wide"])


def experiment(names: Sequence[str]) -> Experiment:
    rows = [
        ExperimentRow(name, measure, 0.9 - 0.04 * i, 0.88 - 0.04 * i, 0.878 - 0.04 * i, 0.81 - 0.04 * i,
                      0.008 + 0.005 * j, 0.004 + 0.004 * j, 0.012 + 0.008 * j, 0.011 + 0.006 * j, 0.87 - 0.04 * i,
                      0.02, 0.023, 0.99, 0.21)
        for j, measure in enumerate(("precision", "recall", "f"))
        for i, name in enumerate(names)
    ]  # fmt: skip
    choices = [ExperimentChoice(measure, names[0], names[0], names[j % 2], 10 - 2 * j, 10)
               for j, measure in enumerate(("precision", "recall", "f"))]  # fmt: skip
    return Experiment(["sci", "rec.sport"], 10, 800, 700, 19, 0.05, rows, choices, 0.0131, 0.0169, 0.02, 0.0241)
