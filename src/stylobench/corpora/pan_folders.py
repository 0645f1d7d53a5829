"""PAN 2013-15 verification: a folder per problem with known*.txt and unknown.txt, the truth beside them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from stylobench.corpora.decoding import decode
from stylobench.corpora.walking import Skipped, contents, demand, files, peek, shown
from stylobench.errors import CorpusError
from stylobench.pan.truth import read_truth
from stylobench.records import Corpus, Document, Trial

KNOWN = re.compile(r"known.*\.txt", re.IGNORECASE)
QUESTIONED = re.compile(r"unknown.*\.txt", re.IGNORECASE)
BESIDE = {"truth.txt", "truth.json", "contents.json"}
SAID = ("language", "genre")
NAMED = 3


@dataclass
class Shelf:
    """Distinct texts as documents, under the id of the first file that holds each."""

    meta: Mapping[str, str]
    documents: dict[str, Document] = field(default_factory=dict)

    def put(self, id: str, text: str) -> str:
        """The id that the text goes by."""
        return self.documents.setdefault(text, Document(id, text, meta=self.meta)).id


@dataclass
class Remarks:
    """Problems by what is odd about them."""

    problems: dict[str, list[str]] = field(default_factory=dict)

    def note(self, what: str, problem: str) -> None:
        """Remember one problem."""
        self.problems.setdefault(what, []).append(problem)

    def warnings(self) -> list[str]:
        """One line for each oddity."""
        return [f"{what}: {len(names):,} ({_some(names)})" for what, names in self.problems.items()]


def recognises(path: Path) -> bool:
    """Whether a known and a questioned text stand side by side in a folder below it."""
    found = peek(path) if path.is_dir() else []
    questioned = {file.parent for file in found if QUESTIONED.fullmatch(file.name)}
    return any(file.parent in questioned and KNOWN.fullmatch(file.name) for file in found)


def read(path: Path, encoding: str | None = None) -> Corpus:
    """Read one set of problems: each distinct text once, and a trial per problem. Nobody says who wrote what.

    A folder above the set will do. A problem that lacks either side is left out, one without truth has `same` None.
    """
    if not path.is_dir():
        raise CorpusError(f"{path} is a file; format 'pan_folders' reads a folder")
    skipped, remarks = Skipped(), Remarks()
    problems = _problems(path, skipped)
    root = _only_set(path, list(problems))
    shelf = Shelf(_said(root, remarks))
    trials = list(_trials(problems, _truth(root, problems, remarks), shelf, _Reading(root, encoding, skipped, remarks)))
    warnings = [*skipped.warnings(), *remarks.warnings()]
    if not trials:
        raise CorpusError("; ".join((f"{path} holds no problem with known texts and an unknown one", *warnings)))
    repeated = sum(1 + len(trial.known) for trial in trials) - len(shelf.documents)
    provenance = {
        "format": "pan_folders",
        "problems": len(trials),
        "repeated_texts": repeated,
        "warnings": warnings,
    }
    return Corpus.of(path.resolve().name, shelf.documents.values(), provenance, trials)


@dataclass(frozen=True)
class _Reading:
    """Where texts are read from, how, and where oddities go."""

    root: Path
    encoding: str | None
    skipped: Skipped
    remarks: Remarks

    def texts(self, found: list[Path], problem: str) -> Iterator[tuple[str, str]]:
        """Id and text of each file that holds something."""
        for file, data in contents(found, self.root, self.skipped):
            text = decode(data, file, self.encoding)
            if text.strip():
                yield shown(file.with_suffix(""), self.root), text
            else:
                self.remarks.note("problems with an empty text, which is left out", problem)


def _problems(path: Path, skipped: Skipped) -> dict[Path, list[Path]]:
    """The texts of each problem, by its folder."""
    found: dict[Path, list[Path]] = {}
    for file in files(path, skipped):
        if KNOWN.fullmatch(file.name) or QUESTIONED.fullmatch(file.name):
            found.setdefault(file.parent, []).append(file)
        elif file.name.lower() not in BESIDE:
            skipped.note("neither known nor unknown text", shown(file, path))
    if path in found:
        raise CorpusError(f"{path} is a single problem; name the folder above it, which holds truth.txt")
    demand(path, bool(found), "folder with known*.txt and unknown.txt", skipped)
    return found


def _only_set(path: Path, problems: list[Path]) -> Path:
    sets = list(dict.fromkeys(folder.parent for folder in problems))
    if len(sets) > 1:
        names = ", ".join(shown(each, path) for each in sets)
        raise CorpusError(f"{path} holds {len(sets)} sets of problems; name one of: {names}")
    return sets[0]


def _said(root: Path, remarks: Remarks) -> dict[str, str]:
    """Language and genre, where contents.json gives them."""
    file = root / "contents.json"
    if not file.is_file():
        return {}
    try:
        said = json.loads(decode(file.read_bytes(), file))
    except ValueError:
        said = None
    if not isinstance(said, dict):
        remarks.note("files beside the problems that are not a JSON object", file.name)
        return {}
    return {name: str(said[name]) for name in SAID if said.get(name)}


def _truth(root: Path, problems: Mapping[Path, object], remarks: Remarks) -> dict[str, bool]:
    file = root / "truth.txt"
    if not file.is_file():
        return {}
    found = read_truth(file)
    truth = {id: bool(same) for id, same in zip(found.ids, found.same, strict=True)}
    here = {folder.name for folder in problems}
    for id in truth:
        if id not in here:
            remarks.note("problems in truth.txt without a folder", id)
    return truth


def _trials(
    problems: Mapping[Path, list[Path]], truth: Mapping[str, bool], shelf: Shelf, reading: _Reading
) -> Iterator[Trial]:
    for folder, found in problems.items():
        name, remarks = shown(folder, reading.root), reading.remarks
        known = list(reading.texts([file for file in found if KNOWN.fullmatch(file.name)], name))
        questioned = list(reading.texts([file for file in found if QUESTIONED.fullmatch(file.name)], name))
        if not known:
            remarks.note("problems without known texts, left out", name)
        elif len(questioned) != 1:
            lack = "without an unknown text" if not questioned else "with several unknown texts"
            remarks.note(f"problems {lack}, left out", name)
        else:
            ids = dict.fromkeys(shelf.put(*text) for text in known)
            trial = Trial(name, tuple(ids), shelf.put(*questioned[0]), truth.get(name))
            _look_at(trial, remarks)
            yield trial


def _look_at(trial: Trial, remarks: Remarks) -> None:
    if trial.same is None:
        remarks.note("problems without truth", trial.id)
    if trial.questioned in trial.known:
        remarks.note("problems whose unknown text is one of the known", trial.id)


def _some(names: list[str]) -> str:
    return ", ".join(names[:NAMED]) + (", ..." if len(names) > NAMED else "")
