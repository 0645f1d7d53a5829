"""Answers of reviewers, read from the files that sheets save and checked against the key."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from stylobench.errors import ArchiveError
from stylobench.protocols.review import ORIGINAL

VERDICTS = ("correct", "passable", "incorrect")
SAID = {"yes": True, "no": False}
BEST, WORST = 1.0, 5.0
SHEETS = ("pairs", "questions")
UNNAMED = "no group"
Key = Mapping[str, Any]


@dataclass(frozen=True)
class Reviewer:
    """Who answered: a name, a group, the obfuscator that is their own work if any, and both ends of their scale."""

    name: str
    group: str
    system: str
    scale: tuple[float, float]


@dataclass(frozen=True)
class Grade:
    """A grade from 1 (best) to 5 of one text; `version` is 'original' or the obfuscator, `obfuscator` whose pair."""

    reviewer: Reviewer
    item: str
    problem: str
    obfuscator: str
    version: str
    measure: str
    value: float


@dataclass(frozen=True)
class Verdict:
    """Correct, passable or incorrect."""

    reviewer: Reviewer
    item: str
    problem: str
    obfuscator: str
    verdict: str


@dataclass(frozen=True)
class Recognition:
    """An answer to 'same author?', and whether it is right."""

    reviewer: Reviewer
    problem: str
    version: str
    same: bool
    right: bool


@dataclass(frozen=True)
class Reviews:
    """Everything that was answered."""

    reviewers: tuple[Reviewer, ...]
    grades: tuple[Grade, ...]
    verdicts: tuple[Verdict, ...]
    recognitions: tuple[Recognition, ...]


def read_key(path: Path) -> Key:
    """The key of a review."""
    key = _object(path, "the key of a review")
    if not (isinstance(key.get("review"), str) and all(isinstance(key.get(part), dict) for part in SHEETS)):
        raise ArchiveError(f"{path} is not the key of a review; give the key.json that `stylobench review` wrote")
    return key


def read_reviews(paths: Sequence[Path], key: Key) -> Reviews:
    """The answers of all files; nobody may answer a sheet twice."""
    answered: dict[tuple[str, str], Path] = {}
    grades, verdicts, recognitions = list[Grade](), list[Verdict](), list[Recognition]()
    people: dict[str, Reviewer] = {}
    for path in paths:
        file = _File.read(path, key)
        who = (file.reviewer.name, file.sheet)
        if who in answered:
            raise ArchiveError(f"{path}: {who[0]!r} has answered this sheet already, in {answered[who]}")
        answered[who] = path
        if people.setdefault(file.reviewer.name, file.reviewer) != file.reviewer:
            raise ArchiveError(f"{path}: {file.reviewer.name!r} states another group, system or scale than before")
        if file.sheet == "pairs":
            grades += file.grades(key)
            verdicts += file.verdicts(key)
        else:
            recognitions += file.recognitions(key)
    return Reviews(tuple(people.values()), tuple(grades), tuple(verdicts), tuple(recognitions))


@dataclass(frozen=True)
class _File:
    """One file of answers."""

    path: Path
    sheet: str
    reviewer: Reviewer
    answers: Mapping[str, Mapping[str, Any]]

    @classmethod
    def read(cls, path: Path, key: Key) -> _File:
        found = _object(path, "answers of a review")
        if found.get("review") != key["review"]:
            raise ArchiveError(
                f"{path} does not belong to this review: it answers {found.get('review')!r}, the key is that of "
                f"{key['review']!r}"
            )
        sheet, answers = found.get("sheet"), found.get("answers")
        if sheet not in SHEETS or not isinstance(answers, dict):
            raise ArchiveError(f"{path} is damaged: it needs a sheet ({' or '.join(SHEETS)}) and answers by item")
        for item, said in answers.items():
            if item not in key[sheet] or not isinstance(said, dict):
                raise ArchiveError(f"{path}: {item!r} is no item of the sheet {sheet!r} with answers")
        return cls(path, sheet, _reviewer(path, found), answers)

    def grades(self, key: Key) -> Iterator[Grade]:
        """Soundness of the pair, and how sensible either side reads."""
        for item, said in self.answers.items():
            fact = key["pairs"][item]
            sides = {"soundness": ("soundness", fact["obfuscator"])}
            for side in ("a", "b"):
                version = fact["obfuscator"] if fact["rewritten"] == side else ORIGINAL
                sides[f"sense_{side}"] = ("sensibleness", version)
            for name, (measure, version) in sides.items():
                if said.get(name) is not None:
                    value = self._grade(said[name], item)
                    yield Grade(self.reviewer, item, fact["problem"], fact["obfuscator"], version, measure, value)

    def _grade(self, value: Any, item: str) -> float:
        """The grade mapped to 1 (best) to 5."""
        best, worst = self.reviewer.scale
        if (
            isinstance(value, bool)
            or not isinstance(value, int | float)
            or not (min(best, worst) <= value <= max(best, worst))
        ):
            raise ArchiveError(f"{self.path}: {item!r} has grade {value!r}; it must lie between {best:g} and {worst:g}")
        return BEST + (WORST - BEST) * (value - best) / (worst - best)

    def verdicts(self, key: Key) -> Iterator[Verdict]:
        """Classes of pairs."""
        for item, said in self.answers.items():
            if said.get("verdict") is not None:
                if said["verdict"] not in VERDICTS:
                    raise ArchiveError(
                        f"{self.path}: {item!r} is called {said['verdict']!r}; there are: {', '.join(VERDICTS)}"
                    )
                fact = key["pairs"][item]
                yield Verdict(self.reviewer, item, fact["problem"], fact["obfuscator"], said["verdict"])

    def recognitions(self, key: Key) -> Iterator[Recognition]:
        """Answers to 'same author?'."""
        for item, said in self.answers.items():
            if said.get("same") is not None:
                if said["same"] not in SAID:
                    raise ArchiveError(f"{self.path}: {item!r} has the answer {said['same']!r}; there are: yes, no")
                fact = key["questions"][item]
                right = SAID[said["same"]] == fact["same"]
                yield Recognition(self.reviewer, fact["problem"], fact["version"], fact["same"], right)


def _reviewer(path: Path, found: Mapping[str, Any]) -> Reviewer:
    """Names as they are stated; a file without one goes by its own name."""
    texts = {name: found.get(name) or "" for name in ("reviewer", "group", "system")}
    if not all(isinstance(text, str) for text in texts.values()):
        raise ArchiveError(f"{path} is damaged: reviewer, group and system must be texts")
    scale = found.get("scale") or {"best": BEST, "worst": WORST}
    ends = [scale.get(end) for end in ("best", "worst")] if isinstance(scale, dict) else []
    stated = tuple(float(end) for end in ends if isinstance(end, int | float) and np.isfinite(end))
    if len(stated) != 2 or stated[0] == stated[1]:
        raise ArchiveError(f'{path}: a scale is stated by its two ends, such as {{"best": 1, "worst": 5}}')
    name = texts["reviewer"].strip() or path.stem
    return Reviewer(name, texts["group"].strip() or UNNAMED, texts["system"].strip(), stated)


def _object(path: Path, what: str) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise ArchiveError(f"cannot read {path}: {(error.strerror or 'unreadable').lower()}") from None
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise ArchiveError(f"{path} is not {what}: {error}") from None
    if not isinstance(found, dict):
        raise ArchiveError(f"{path} is not {what}: it should hold one JSON object")
    return found
