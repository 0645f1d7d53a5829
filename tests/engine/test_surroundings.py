"""What answers hang on besides what is asked."""

from __future__ import annotations

import importlib.metadata

from stylobench.engine.surroundings import SOURCE, made_with


def test_everything_that_can_reach_an_answer_is_named_with_its_version() -> None:
    found = made_with()
    assert found.keys() >= {"python", "stylobench", "numpy", "scikit-learn", "numba", "torch", "duckdb", SOURCE}
    assert not found.keys() & {"pytest", "ruff", "mypy"}
    assert found["numba"] == importlib.metadata.version("numba")
