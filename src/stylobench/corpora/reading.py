"""A path -> a Corpus: every file of this folder that defines `read(path, ...)` is a format because it is there.

One that also defines `recognises(path)` takes part in guessing.
"""

from __future__ import annotations

import ast
import difflib
import importlib
import importlib.metadata
import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from stylobench.corpora.mending import OPTIONS as MENDING
from stylobench.corpora.mending import Mending, mended
from stylobench.corpora.table import KINDS
from stylobench.errors import CorpusError, SpecError, StylobenchError
from stylobench.records import Corpus
from stylobench.specs import Spec

HERE = Path(__file__).parent
ENTRY_POINTS = "stylobench.corpora"
GENERAL = ("table", "folders")


def load(path: Path, format: str | None = None, **options: Any) -> Corpus:
    """Read a corpus; without a format it is guessed from the files. `world(...)` is a simulated one.

    With any format go `topic_aliases` (a file or a table from labels to topics), `merge_topics` and `drop_duplicates`.
    """
    mending = Mending.of(options)
    reading = {name: value for name, value in options.items() if name not in MENDING}
    return mended(_read(path, format, reading), mending)


def _read(path: Path, format: str | None, options: dict[str, Any]) -> Corpus:
    if not path.exists():
        return _simulated(path, options)
    if format is None:
        format = guess(path)
    elif format in KINDS:
        options, format = {"kind": format, **options}, "table"
    reader = _reader(format)
    _check_options(f"format {format!r}", reader, options)
    _check_shape(path, format)
    try:
        return reader(path, **options)
    except PermissionError as error:
        raise CorpusError(f"cannot read {error.filename or path}: permission denied") from None


def formats() -> list[str]:
    """Every format, from this folder (without importing it) and from entry points."""
    here = [path.stem for path in HERE.glob("*.py") if _defines("read", path)]
    return sorted({*here, *(point.name for point in _plugins())})


def guess(path: Path) -> str:
    """The format that says it recognises the files; a special one goes before the general ones."""
    found = [name for name in formats() if _recognises(name, path)]
    special = [name for name in found if name not in GENERAL] or found
    if len(special) == 1:
        return special[0]
    if not special:
        raise CorpusError(f"cannot tell the format of {path}; say which with --format: {', '.join(formats())}")
    raise CorpusError(f"{path} could be {' or '.join(special)}; say which with --format")


def _recognises(name: str, path: Path) -> bool:
    if not _defines("recognises", HERE / f"{name}.py"):
        return False
    module = importlib.import_module(f"stylobench.corpora.{name}")
    return bool(module.recognises(path))


def _check_shape(path: Path, format: str) -> None:
    if format in {"folders", "newsgroups"} and not path.is_dir():
        raise CorpusError(f"{path} is a file; format {format!r} reads a folder")


def _reader(format: str) -> Callable[..., Corpus]:
    if re.fullmatch(r"\w+", format) and _defines("read", HERE / f"{format}.py"):
        found: Callable[..., Corpus] = importlib.import_module(f"stylobench.corpora.{format}").read
        return found
    for point in _plugins():
        if point.name == format:
            plugin: Callable[..., Corpus] = point.load()
            return plugin
    raise SpecError(f"no format named {format!r}{_near(format, formats())}; there are: {', '.join(formats())}")


def _defines(name: str, path: Path) -> bool:
    """Whether a file defines a function of this name, found without running it."""
    if not path.is_file():
        return False
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except SyntaxError:
        return False
    return any(isinstance(node, ast.FunctionDef) and node.name == name for node in tree.body)


def _plugins() -> list[importlib.metadata.EntryPoint]:
    return sorted(importlib.metadata.entry_points(group=ENTRY_POINTS), key=lambda point: point.name)


def _simulated(path: Path, options: dict[str, Any]) -> Corpus:
    text = str(path)
    if not re.match(r"\s*world\s*(\(|$)", text):
        raise CorpusError(f"no file or folder named {text!r}; a simulated corpus is written 'world(authors=6)'")
    from stylobench.corpora.world import world

    parameters = {**Spec.parse(text).parameters, **options}
    _check_options("world", world, parameters)
    try:
        return world(**parameters)
    except StylobenchError:
        raise
    except (TypeError, ValueError) as error:
        raise SpecError(f"{text}: {error}") from None


def _check_options(what: str, function: Callable[..., Any], options: dict[str, Any]) -> None:
    parameters = inspect.signature(function).parameters.values()
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        return
    known = [parameter.name for parameter in parameters if parameter.name != "path"]
    for key in options:
        if key not in known:
            has = f"it has: {', '.join(known)}" if known else "it has none"
            raise SpecError(f"{what} has no option {key!r}{_near(key, known)}; {has}")


def _near(word: str, known: list[str]) -> str:
    near = difflib.get_close_matches(word, known, n=1, cutoff=0.6)
    return f"; did you mean {near[0]!r}?" if near else ""
