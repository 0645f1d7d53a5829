"""Methods under test: a name, an estimator, and a fingerprint that changes when the method does."""

from __future__ import annotations

import hashlib
import inspect
import re
import sys
import uuid
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from stylobench.engine.bank import expanded
from stylobench.engine.imported_sources import imported_sources
from stylobench.errors import MissingPart, SpecError
from stylobench.specs import HOUSE, Spec, build, source_digest

VERBS = {
    "attributors": ("fit", "predict", "get_params"),
    "verifiers": ("fit", "verify"),
    "obfuscators": ("fit", "rewrite"),
}
WANTED = {
    "attributors": "it must be a scikit-learn classifier over a list of texts",
    "verifiers": "it must have fit(problems, same) and verify(problems)",
    "obfuscators": "it must have fit(texts) and rewrite(problem, rng)",
}
FLOORS = {
    "attributors": ("attributors", "features"),
    "verifiers": ("verifiers", "pan", "features", "metrics"),
    # a search among edits is aimed at a verifier
    "obfuscators": ("obfuscators", "features", "metrics", "verifiers", "pan", "edits.py", "seeds.py"),
    "encoders": ("features",),
    "clusterers": ("clusterers",),
    "quality": ("quality", "features", "metrics"),
}
LIBRARIES = {"sklearn", "numpy", "scipy", *sys.stdlib_module_names} - {"__main__"}
Named = Mapping[str, Any] | Sequence[str]


@dataclass(frozen=True)
class Method:
    """What is tested. `spec` is how to name it again, `stream` names its random numbers.

    `fingerprint` identifies its parameters and its source code: answers are used again only where it is the same.
    `code` identifies those of its source files that another machine has to find for itself.
    """

    name: str
    spec: str
    stream: str
    estimator: Any
    fingerprint: str
    code: str = ""

    @property
    def identity(self) -> tuple[str, ...]:
        """What tells its jobs from those of other methods: they differ in draws, in what is stored, or in the label."""
        return self.fingerprint, self.spec, self.stream, self.name

    @property
    def family(self) -> str:
        """The kind of evidence that the method rests on; empty where it does not say."""
        return self._told("family")

    @property
    def looks_at(self) -> str:
        """What the method looks at, in a few words; empty where it does not say."""
        return self._told("looks_at")

    def _told(self, fact: str) -> str:
        inside = self.estimator
        while hasattr(inside, "wraps") and not getattr(inside, fact, ""):
            inside = inside.wraps()
        return str(getattr(inside, fact, ""))


def methods(named: Named, kind: str = "attributors") -> list[Method]:
    """Methods from spec strings, or from named estimators; one alone needs no list."""
    if isinstance(named, str):
        named = [named]
    if hasattr(named, "fit"):
        named = {type(named).__name__: named}
    if not named:
        raise SpecError(f"no {kind[:-1]} is named; `stylobench list {kind}` shows what there is")
    if isinstance(named, Mapping):
        return [_called(name, thing, kind) for name, thing in named.items()]
    if len(set(named)) < len(named):
        raise SpecError(f"{'a' if kind == 'verifiers' else 'an'} {kind[:-1]} is named twice in: {', '.join(named)}")
    found = [_from_spec_or_bank(text, kind, text in named) for text in expanded(named, kind)]
    if not (there := [method for method in found if method is not None]):
        raise SpecError(f"no method of {', '.join(named)} can be used here")
    return there


def _from_spec_or_bank(text: str, kind: str, by_name: bool) -> Method | None:
    """A method; one that only the bank names is left out where a part that it needs is missing."""
    try:
        return _from_spec(text, kind)
    except MissingPart as missing:
        if by_name:
            raise
        warnings.warn(f"the bank goes without {text}: {missing}", stacklevel=3)
        return None


def _called(name: str, thing: Any, kind: str) -> Method:
    if isinstance(thing, str):
        return replace(_from_spec(thing, kind), name=name)
    return _method((name, f"{name}: {_plain(thing)}", name), thing, kind)


def _from_spec(text: str, kind: str) -> Method:
    if given := re.match(r"([A-Za-z_][\w.-]*)=(.+)", text):
        return _called(given[1], given[2], kind)
    spec = text if ":" in text.partition("(")[0] else str(Spec.parse(text))
    return _method((text, spec, spec), build(kind, text), kind)


def variant(method: Method, **parameters: Any) -> Method:
    """The same method with other parameters."""
    from sklearn.base import clone

    label = ", ".join(f"{key}={value!r}" for key, value in sorted(parameters.items()))
    estimator = clone(method.estimator).set_params(**parameters)
    return _method((f"{method.name} with {label}", f"{method.spec} with {label}", method.stream), estimator)


def _method(called: tuple[str, str, str], estimator: Any, kind: str = "attributors") -> Method:
    for verb in VERBS[kind]:
        if not hasattr(estimator, verb):
            raise SpecError(f"{kind[:-1]} {called[0]!r} has no {verb}(); {WANTED[kind]}")
    return Method(*called, estimator, fingerprint(estimator, kind), code_from_elsewhere(estimator))


def _plain(estimator: Any) -> str:
    return re.sub(r" at 0x[0-9a-f]+", "", " ".join(repr(estimator).split()))


def fingerprint(estimator: Any, kind: str = "attributors") -> str:
    """A digest of the estimator's contents and of the source files of its parts that are not a library's.

    Those that a user's file imports belong to it; what it reads at run time (data, environment) does not.

    An estimator may add contents of its own by `depends_on()`, and another estimator inside it by `wraps()`.
    What cannot be pickled, or has no source file (an interactive session), gets a new fingerprint every time, so that
    stored answers are never taken for those of changed code.
    """
    total = hashlib.sha256(f"{source_digest(*FLOORS[kind])}\x1f{_contents(estimator)}".encode())
    parameters = (
        estimator.get_params(deep=True) if hasattr(estimator, "get_params") else getattr(estimator, "__dict__", {})
    )
    owners = _owners((estimator, *parameters.values()))
    for source in sorted({source for owner in owners for source in _sources(owner)}):
        total.update(source)
    for content in getattr(estimator, "depends_on", list)():
        total.update(hashlib.sha256(content).digest())
    if hasattr(estimator, "wraps"):
        total.update(fingerprint(estimator.wraps(), kind).encode())
    return total.hexdigest()


def _contents(estimator: Any) -> str:
    import joblib

    try:
        return str(joblib.hash(estimator))
    except Exception:  # whatever a user's object raises when it is pickled
        return uuid.uuid4().hex


def code_from_elsewhere(estimator: Any) -> str:
    """A digest of the source files that an import finds on any machine, without a library's or the house's.

    Empty where there are none, or one cannot be read. Fitting the estimator does not change it.
    """
    parts = (estimator, *(estimator.get_params(deep=True).values() if hasattr(estimator, "get_params") else ()))
    owners = [owner for owner in _owners(parts) if _package(owner) not in (HOUSE.name, "__main__")]
    try:
        sources = sorted({path.read_bytes() for owner in owners for path in _files(owner)})
    except (OSError, TypeError):
        return ""
    inside = code_from_elsewhere(estimator.wraps()) if hasattr(estimator, "wraps") else ""
    return hashlib.sha256(b"\x1f".join(sources)).hexdigest() + inside if sources else inside


def demand_same_code(method: Method) -> None:
    """Refuse a method that came from another machine, where its source files were different ones."""
    here = code_from_elsewhere(method.estimator) if method.code else ""
    if here and here != method.code:
        raise SpecError(f"the source files of {method.name!r} are not the same on the worker as where the run started")


def _owners(parts: Iterable[Any]) -> Iterator[Any]:
    """The classes and functions that the code of some objects comes from, without a library's."""
    for part in parts:
        kind = part if inspect.isclass(part) else type(part)
        owners = (part,) if inspect.isroutine(part) else kind.__mro__
        yield from (owner for owner in owners if _package(owner) not in LIBRARIES)


def _package(owner: Any) -> str:
    return (getattr(owner, "__module__", None) or "builtins").partition(".")[0]


def _sources(owner: Any) -> list[bytes]:
    try:
        return [path.read_bytes() for path in _files(owner)]
    except (OSError, TypeError):
        return [uuid.uuid4().bytes]


def _files(owner: Any) -> list[Path]:
    """The file of a class or function; with a user's, those that it imports."""
    file = Path(inspect.getsourcefile(owner) or "")
    return [file] if _package(owner) == HOUSE.name else imported_sources(owner.__module__, file)
