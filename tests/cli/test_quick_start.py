"""A verdict by one verifier, in a process that has only just started."""

from __future__ import annotations

import resource
import subprocess
import sys

import pytest
from engine.saved_samples import fitted, model
from verifiers.sample_problems import sample

from stylobench.engine.saved_models import save

WORLD = sample()
BASELINE = "import numpy, sklearn.base"
CALL = "import sys; from stylobench.cli.main import run; sys.argv[1:] = {arguments!r}; "
HEAVY = (
    # parts that only load when what they belong to does: scipy.stats and others are put off
    "scipy.stats._stats_py",
    "numpy.f2py.crackfortran",
    "numpy.testing._private",
    "asyncio.events",
    "scipy.optimize",
    "sklearn.linear_model",
    "sklearn.isotonic",
    "altair",
    "duckdb",
    "pandas",
    "torch",
    "stylobench.engine.rewriting",
    "stylobench.engine.run",
)


@pytest.fixture(scope="module")
def question(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The arguments of one question to a model of one verifier."""
    made = tmp_path_factory.mktemp("quick")
    save(model({"char_ngrams": fitted("char_ngrams", WORLD)}), made / "one.model")
    for name, text in zip(("known.txt", "questioned.txt"), WORLD.texts, strict=False):
        (made / name).write_text(text)
    return ["verify", *(str(made / name) for name in ("one.model", "known.txt", "questioned.txt"))]


def python(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def test_a_verdict_loads_nothing_that_it_does_not_use(question: list[str]) -> None:
    said = python(f"{CALL.format(arguments=question)} run(); print([n for n in {HEAVY} if n in sys.modules])")
    assert said.startswith("Verdict: questioned")
    assert said.splitlines()[-1] == "[]"


def test_what_is_put_off_is_whole_when_it_is_used() -> None:
    code = """
from stylobench.cli._quick_start import start_quickly
start_quickly()
import sys, sklearn.utils.fixes
assert "scipy.stats._stats_py" not in sys.modules
import numpy, numpy.testing, scipy.stats
from scipy.stats import spearmanr
print(scipy.stats.t.ppf(0.5, 3), spearmanr([1, 2, 3], [1, 2, 3]).statistic, sklearn.utils.fixes._mode([1, 1, 2]).mode)
numpy.testing.assert_allclose(1, 1)
"""
    assert python(code).split()[:2] == ["0.0", "1.0"]


def test_a_verdict_takes_little_more_of_the_processor_than_importing_scikit_learn(question: list[str]) -> None:
    def spent(code: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        python(code)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    # in turns, so that a busy machine slows both
    turns = [(spent(f"{CALL.format(arguments=question)} run()"), spent(BASELINE)) for _ in range(5)]
    verdict, baseline = (min(seconds) for seconds in zip(*turns, strict=True))
    assert verdict < max(1.2, 1.5 * baseline)
