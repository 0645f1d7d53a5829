"""PAN 2016 author masking: a folder per problem with original.txt to be rewritten and same-author*.txt beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from stylobench.corpora.decoding import decode
from stylobench.corpora.pan_folders import Remarks, Shelf
from stylobench.corpora.walking import Skipped, contents, demand, files, peek, shown
from stylobench.errors import CorpusError
from stylobench.records import Corpus, Trial

KNOWN = re.compile(r"same-author.*\.txt", re.IGNORECASE)
QUESTIONED = "original.txt"


def recognises(path: Path) -> bool:
    """Whether an original and a text by the same author stand side by side in a folder below it."""
    found = peek(path) if path.is_dir() else []
    asked = {file.parent for file in found if file.name.lower() == QUESTIONED}
    return any(file.parent in asked and KNOWN.fullmatch(file.name) for file in found)


def read(path: Path, encoding: str | None = None) -> Corpus:
    """Read one set of problems: each distinct text once, and a same-author trial per problem.

    A folder above the set will do. A problem that lacks either side is left out. Nobody says who wrote what.
    """
    if not path.is_dir():
        raise CorpusError(f"{path} is a file; format 'pan_masking' reads a folder")
    reading = _Reading(path, encoding, Skipped(), Remarks(), Shelf({}))
    problems = _problems(path, reading.skipped)
    trials = list(reading.trials(problems, _only_set(path, problems)))
    warnings = [*reading.skipped.warnings(), *reading.remarks.warnings()]
    if not trials:
        raise CorpusError("; ".join((f"{path} holds no problem with an original and a same-author text", *warnings)))
    documents = reading.shelf.documents.values()
    provenance = {
        "format": "pan_masking",
        "problems": len(trials),
        "repeated_texts": sum(1 + len(trial.known) for trial in trials) - len(documents),
        "warnings": warnings,
    }
    return Corpus.of(path.resolve().name, documents, provenance, trials)


@dataclass(frozen=True)
class _Reading:
    """Where texts are read from, how, and where they and their oddities go."""

    path: Path
    encoding: str | None
    skipped: Skipped
    remarks: Remarks
    shelf: Shelf

    def trials(self, problems: Mapping[Path, list[Path]], root: Path) -> Iterator[Trial]:
        """A trial for each problem that has both sides."""
        for folder, found in problems.items():
            name = shown(folder, root)
            known = list(self._texts([file for file in found if KNOWN.fullmatch(file.name)], root, name))
            asked = list(self._texts([file for file in found if not KNOWN.fullmatch(file.name)], root, name))
            if not known or not asked:
                lack = "texts by the same author" if asked else "an original"
                self.remarks.note(f"problems without {lack}, left out", name)
                continue
            ids = dict.fromkeys(self.shelf.put(*text) for text in known)
            questioned = self.shelf.put(*asked[0])
            if questioned in ids:
                self.remarks.note("problems whose original is one of the others", name)
            yield Trial(name, tuple(ids), questioned, True)

    def _texts(self, found: list[Path], root: Path, problem: str) -> Iterator[tuple[str, str]]:
        """Id and text of each file that holds something."""
        for file, data in contents(found, self.path, self.skipped):
            text = decode(data, file, self.encoding)
            if text.strip():
                yield shown(file.with_suffix(""), root), text
            else:
                self.remarks.note("problems with an empty text, which is left out", problem)


def _problems(path: Path, skipped: Skipped) -> dict[Path, list[Path]]:
    """The texts of each problem, by its folder."""
    found: dict[Path, list[Path]] = {}
    for file in files(path, skipped):
        if file.name.lower() == QUESTIONED or KNOWN.fullmatch(file.name):
            found.setdefault(file.parent, []).append(file)
        else:
            skipped.note("neither original nor same-author text", shown(file, path))
    if path in found:
        raise CorpusError(f"{path} is a single problem; name the folder above it")
    demand(path, bool(found), "folder with original.txt and same-author*.txt", skipped)
    return found


def _only_set(path: Path, problems: Mapping[Path, list[Path]]) -> Path:
    sets = list(dict.fromkeys(folder.parent for folder in problems))
    if len(sets) > 1:
        names = ", ".join(shown(each, path) for each in sets)
        raise CorpusError(f"{path} holds {len(sets)} sets of problems; name one of: {names}")
    return sets[0]
