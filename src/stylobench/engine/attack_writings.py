"""The rewritten texts of one data set: which are needed, what became of them, and where they stand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from stylobench.edits import Rewrite
from stylobench.engine.attack_arena import Arena
from stylobench.engine.rewriting import Aim, Ready, RewriteTask, Shelf, Written, rewritten
from stylobench.engine.run import Force, Told
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.records import Problem, Rows, Trials

Key = tuple[int, ...]


@dataclass(frozen=True)
class Writings:
    """What an obfuscator wrote, by what it was shown: (questioned row), or (questioned row, *known rows)."""

    name: str
    uses_known: bool
    made: Mapping[Key, Written]
    rewrites: Mapping[Key, Rewrite]

    def key(self, trials: Trials, place: int) -> Key:
        """What the obfuscator is shown of a trial."""
        return _key(trials, place, self.uses_known)

    def of(self, trials: Trials, place: int) -> Rewrite | None:
        """The rewritten questioned text of a trial; None where it failed or was not asked for."""
        return self.rewrites.get(self.key(trials, place))

    def covers(self, trials: Trials) -> bool:
        """Whether every questioned text of these trials was asked for."""
        return all(self.key(trials, place) in self.made for place in range(len(trials)))


def _key(trials: Trials, place: int, uses_known: bool) -> Key:
    known = trials.known[trials.starts[place] : trials.starts[place + 1]].tolist() if uses_known else []
    return (int(trials.questioned[place]), *known)


@dataclass(frozen=True)
class Studio:
    """How texts are rewritten: the seed, where they are kept, processes, whom to tell."""

    seed: int
    shelf: Shelf
    force: Force | None = None
    told: Told | None = None


def write(
    ready: Ready, field: Arena, wanted: Iterable[tuple[Trials, int]], studio: Studio, more: Iterable[int] = ()
) -> Writings:
    """Rewrite the questioned texts of these trials, and of an obfuscator that looks at texts alone also `more` rows."""
    tasks = rewrite_tasks(ready, field, wanted, studio.seed, more)
    done = rewritten(list(tasks.values()), studio.shelf, studio.force, studio.told)
    return _writings(ready.obfuscator.name, ready.uses_known, field, dict(zip(tasks, done, strict=True)))


def rewrite_tasks(
    ready: Ready, field: Arena, wanted: Iterable[tuple[Trials, int]], seed: int, more: Iterable[int] = ()
) -> dict[Key, RewriteTask]:
    """What an obfuscator is asked for, by what it is shown."""
    aims = _aims(field) if hasattr(ready.obfuscator.estimator, "against") else None
    fold_of = {_key(field.tested, place, True): int(fold) for place, fold in enumerate(field.fold)}
    tasks: dict[Key, RewriteTask] = {}
    for trials, place in wanted:
        aim = aims[fold_of[_key(trials, place, True)]] if aims is not None else None
        key = _key(trials, place, ready.uses_known)
        tasks.setdefault(key, ready.task(field.problem(trials, place), seed, aim))
    if not ready.uses_known:
        for row in more:
            tasks.setdefault((row,), ready.task(Problem((), field.texts[row]), seed))
    return tasks


def given(name: str, field: Arena, texts: Mapping[str, Rewrite | str]) -> Writings:
    """Rewritten texts that were made elsewhere, by the id of the problem; a string says why there is none."""
    made: dict[Key, Written] = {}
    for place in np.flatnonzero(field.tested.same):
        found = texts.get(field.ids[place], "no rewritten text was given")
        edits, failure = (None, found) if isinstance(found, str) else (found.as_json(), None)
        made[_key(field.tested, int(place), True)] = Written("", name, edits, failure)
    return _writings(name, True, field, made)


def _writings(name: str, uses_known: bool, field: Arena, made: Mapping[Key, Written]) -> Writings:
    rewrites = {key: one.rewrite(field.texts[key[0]]) for key, one in made.items()}
    return Writings(name, uses_known, made, {key: one for key, one in rewrites.items() if one is not None})


def _aims(field: Arena) -> Sequence[Aim]:
    texts = Texts(list(field.texts))
    return [
        Aim(f"{field.digest} {split.train.digest}", Problems.without_truth(texts, split.train), split.train.same)
        for split in field.splits
    ]


class Stage:
    """The originals and every other text that is needed, each once, by row; `origins` has the row each was made of."""

    def __init__(self, originals: Sequence[str]) -> None:
        self._rows: dict[str, int] = {}
        self.texts, self.origins = list(originals), list(range(len(originals)))
        for row, text in enumerate(originals):
            self._rows.setdefault(text, row)

    def row(self, text: str, origin: int) -> int:
        """Where a text stands that was made of another."""
        if text not in self._rows:
            self._rows[text] = len(self.texts)
            self.texts.append(text)
            self.origins.append(origin)
        return self._rows[text]

    def replaced(self, trials: Trials, questioned: Mapping[int, str]) -> Trials:
        """The same trials with other questioned texts at these places."""
        rows = trials.questioned.copy()
        for place, text in questioned.items():
            rows[place] = self.row(text, int(rows[place]))
        return Trials(trials.known, trials.starts, rows, trials.same, trials.groups)


def first_known(trials: Trials) -> Rows:
    """The first known document of each trial."""
    return trials.known[trials.starts[:-1]]
