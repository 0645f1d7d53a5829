"""Methods under test: a name, an estimator, and a fingerprint that changes when the method does."""

from __future__ import annotations

import hashlib
import inspect
import re
import sys
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stylobench.errors import SpecError
from stylobench.specs import Spec, build, source_digest

LIBRARIES = {"sklearn", "numpy", "scipy", *sys.stdlib_module_names} - {"__main__"}
Attributors = Mapping[str, Any] | Sequence[str]


@dataclass(frozen=True)
class Method:
    """What is tested. `spec` is how to name it again, `stream` names its random numbers.

    `fingerprint` identifies its parameters and its source code: answers are used again only where it is the same.
    """

    name: str
    spec: str
    stream: str
    estimator: Any
    fingerprint: str


def methods(attributors: Attributors) -> list[Method]:
    """Methods from spec strings, or from named scikit-learn estimators over texts; one alone needs no list."""
    if isinstance(attributors, str):
        attributors = [attributors]
    if hasattr(attributors, "fit"):
        attributors = {type(attributors).__name__: attributors}
    if not attributors:
        raise SpecError("no attributor is named; `stylobench list attributors` shows what there is")
    if isinstance(attributors, Mapping):
        return [_method(name, f"{name}: {_plain(thing)}", name, thing) for name, thing in attributors.items()]
    if len(set(attributors)) < len(attributors):
        raise SpecError(f"an attributor is named twice in: {', '.join(attributors)}")
    return [_from_spec(text) for text in attributors]


def _from_spec(text: str) -> Method:
    spec = text if ":" in text.partition("(")[0] else str(Spec.parse(text))
    return _method(text, spec, spec, build("attributors", text))


def variant(method: Method, **parameters: Any) -> Method:
    """The same method with other parameters."""
    from sklearn.base import clone

    label = ", ".join(f"{key}={value!r}" for key, value in sorted(parameters.items()))
    estimator = clone(method.estimator).set_params(**parameters)
    return _method(f"{method.name} with {label}", f"{method.spec} with {label}", method.stream, estimator)


def _method(name: str, spec: str, stream: str, estimator: Any) -> Method:
    for verb in ("fit", "predict", "get_params"):
        if not hasattr(estimator, verb):
            raise SpecError(
                f"attributor {name!r} has no {verb}(); it must be a scikit-learn classifier over a list of texts"
            )
    return Method(name, spec, stream, estimator, fingerprint(estimator))


def _plain(estimator: Any) -> str:
    return re.sub(r" at 0x[0-9a-f]+", "", " ".join(repr(estimator).split()))


def fingerprint(estimator: Any) -> str:
    """A digest of the estimator's contents and of the source files of its parts that are not a library's.

    What cannot be pickled, or has no source file (an interactive session), gets a new fingerprint every time, so that
    stored answers are never taken for those of changed code.
    """
    total = hashlib.sha256(f"{source_digest('attributors', 'features')}\x1f{_contents(estimator)}".encode())
    parts = (estimator, *estimator.get_params(deep=True).values())
    for source in sorted({source for part in parts for source in _sources(part)}):
        total.update(source.encode())
    return total.hexdigest()


def _contents(estimator: Any) -> str:
    import joblib

    try:
        return str(joblib.hash(estimator))
    except Exception:  # whatever a user's object raises when it is pickled
        return uuid.uuid4().hex


def _sources(part: Any) -> Iterator[str]:
    """The text of every file that the part's code comes from, those of its parent classes included."""
    if inspect.isroutine(part):
        owners: Sequence[Any] = (part,)
    else:
        owners = (part if inspect.isclass(part) else type(part)).__mro__
    for owner in owners:
        if (getattr(owner, "__module__", None) or "builtins").partition(".")[0] not in LIBRARIES:
            yield _source(owner)


def _source(owner: Any) -> str:
    try:
        return Path(inspect.getsourcefile(owner) or "").read_text(encoding="utf-8")
    except (OSError, TypeError):
        return uuid.uuid4().hex
