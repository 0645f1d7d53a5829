"""Spec strings: `maxent(C=1.0)` <-> an object. The folder is the registry; entry points join it."""

from __future__ import annotations

import ast
import difflib
import hashlib
import importlib
import importlib.metadata
import importlib.util
import inspect
import keyword
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from stylobench.errors import MissingPart, SpecError

HOUSE = Path(__file__).parent
# Feature sets and encoders share their folder with what is built on them; a set is what counts, an encoder encodes.
MARK = {"features": "    def count(self, texts", "encoders": "    def encode(self, texts"}
FOLDER = {"encoders": "features"}
# the kinds of evidence that methods of a bank rest on
FAMILIES = ("characters", "words", "syntax", "compression", "topic", "mixed")
SOURCES = (".py", ".toml", ".json")
GRAMMAR = "write name or name(parameter=value, ...)"


@dataclass(frozen=True)
class Spec:
    """A name with parameters.

    >>> str(Spec.parse("maxent( features = char_ngrams(n=4), C=2)"))
    "maxent(C=2, features='char_ngrams(n=4)')"
    """

    name: str
    parameters: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str) -> Spec:
        """Read a name, or a name with keyword literals; bare names and nested specs become strings, also in lists."""
        try:
            node = ast.parse(text.strip(), mode="eval").body
        except (SyntaxError, ValueError):
            raise SpecError(f"{text!r} is not a spec; {_way_out(text)}") from None
        return _read(node, text)

    def __str__(self) -> str:
        if not self.parameters:
            return self.name
        inside = ", ".join(f"{key}={value!r}" for key, value in sorted(self.parameters.items()))
        return f"{self.name}({inside})"


def _way_out(text: str) -> str:
    """What would be right in place of something that Python cannot read.

    >>> _way_out("centroid(trouble=raise)")
    "raise is a word of Python: put it in quotes, 'raise'"
    """
    values = re.findall(r"[=\[(,]\s*(\w+)\s*(?=[,)\]])", text)
    taken = [word for word in values if keyword.iskeyword(word) and word not in ("True", "False", "None")]
    return f"{taken[0]} is a word of Python: put it in quotes, {taken[0]!r}" if taken else GRAMMAR


def _read(node: ast.expr, text: str) -> Spec:
    if isinstance(node, ast.Name):
        return Spec(node.id)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.args:
        parameters = {}
        for given in node.keywords:
            if given.arg is None:
                raise SpecError(f"{text!r} is not a spec; ** cannot stand in one")
            parameters[given.arg] = _value(given.arg, given.value, text)
        return Spec(node.func.id, parameters)
    raise SpecError(f"{text!r} is not a spec; {GRAMMAR}")


def _value(name: str, node: ast.expr, text: str) -> Any:
    if isinstance(node, ast.Name | ast.Call):
        return str(_read(node, text))
    if isinstance(node, ast.List | ast.Tuple):
        parts = [_value(name, part, text) for part in node.elts]
        return parts if isinstance(node, ast.List) else tuple(parts)
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError):
        written = ast.get_source_segment(text.strip(), node)
        raise SpecError(f"{text!r}: {written} is not a literal; put it in quotes, {name}={written!r}") from None


def names(kind: str) -> list[str]:
    """Every method of a kind ('attributors', ...), from the folder and from entry points."""
    return sorted(_in_folder(HOUSE / FOLDER.get(kind, kind), MARK.get(kind, "")) | set(_entry_points(kind)))


@cache
def _in_folder(folder: Path, mark: str) -> frozenset[str]:
    """The files of a folder that hold a method, found once per process."""
    files = folder.glob("[!_]*.py")
    return frozenset(path.stem for path in files if not mark or mark in path.read_text("utf-8"))


@cache
def source_digest(*kinds: str) -> str:
    """Identifies the code and data of floors of the house, so that nothing stored outlives a change of them.

    A floor is a folder, or a single file of the ground floor by its name.
    """
    files = [path for kind in kinds for path in _files(HOUSE / kind)]
    return hashlib.sha256(b"\x1f".join(path.read_bytes() for path in files)).hexdigest()


def _files(floor: Path) -> list[Path]:
    return [floor] if floor.is_file() else sorted(path for path in floor.glob("*.*") if path.suffix in SOURCES)


def summary(kind: str, name: str) -> str:
    """The first line of a method's docstring, read without importing it."""
    module = _module(kind, name)
    if module is None:
        return f"from {_entry_points(kind)[name].value}"
    lines = (ast.get_docstring(module) or "").splitlines()
    return lines[0] if lines else ""


def facts(kind: str, name: str) -> dict[str, Any]:
    """The literal class attributes of a method, read without importing it; none of a plugin's.

    >>> facts("verifiers", "ppm")["family"]
    'compression'
    """
    module, wanted = _module(kind, name), name.replace("_", "")
    classes = [] if module is None else [node for node in module.body if isinstance(node, ast.ClassDef)]
    body = [line for node in classes if node.name.lower() == wanted for line in node.body]
    return {
        line.target.id: ast.literal_eval(line.value)
        for line in body
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name) and line.value and _literal(line.value)
    }


def page(kind: str, name: str) -> str:
    """Everything that a method says of itself: what it is, its parameters with their defaults, an example."""
    known = names(kind)
    if name not in known:
        raise SpecError(f"no {_one(kind)} named {name!r};{_hint(name, known)} there are: {', '.join(known)}")
    module, wanted = _module(kind, name), name.replace("_", "")
    if module is None:
        return summary(kind, name)
    parts = [ast.get_docstring(module) or ""]
    for node in module.body:
        if isinstance(node, ast.ClassDef) and node.name.lower() == wanted:
            parts += [_signature(node, name), ast.get_docstring(node) or ""]
    return "\n\n".join(part for part in parts if part)


def _signature(node: ast.ClassDef, name: str) -> str:
    made = [line.args for line in node.body if isinstance(line, ast.FunctionDef) and line.name == "__init__"]
    if not made:
        return name
    defaults = zip(made[0].args[-len(made[0].defaults) or len(made[0].args) :], made[0].defaults, strict=True)
    return f"{name}({', '.join(f'{given.arg}={ast.unparse(value)}' for given, value in defaults)})"


def _literal(node: ast.expr) -> bool:
    try:
        ast.literal_eval(node)
    except (ValueError, TypeError):
        return False
    return True


@cache
def _module(kind: str, name: str) -> ast.Module | None:
    path = HOUSE / FOLDER.get(kind, kind) / f"{name}.py"
    return ast.parse(path.read_text(encoding="utf-8")) if path.exists() else None


def build(kind: str, text: str) -> Any:
    """The object that a spec names; `package.module:object` reaches anything importable."""
    if ":" in text.split("(")[0]:
        return _imported(kind, text)
    spec = Spec.parse(text)
    factory = _factory(kind, spec.name)
    known = [name for name in inspect.signature(factory).parameters if name != "self"]
    for key in spec.parameters:
        if key not in known:
            have = f"it has: {', '.join(known)}" if known else "it has none"
            raise SpecError(f"{_one(kind)} {spec.name!r} has no parameter {key!r};{_hint(key, known)} {have}")
    return factory(**spec.parameters)


def _factory(kind: str, name: str) -> Any:
    folder = FOLDER.get(kind, kind)
    if (HOUSE / folder / f"{name}.py").exists() and not name.startswith("_") and name in names(kind):
        module = importlib.import_module(f"stylobench.{folder}.{name}")
        wanted = name.replace("_", "")
        return next(v for k, v in vars(module).items() if k.lower() == wanted and inspect.isclass(v))
    plugins = _entry_points(kind)
    if name in plugins:
        return plugins[name].load()
    known = names(kind)
    raise SpecError(f"no {_one(kind)} named {name!r};{_hint(name, known)} there are: {', '.join(known)}")


def _imported(kind: str, text: str) -> Any:
    module_name, _, wanted = text.partition(":")
    if not all(part.isidentifier() for part in module_name.split(".")):
        raise SpecError(f"{_one(kind)} {text!r}: write package.module:object, as in an import statement")
    spec = Spec.parse(wanted)
    found = _attribute(kind, text, module_name, spec.name)
    if hasattr(found, "fit") and not inspect.isclass(found) and not spec.parameters:
        return found
    if not callable(found):
        raise SpecError(f"{_one(kind)} {text!r} is a {type(found).__name__}, not an estimator or what makes one")
    _check_arguments(kind, text, found, spec)
    return found(**spec.parameters)


def _check_arguments(kind: str, text: str, made_by: Any, spec: Spec) -> None:
    try:
        signature = inspect.signature(made_by)
    except ValueError:
        # some built-in types have none
        return
    try:
        signature.bind(**spec.parameters)
    except TypeError as error:
        raise SpecError(
            f"{_one(kind)} {text!r}: {spec.name}() takes other arguments ({error}); write them as "
            f"{spec.name}(name=value, ...)"
        ) from None


def _attribute(kind: str, text: str, module_name: str, attribute: str) -> Any:
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    try:
        return getattr(importlib.import_module(module_name), attribute)
    except ModuleNotFoundError as error:
        if error.name and not module_name.startswith(error.name):
            raise MissingPart(f"{error.name} (needed by {module_name})", f"pip install {error.name}") from None
        raise SpecError(f"{_one(kind)} {text!r}: no module {module_name!r} in this folder or on the path") from None
    except AttributeError:
        raise SpecError(f"{_one(kind)} {text!r}: module {module_name!r} has no {attribute!r}") from None


@cache
def _entry_points(kind: str) -> dict[str, importlib.metadata.EntryPoint]:
    return {point.name: point for point in _installed().select(group=f"stylobench.{kind}")}


@cache
def _installed() -> Any:
    """What every installed package offers, which takes a file of each to find out."""
    return importlib.metadata.entry_points()


def _hint(word: str, known: list[str]) -> str:
    near = difflib.get_close_matches(word, known, n=1, cutoff=0.6)
    folded = [name for name in known if name.lower() == word.lower()]
    return f" did you mean {(folded or near)[0]!r}?" if folded or near else ""


def _one(kind: str) -> str:
    return kind.removesuffix("s")
