"""Our own classes in a saved model: which may be built, and what their attributes may hold.

A parameter or a record can name a method, which is built when the verifier is asked; a file may name our own only, and
none that runs a command or fetches a model.
"""

from __future__ import annotations

import ast
import dataclasses
import importlib
import inspect
import math
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, get_type_hints

import numpy as np

from stylobench.engine.typed_values import alike, fits, require_types
from stylobench.errors import ArchiveError, SpecError, SplitError
from stylobench.features.calibration import CALIBRATORS, Platt
from stylobench.specs import HOUSE, build, names
from stylobench.verifiers._verifier import Verifier

FIT_AGAIN = "fit again"
PROGRAM = "program"
RECORDS = (
    "_chosen_ngrams:ChosenNgrams",
    "_feature_shares:Chosen",
    "_forest:Forest",
    "_learnt:Logistic",
    "_learnt:Machine",
    "_mixture:Mixture",
    "_other_authors:OtherAuthors",
    "_other_texts:OtherTexts",
    "_style:Scale",
    "_term_profiles:People",
    "_tfidf:TfIdf",
)
LEARNT = re.compile(r"[a-z]\w*_")
SPECS = "may not be in a saved model, which names methods of stylobench only: nothing else to import, run or fetch"
GREATEST, LONGEST = 10**6, 1000


def path_of(kind: type) -> str | None:
    """How a file names one of our classes, if it may."""
    path = f"{kind.__module__}:{kind.__qualname__}"
    return path if _may_be_built(path) else None


def built(path: str, state: Mapping[str, Any]) -> Any:
    """An object of ours with these attributes, if they are such as a fit gives."""
    made_of = _class(path)
    require_savable(made_of, state)
    made: Any = object.__new__(made_of)
    made.__dict__.update(state)
    if dataclasses.is_dataclass(made) and hasattr(made, "__post_init__"):
        made.__post_init__()
    return made


def require_savable(made_of: type, state: Mapping[str, Any]) -> None:
    """Refuse attributes that no fit gives, and names of what is not ours."""
    if dataclasses.is_dataclass(made_of):
        _demand(made_of, {field.name for field in dataclasses.fields(made_of)} == set(state))
        require_types(made_of, state)
        _require_ours(made_of, {name: value for name, value in state.items() if isinstance(value, str)})
    elif issubclass(made_of, Verifier):
        _check_verifier(made_of, state)
    else:
        sample = vars(_map(made_of.__name__))
        _demand(made_of, set(sample) == set(state) and all(_same_kind(state[name], sample[name]) for name in sample))


def _check_verifier(made_of: type, state: Mapping[str, Any]) -> None:
    wanted = [name for name in inspect.signature(made_of).parameters if name != "self"]
    learnt = {name: value for name, value in state.items() if name not in wanted}
    _demand(made_of, set(wanted) <= set(state) and all(LEARNT.fullmatch(name) for name in learnt))
    require_types(made_of, learnt)
    _require_ours(made_of, {name: value for name, value in learnt.items() if isinstance(value, str)})
    require_parameters(made_of, {name: state[name] for name in wanted})


def require_parameters(made_of: type, parameters: Mapping[str, Any]) -> None:
    """Refuse parameters of another type, beyond reason, or that the verifier itself refuses to be fitted with."""
    hints = get_type_hints(inspect.getattr_static(made_of, "__init__"))
    for name, value in parameters.items():
        numbers = [one for one in _leaves(value) if isinstance(one, int | float) and name != "seed"]
        if not fits(value, hints.get(name, Any)) or not all(math.isfinite(n) and abs(n) <= GREATEST for n in numbers):
            raise ArchiveError(f"{made_of.__name__}({name}={str(value)[:80]!r}) is none that can be fitted")
    _require_ours(made_of, parameters)
    try:
        made_of(**parameters).fit([], [])
    except SplitError:
        # a fit refuses parameters first, and then that there is nothing to learn from
        return
    except SpecError as error:
        raise ArchiveError(str(error)) from None


def _require_ours(made_of: type, words: Mapping[str, Any]) -> None:
    for name, value in words.items():
        for text in _leaves(value):
            if isinstance(text, str) and not _ours(name, text):
                raise ArchiveError(f"{made_of.__name__}({name}={text[:80]!r}) {SPECS}")
            if not isinstance(text, str | int | float | np.integer | None | Verifier):
                raise ArchiveError(f"{made_of.__name__}({name}=...) holds a {type(text).__name__}")


def _leaves(value: Any) -> Iterator[Any]:
    for one in value if isinstance(value, list | tuple) else [value]:
        yield from _leaves(one) if isinstance(one, list | tuple) else [one]


def _ours(name: str, text: str) -> bool:
    """Whether a text is empty, a word, or specs of ours joined by +; other letters than ASCII can look like them."""
    if name == "model" or not text:
        return not text
    if not text.isascii() or ":" in text or len(text) > LONGEST:
        return False
    try:
        node = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError):
        return False
    return _our_node(node) and _sound(text)


def _our_node(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.Add) and _our_node(node.left) and _our_node(node.right)
    if isinstance(node, ast.List | ast.Tuple):
        return all(map(_our_node, node.elts))
    if isinstance(node, ast.Name):
        return node.id not in _foreign()
    if isinstance(node, ast.Constant):
        return not isinstance(node.value, str) or _ours("", node.value)
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)) or node.args:
        return False
    return node.func.id in _known() and all(map(_our_keyword, node.keywords))


def _our_keyword(given: ast.keyword) -> bool:
    if given.arg == "model":
        return isinstance(given.value, ast.Constant) and given.value.value == ""
    return given.arg is not None and _our_node(given.value)


def _sound(text: str) -> bool:
    """Whether a spec that names a verifier has parameters that it may be fitted with."""
    if text.split("(")[0].strip() not in _verifiers():
        return True
    made = build("verifiers", text)
    require_parameters(type(made), made.get_params(deep=False))
    return True


@cache
def _known() -> frozenset[str]:
    """Methods that are files of ours and run no command."""
    found = {path.stem for floor in ("verifiers", "features") for path in (HOUSE / floor).glob("[!_]*.py")}
    return frozenset(found - {PROGRAM})


@cache
def _verifiers() -> frozenset[str]:
    return _known() & set(names("verifiers"))


@cache
def _foreign() -> frozenset[str]:
    """Methods that others have installed, or that run a command."""
    return frozenset({name for kind in ("verifiers", "features", "encoders") for name in names(kind)} - _known())


def _may_be_built(path: str) -> bool:
    """Verifiers, which are named after their files, maps, and the records that those hold."""
    floor, _, rest = path.removeprefix("stylobench.").partition(".")
    module, _, name = rest.partition(":")
    if path in {f"{kind.__module__}:{kind.__qualname__}" for kind in CALIBRATORS.values()}:
        return True
    named = module in _verifiers() and name.lower() == module.replace("_", "")
    return path == f"stylobench.{floor}.{rest}" and floor == "verifiers" and (named or rest in RECORDS)


def _class(path: str) -> type:
    if not _may_be_built(path):
        raise ArchiveError(
            f"it wants to construct a {path[:120]!r}, which is not on the list of types that it may; if it was one of "
            f"an older version, {FIT_AGAIN}"
        )
    module, _, name = path.partition(":")
    found = getattr(importlib.import_module(module), name, None)
    if not inspect.isclass(found) or found.__module__ != module:
        raise ArchiveError(f"{path!r} does not exist in this version of stylobench; {FIT_AGAIN}")
    return found


@cache
def _map(name: str) -> Any:
    """A map as it is fitted here: what its attributes must look like."""
    made_of = next(kind for kind in CALIBRATORS.values() if kind.__name__ == name)
    if issubclass(made_of, Platt):
        # a fit would import scipy.optimize, a tenth of a second of every verdict
        return made_of.level()
    return made_of().fit(np.array([0.1, 0.4, 0.6, 0.9]), np.array([False, True, False, True]))


def _same_kind(value: Any, sample: Any) -> bool:
    return alike(value, sample) and np.shape(value) == np.shape(sample)


def _demand(made_of: type, fitting: bool) -> None:
    if not fitting:
        raise ArchiveError(f"{made_of.__name__} has other attributes in this version of stylobench; {FIT_AGAIN}")
