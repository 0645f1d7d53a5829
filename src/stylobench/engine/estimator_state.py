"""Fitted scikit-learn estimators as plain data and back: four classes and no other, their arrays checked.

The libraries beneath read where their arrays say: a wrong one would read beyond its memory or never end.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np

from stylobench.engine.typed_values import alike
from stylobench.errors import ArchiveError, SpecError

State = Mapping[str, Any]
WHERE = {
    "LogisticRegression": "sklearn.linear_model",
    "SVC": "sklearn.svm",
    "DecisionTreeClassifier": "sklearn.tree",
    "IsotonicRegression": "sklearn.isotonic",
}
VERSION = "_sklearn_version"


def taken_apart(estimator: Any) -> tuple[str, dict[str, Any]]:
    """The name of its class, and its state as plain values and arrays."""
    kind = type(estimator)
    if kind.__name__ not in WHERE or kind is not _class(kind.__name__):
        raise SpecError(f"it holds a {kind.__module__}.{kind.__qualname__}, which cannot be saved")
    state = {name: value for name, value in estimator.__getstate__().items() if name != VERSION}
    if "tree_" in state:
        state["tree_"] = _plain_tree(state["tree_"])
    _check(kind.__name__, state, SpecError)
    return kind.__name__, state


def put_together(name: str, state: State) -> Any:
    """The estimator again."""
    if name not in WHERE:
        raise ArchiveError(
            f"it wants to construct a {name[:80]!r} of scikit-learn, not on the list of types that it may"
        )
    _check(name, state, ArchiveError)
    made = _class(name)()
    tree = {"tree_": _tree(state)} if "tree_" in state else {}
    made.__setstate__({**state, **tree, VERSION: importlib.import_module("sklearn").__version__})
    return made


def _class(name: str) -> Any:
    return getattr(importlib.import_module(WHERE[name]), name)


@cache
def _sample(name: str) -> Any:
    """One that was fitted here: what its state must look like."""
    values, truth = np.arange(4.0), np.array([False, True, False, True])
    if name == "IsotonicRegression":
        return _class(name)().fit(values, truth.astype(np.float64))
    return _class(name)().fit(values[:, None], truth)


def _check(name: str, state: State, error: type[Exception]) -> None:
    sample = _sample(name)
    parameters, wanted = sample.get_params(deep=False), sample.__getstate__()
    if set(state) != set(wanted) - {VERSION}:
        raise error(f"a {name} has other attributes in this version of scikit-learn; fit again")
    for key, value in state.items():
        plain = value is None or isinstance(value, bool | int | float | str)
        if key == "tree_":
            continue
        if not (plain if key in parameters else alike(value, wanted[key])):
            raise error(f"{name}.{key} in it is a {type(value).__name__} of another kind")
    try:
        whole = CHECKS[name](state)
    except (TypeError, KeyError, IndexError, ValueError, AttributeError):
        whole = False
    if not whole:
        raise error(f"the arrays of a {name} in it do not fit together")


def _check_logistic(state: State) -> bool:
    shapes = [state[name].shape for name in ("classes_", "coef_", "intercept_")]
    return shapes == [(2,), (1, state["n_features_in_"]), (1,)] and _finite(state["coef_"], state["intercept_"])


def _check_machine(state: State) -> bool:
    """A machine of support vectors with two classes, without probabilities, over rows that are no kernel values."""
    count, width = len(state["support_"]), state["n_features_in_"]
    shapes = {
        "classes_": (2,), "class_weight_": (2,), "support_vectors_": (count, width), "_n_support": (2,),
        "dual_coef_": (1, count), "_dual_coef_": (1, count), "intercept_": (1,), "_intercept_": (1,),
        "_probA": (0,), "_probB": (0,),
    }  # fmt: skip
    kept = state["_n_support"]
    return (
        (state["kernel"], state["_sparse"], state.get("_effective_probability", False)) == ("rbf", False, False)
        and state["probability"] in (False, "deprecated")
        and all(state[name].shape == shape for name, shape in shapes.items())
        and count > 0
        and kept.min() >= 0
        and int(kept.sum(dtype=np.int64)) == count
        and state["support_"].min() >= 0
        and state["support_"].max() < state["shape_fit_"][0]
        and state["shape_fit_"][1:] == (width,)
        and _finite(*(state[name] for name in (*shapes, "_gamma")))
    )


def _check_decisions(state: State) -> bool:
    """Every branch leads further on in the tree, and asks for a feature that there is."""
    tree, width = state["tree_"], state["n_features_in_"]
    nodes, values = {name: tree[name] for name in _sample_nodes().names}, tree["values"]
    count = len(nodes["left_child"])
    fitting = [array.shape == (count,) and array.dtype == _sample_nodes()[name] for name, array in nodes.items()]
    if not (all(fitting) and count > 0 and (values.dtype, values.shape) == (np.float64, (count, 1, 2))):
        return False
    children, feature = np.stack([nodes["left_child"], nodes["right_child"]]), nodes["feature"]
    onward = ((children > np.arange(count)) & (children < count)).all(axis=0) & (feature >= 0) & (feature < width)
    sizes = state["n_outputs_"], int(state["n_classes_"]), state["classes_"].shape
    return (
        bool(((children == -1).all(axis=0) | onward).all())
        and _finite(values, nodes["threshold"])
        and sizes == (1, 2, (2,))
        and type(tree["max_depth"]) is int
        and 0 <= tree["max_depth"] < count
        and type(width) is int
        and 0 < width <= 10**6
    )


def _check_steps(state: State) -> bool:
    places, values = state["X_thresholds_"], state["y_thresholds_"]
    return places.shape == values.shape and len(places) > 0 and bool((np.diff(places) > 0).all()) and _finite(values)


CHECKS: Mapping[str, Callable[[State], bool]] = {
    "LogisticRegression": _check_logistic,
    "SVC": _check_machine,
    "DecisionTreeClassifier": _check_decisions,
    "IsotonicRegression": _check_steps,
}


def _finite(*arrays: Any) -> bool:
    return all(bool(np.isfinite(array).all()) for array in arrays)


def _sample_nodes() -> Any:
    return _sample("DecisionTreeClassifier").tree_.__getstate__()["nodes"].dtype


def _plain_tree(tree: Any) -> dict[str, Any]:
    state = tree.__getstate__()
    nodes = {name: np.ascontiguousarray(state["nodes"][name]) for name in state["nodes"].dtype.names}
    return {**nodes, "values": state["values"], "max_depth": state["max_depth"]}


def _tree(state: State) -> Any:
    held, (_, classes, outputs) = state["tree_"], _sample("DecisionTreeClassifier").tree_.__reduce__()[1]
    nodes = np.zeros(len(held["left_child"]), _sample_nodes())
    for name in nodes.dtype.names or ():
        nodes[name] = held[name]
    made = type(_sample("DecisionTreeClassifier").tree_)(state["n_features_in_"], classes, outputs)
    counts = {"max_depth": held["max_depth"], "node_count": len(nodes)}
    made.__setstate__({**counts, "nodes": nodes, "values": np.ascontiguousarray(held["values"])})
    return made
