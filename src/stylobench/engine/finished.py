"""finished.json: what the result of a study was made from, so that it is not made again where nothing has changed.

Looking at it must be quick: methods of the house go by their specs, because the source of the whole house is part of
the key; only those that rest on something else are built to be identified.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import cache
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Any

from stylobench.engine.kept_runs import FAILED, checked, signed, write_whole
from stylobench.engine.plan import KINDS, Study
from stylobench.engine.studies import fact, inputs
from stylobench.engine.tested_file import ANSWERS
from stylobench.engine.tested_file import NAME as TESTED
from stylobench.errors import MissingPart, SpecError
from stylobench.specs import HOUSE, Spec

NAME = "finished.json"
RESULT, REPORT = "result.json", "report.html"
REWRITES = "rewrites"
ELSEWHERE = ("depends_on", "wraps")


@dataclass(frozen=True)
class Finished:
    """The key of a study, the digests of its files, every method's jobs (key -> bytes), and what failed."""

    key: str
    files: Mapping[str, str]
    jobs: Mapping[str, Mapping[str, int]]
    gaps: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True)
class Stock:
    """The jobs that are kept in a home: key -> bytes."""

    answered: Mapping[str, int]
    failed: Mapping[str, int]

    @classmethod
    def of(cls, home: Path) -> Stock:
        """By one look into each folder."""
        answered, failed = dict[str, int](), dict[str, int]()
        for shelf in (home / ANSWERS, home / REWRITES):
            for entry in os.scandir(shelf) if shelf.is_dir() else ():
                key, suffix = os.path.splitext(entry.name)
                if suffix and not key.startswith("."):
                    with suppress(FileNotFoundError):  # another run may answer what failed just now
                        (failed if suffix == FAILED else answered)[key] = entry.stat().st_size
        return cls(answered, failed)

    def known(self, again: bool) -> Mapping[str, int]:
        """Jobs that need not be done; those that failed unless they are to be tried again."""
        return self.answered if again else {**self.failed, **self.answered}


def study_key(study: Study, corpora: Mapping[str, str]) -> str:
    """Identifies everything that the result of a study depends on; corpora by what identifies them."""
    usual = fact(study.test, "OPTIONS", {})
    chosen = {name: value for name, value in study.options.items() if value != usual.get(name)}
    parts = [
        asdict(replace(study, options=chosen)),
        dict(corpora),
        [_content_digest(path) for path in inputs(study)],
        [identity(kind, spec) for kind, specs in _methods(study) for spec in specs],
        surroundings(),
    ]
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()


def _methods(study: Study) -> Iterator[tuple[str, Sequence[str]]]:
    own = fact(study.test, "DEFAULTS", {})
    named = dict(study.named)
    for kind in KINDS:
        yield kind, named.get(kind) or own.get(kind, ())


def identity(kind: str, spec: str) -> str:
    """The spec where it says all, else the fingerprint of the method that it names."""
    if _says_all(kind, spec):
        return spec
    from stylobench.engine.methods import methods

    try:
        return " ".join(method.fingerprint for method in methods([spec], kind))
    except MissingPart as missing:
        return f"{spec}: {missing}"


def _says_all(kind: str, text: str) -> bool:
    """Whether a spec names a method of the house that rests on nothing but its source and plain parameters."""
    try:
        spec = Spec.parse(text)
    except SpecError:
        return False
    path = HOUSE / kind / f"{spec.name}.py"
    if not path.is_file() or any(word in path.read_text(encoding="utf-8") for word in ELSEWHERE):
        return False
    return all(_plain(value) for value in spec.parameters.values())


def _plain(value: Any) -> bool:
    if isinstance(value, str):
        return bool(re.fullmatch(r"\w+", value)) and (HOUSE / "features" / f"{value}.py").is_file()
    return value is None or isinstance(value, bool | int | float)


@cache
def surroundings() -> str:
    """Identifies the source of the house, with its pages and tables, and the versions of what it stands on."""
    total = hashlib.sha256(platform.python_version().encode())
    for path in sorted(path for path in HOUSE.rglob("*.*") if path.parent.name != "__pycache__" and path.is_file()):
        total.update(path.relative_to(HOUSE).as_posix().encode() + hashlib.sha256(path.read_bytes()).digest())
    for name in sorted({re.split(r"[^\w.-]", line, maxsplit=1)[0] for line in requires("stylobench") or ()}):
        total.update(f"{name} {_version(name)}\x1f".encode())
    return total.hexdigest()


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "none"


def _content_digest(path: Path) -> str:
    """Identifies the contents of a file, or of all files of a folder."""
    if not path.exists():
        return "nothing"
    files = sorted(one for one in path.rglob("*") if one.is_file()) if path.is_dir() else [path]
    total = hashlib.sha256()
    for file in files:
        total.update(file.relative_to(path).as_posix().encode() + b"\x1f" + hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()


def keep_finished(
    home: Path, study: Study, key: str, jobs: Mapping[str, str], gaps: Sequence[Mapping[str, Any]]
) -> Finished:
    """Note that the result of a study is made, from these jobs (key -> label)."""
    folder, sizes = home / study.name, Stock.of(home).known(again=False)
    files = {name: _content_digest(folder / name) for name in (RESULT, REPORT, TESTED) if (folder / name).is_file()}
    by_label: dict[str, dict[str, int]] = {label: {} for label in sorted(set(jobs.values()))}
    for one in sorted(jobs):
        by_label[jobs[one]][one] = sizes.get(one, 0)
    done = Finished(key, files, by_label, tuple(gaps))
    write_whole(folder / NAME, signed(asdict(done)))
    return done


def read_finished(folder: Path) -> Finished | None:
    """What is noted there; None where nothing is, or nothing that can be read."""
    try:
        held = checked((folder / NAME).read_bytes())
        return Finished(held["key"], held["files"], dict(held["jobs"]), tuple(held["gaps"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def still_good(done: Finished | None, folder: Path, key: str, known: Mapping[str, int]) -> bool:
    """Whether a result is there that was made from the same, with all its answers at their full length."""
    if done is None or done.key != key:
        return False
    return all(jobs.items() <= known.items() for jobs in done.jobs.values()) and all(
        (folder / name).is_file() and _content_digest(folder / name) == digest for name, digest in done.files.items()
    )


def forget(folder: Path) -> None:
    """The result in a folder is about to be made anew."""
    (folder / NAME).unlink(missing_ok=True)
