"""Methods under test: a name, an estimator, and a fingerprint that changes when the method does."""

from __future__ import annotations

import hashlib
import inspect
import re
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stylobench.errors import SpecError
from stylobench.specs import Spec, build

Attributors = Mapping[str, Any] | Sequence[str]


@dataclass(frozen=True)
class Method:
    """What is tested. `spec` is how to name it again; `fingerprint` identifies its parameters and source code."""

    name: str
    spec: str
    estimator: Any
    fingerprint: str


def methods(attributors: Attributors) -> list[Method]:
    """Methods from spec strings, or from named scikit-learn estimators over texts."""
    if isinstance(attributors, Mapping):
        return [_method(name, f"{name}: {_plain(estimator)}", estimator) for name, estimator in attributors.items()]
    found = [
        _method(text, text if ":" in text else str(Spec.parse(text)), build("attributors", text))
        for text in attributors
    ]
    if len({method.name for method in found}) < len(found):
        raise SpecError(f"an attributor is named twice in: {', '.join(attributors)}")
    return found


def variant(method: Method, **parameters: Any) -> Method:
    """The same method with other parameters."""
    from sklearn.base import clone

    label = ", ".join(f"{key}={value!r}" for key, value in sorted(parameters.items()))
    return _method(
        f"{method.name} with {label}", f"{method.spec} with {label}", clone(method.estimator).set_params(**parameters)
    )


def _method(name: str, spec: str, estimator: Any) -> Method:
    for verb in ("fit", "predict", "get_params"):
        if not hasattr(estimator, verb):
            raise SpecError(
                f"attributor {name!r} has no {verb}(); it must be a scikit-learn classifier over a list of texts"
            )
    return Method(name, spec, estimator, fingerprint(estimator))


def _plain(estimator: Any) -> str:
    return re.sub(r" at 0x[0-9a-f]+", "", " ".join(repr(estimator).split()))


def fingerprint(estimator: Any) -> str:
    """A digest of the estimator's parameters and of the source files of its parts that are not scikit-learn's.

    What is defined where no source file can be read (an interactive session) gets a new fingerprint every time, so that
    stored answers are never taken for those of changed code.
    """
    parameters = estimator.get_params(deep=True)
    total = hashlib.sha256(type(estimator).__qualname__.encode())
    for key in sorted(parameters):
        total.update(f"{key}={_plain(parameters[key])}\n".encode())
    sources = {_source(part) for part in (estimator, *parameters.values()) if _has_code(part)}
    for source in sorted(source for source in sources if source):
        total.update(source.encode())
    return total.hexdigest()


def _has_code(part: Any) -> bool:
    return hasattr(part, "get_params") or inspect.isroutine(part) or inspect.isclass(part)


def _source(part: Any) -> str:
    owner = part if inspect.isroutine(part) or inspect.isclass(part) else type(part)
    if getattr(owner, "__module__", "").partition(".")[0] in {"sklearn", "numpy", "scipy", "builtins"}:
        return ""
    try:
        return Path(inspect.getsourcefile(owner) or "").read_text(encoding="utf-8")
    except (OSError, TypeError):
        return uuid.uuid4().hex
