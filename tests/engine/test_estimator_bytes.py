"""Estimators of scikit-learn as bytes and back."""

from __future__ import annotations

import functools
import io
import json
import os
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.ensemble import ExtraTreesRegressor, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import FunctionTransformer
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from stylobench.engine.estimator_bytes import _check, dumped, loaded
from stylobench.errors import ArchiveError, SpecError

RNG = np.random.default_rng(0)
ROWS = RNG.normal(size=(40, 3))
SAME = ROWS[:, 0] + ROWS[:, 1] > 0


@pytest.mark.parametrize(
    "estimator",
    [
        LogisticRegression(class_weight="balanced"),
        SVC(class_weight="balanced"),
        DecisionTreeClassifier(random_state=0),
        RandomForestClassifier(5, random_state=0),
        ExtraTreesRegressor(5, random_state=0),
    ],
    ids=lambda one: type(one).__name__,
)
def test_an_estimator_answers_as_before(estimator: Any) -> None:
    fitted = estimator.fit(ROWS, SAME)
    again = loaded(dumped(fitted))
    for verb in ("predict", "predict_proba", "decision_function"):
        if hasattr(fitted, verb):
            assert np.array_equal(getattr(again, verb)(ROWS), getattr(fitted, verb)(ROWS))


def test_what_runs_code_is_not_saved() -> None:
    with pytest.raises(SpecError, match=r"it holds .*system, which cannot be saved"):
        dumped(FunctionTransformer(os.system))


@pytest.mark.parametrize("payload", [os.system, functools.partial(os.system, "touch ran"), os.getcwd])
def test_a_crafted_file_is_refused_and_nothing_runs(payload: Any, tmp_path: Path, monkeypatch: Any) -> None:
    from skops import io as skops

    monkeypatch.chdir(tmp_path)
    with pytest.raises(ArchiveError, match=r"it wants to construct .*(system|partial|getcwd)"):
        loaded(skops.dumps(FunctionTransformer(payload)))
    assert not (tmp_path / "ran").exists()


def test_a_class_with_code_of_its_own_is_refused() -> None:
    data = dumped(LogisticRegression().fit(ROWS, SAME))
    schema = _schema(data)
    schema["__module__"], schema["__class__"] = "subprocess", "Popen"
    with pytest.raises(ArchiveError, match=r"it wants to construct subprocess\.Popen"):
        loaded(_with_schema(data, schema))


def test_a_file_of_another_kind_is_refused_in_one_line() -> None:
    data = dumped(LogisticRegression().fit(ROWS, SAME))
    with pytest.raises(ArchiveError, match="an estimator of scikit-learn in it cannot be read"):
        loaded(_with_schema(data, {**_schema(data), "__loader__": "NoSuchNode"}))
    with pytest.raises(ArchiveError, match="an estimator of scikit-learn in it cannot be read"):
        loaded(b"no zip")


def test_a_tree_that_leads_nowhere_is_refused() -> None:
    tree = DecisionTreeClassifier(random_state=0).fit(ROWS, SAME).tree_
    _check(tree)
    for name, value in (("left_child", tree.node_count), ("left_child", 0), ("right_child", -2), ("feature", 3)):
        state = tree.__getstate__()
        nodes = state["nodes"].copy()
        nodes[name][0] = value
        wrong = type(tree)(*tree.__reduce__()[1])
        wrong.__setstate__({**state, "nodes": nodes})
        with pytest.raises(ArchiveError, match="leads nowhere"):
            _check(wrong)


def _schema(data: bytes) -> Any:
    with zipfile.ZipFile(io.BytesIO(data)) as held:
        return json.loads(held.read("schema.json"))


def _with_schema(data: bytes, schema: Any) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as held, zipfile.ZipFile(made, "w") as new:
        for name in held.namelist():
            new.writestr(name, json.dumps(schema) if name == "schema.json" else held.read(name))
    return made.getvalue()
