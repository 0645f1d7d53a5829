"""finished.json: what the result of a study was made from, so that it is not made again where nothing has changed.

Looking at it must be quick: methods of the house go by their specs, because the source of the whole house is part of
the key; only those that rest on something else are built to be identified.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from stylobench.engine.kept_runs import FAILED, checked, signed, write_whole
from stylobench.engine.plan import KINDS, Study
from stylobench.engine.studies import fact, inputs, parts
from stylobench.engine.surroundings import made_with
from stylobench.engine.tested_file import ANSWERS
from stylobench.engine.tested_file import NAME as TESTED
from stylobench.errors import MissingPart, SpecError
from stylobench.specs import FOLDER, HOUSE, Spec, build

NAME = "finished.json"
RESULT, REPORT = "result.json", "report.html"
REWRITES = "rewrites"
ELSEWHERE = ("depends_on", "wraps")


@dataclass(frozen=True)
class Finished:
    """The key of a study, the digests of its files, every method's jobs (key -> checksum), and what failed."""

    key: str
    files: Mapping[str, str]
    jobs: Mapping[str, Mapping[str, int | None]]
    gaps: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True)
class Stock:
    """The jobs that are kept in a home: key -> file."""

    answered: Mapping[str, str]
    failed: Mapping[str, str]

    @classmethod
    def of(cls, home: Path) -> Stock:
        """By one look into each folder."""
        answered, failed = dict[str, str](), dict[str, str]()
        for shelf in (home / ANSWERS, home / REWRITES):
            for entry in os.scandir(shelf) if shelf.is_dir() else ():
                key, suffix = os.path.splitext(entry.name)
                if suffix and not key.startswith("."):
                    (failed if suffix == FAILED else answered)[key] = entry.path
        return cls(answered, failed)

    def known(self, again: bool) -> Mapping[str, str]:
        """Jobs that need not be done; those that failed unless they are to be tried again."""
        return self.answered if again else {**self.failed, **self.answered}


def _checksum(file: str | None) -> int | None:
    """Of the contents of a file; None where it is not there, as when another run answers what failed just now."""
    if file is None:
        return None
    with suppress(OSError), open(file, "rb") as opened:
        return zlib.crc32(opened.read())
    return None


def study_key(study: Study, corpora: Mapping[str, str]) -> str:
    """Identifies everything that the result of a study depends on; corpora by what identifies them."""
    usual = fact(study.test, "OPTIONS", {})
    chosen = {name: value for name, value in study.options.items() if value != usual.get(name)}
    facts = [
        asdict(replace(study, options=chosen)),
        dict(corpora),
        [_content_digest(path) for path in inputs(study)],
        [identity(kind, spec) for kind, specs in _methods(study) for spec in specs],
        [identity(kind, spec) for kind, spec in parts(study)],
        made_with(),
    ]
    return hashlib.sha256(json.dumps(facts, sort_keys=True, default=str).encode()).hexdigest()


def _methods(study: Study) -> Iterator[tuple[str, Sequence[str]]]:
    own = fact(study.test, "DEFAULTS", {})
    named = dict(study.named)
    for kind in KINDS:
        yield kind, named.get(kind) or own.get(kind, ())


def identity(kind: str, spec: str) -> str:
    """The spec where it says all, else the fingerprint of what it names."""
    if _says_all(kind, spec):
        return spec
    from stylobench.engine.methods import fingerprint, methods

    try:
        if kind not in KINDS:
            return fingerprint(build(kind, spec), kind)
        return " ".join(method.fingerprint for method in methods([spec], kind))
    except MissingPart as missing:
        return f"{spec}: {missing}"


def _says_all(kind: str, text: str) -> bool:
    """Whether a spec names a method or part of the house that rests on nothing but its source and plain parameters."""
    try:
        spec = Spec.parse(text)
    except SpecError:
        return False
    path = HOUSE / FOLDER.get(kind, kind) / f"{spec.name}.py"
    if not path.is_file() or any(word in path.read_text(encoding="utf-8") for word in ELSEWHERE):
        return False
    return all(_plain(value) for value in spec.parameters.values())


def _plain(value: Any) -> bool:
    if isinstance(value, str):
        return bool(re.fullmatch(r"\w+", value)) and (HOUSE / "features" / f"{value}.py").is_file()
    return value is None or isinstance(value, bool | int | float)


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
    folder, known = home / study.name, Stock.of(home).known(again=False)
    files = {name: _content_digest(folder / name) for name in (RESULT, REPORT, TESTED) if (folder / name).is_file()}
    by_label: dict[str, dict[str, int | None]] = {label: {} for label in sorted(set(jobs.values()))}
    for one in sorted(jobs):
        by_label[jobs[one]][one] = _checksum(known.get(one))
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


def still_good(done: Finished | None, folder: Path, key: str, known: Mapping[str, str]) -> bool:
    """Whether a result is there that was made from the same, with all its answers unchanged."""
    if done is None or done.key != key:
        return False
    answers = (one for jobs in done.jobs.values() for one in jobs.items())
    return all(_checksum(known.get(job)) == checksum is not None for job, checksum in answers) and all(
        (folder / name).is_file() and _content_digest(folder / name) == digest for name, digest in done.files.items()
    )


def forget(folder: Path) -> None:
    """The result in a folder is about to be made anew."""
    (folder / NAME).unlink(missing_ok=True)
