"""Where an attack takes place: the problems of one data set, their folds, and who or what they share."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from stylobench.engine.problem_splits import AskedProblems, asked_problems, known_problems, split_problems
from stylobench.engine.shift_answers import digest_of
from stylobench.engine.writers import writers
from stylobench.errors import SplitError
from stylobench.records import Corpus, Problem, Rows, Trials, TrialSplit
from stylobench.splits.buffered import touching
from stylobench.splits.crossed import crossed, partners
from stylobench.statistics.trial_draws import Units

LONGEST_NAME = 80
UNFIT_FOR_FILES = re.compile(r"[^A-Za-z0-9._-]+")


@dataclass(frozen=True)
class Arena:
    """Documents by row, the splits over them, and all tested problems in the order of the splits.

    `authors` are those of the documents where every one of them is known, else None.
    """

    name: str
    corpus: Corpus
    texts: tuple[str, ...]
    authors: tuple[str, ...] | None
    splits: tuple[TrialSplit, ...]
    ids: tuple[str, ...]
    warnings: tuple[str, ...]

    @cached_property
    def digest(self) -> str:
        """Identifies the documents, in order."""
        return digest_of(self.corpus, self.texts)

    @cached_property
    def tested(self) -> Trials:
        """Every tested problem."""
        return Trials.joined([split.test for split in self.splits])

    @cached_property
    def fold(self) -> Rows:
        """The split that tests each problem."""
        return np.repeat(np.arange(len(self.splits)), [len(split.test) for split in self.splits])

    @cached_property
    def trained(self) -> tuple[Rows, ...]:
        """For each split the tested problems that share no text with its own."""
        return tuple(np.flatnonzero(~touching(self.tested, split.test)) for split in self.splits)

    @cached_property
    def units(self) -> Units:
        """Authors where they are known, else texts."""
        if self.authors is None:
            return Units.texts(self.tested.known, self.tested.starts, self.tested.questioned)
        first = self.tested.known[self.tested.starts[:-1]]
        names = np.array(self.authors)
        return Units.authors(names[first], names[self.tested.questioned])

    @cached_property
    def writers(self) -> Rows:
        """A code for who wrote each document."""
        return writers(self.texts, self.authors or [None], self.splits)

    def group(self, row: int) -> str:
        """Who wrote a document; where nobody says so, all that must be by one person because problems share texts."""
        return f"person {self.writers[row]}" if self.authors is None else self.authors[row]

    def problem(self, trials: Trials, place: int) -> Problem:
        """One trial as a method sees it."""
        known = trials.known[trials.starts[place] : trials.starts[place + 1]]
        return Problem(tuple(self.texts[row] for row in known), self.texts[trials.questioned[place]])


def arena(corpus: Corpus, name: str, folds: int | None, seed: int) -> Arena:
    """The problems of a corpus, or pairs drawn from its documents; crossed where all are by the same author."""
    asked = _crossed(corpus, folds, seed) if _one_sided(corpus) else asked_problems(corpus, folds, seed)
    texts, authors = corpus.texts, corpus.column("author")
    who = [authors[row] for row in asked.rows]
    known = tuple(str(author) for author in who) if all(who) else None
    found = Arena(name, corpus, tuple(texts[row] for row in asked.rows), known, asked.splits, (), asked.warnings)
    return replace(found, ids=asked.ids or _drawn_ids(found, [str(corpus.column("id")[row]) for row in asked.rows]))


def _drawn_ids(found: Arena, documents: Sequence[str]) -> tuple[str, ...]:
    tested = found.tested
    first = tested.known[tested.starts[:-1]]
    return tuple(file_name(documents[a], documents[b]) for a, b in zip(first, tested.questioned, strict=True))


def file_name(known: str, questioned: str) -> str:
    """A name for a pair of documents that a file can have; what is lost of theirs is made up for by a digest.

    >>> file_name("a1", "b2"), file_name("a/1", "b 2")
    ('a1+b2', 'a_1+b_2+c554b2cd')
    """
    plain = [UNFIT_FOR_FILES.sub("_", name)[:LONGEST_NAME] for name in (known, questioned)]
    if plain == [known, questioned]:
        return "+".join(plain)
    digest = hashlib.sha256(f"{known}\x1f{questioned}".encode("utf-8", "surrogatepass")).hexdigest()
    return "+".join([*plain, digest[:8]])


def _one_sided(corpus: Corpus) -> bool:
    truths = {trial.same for trial in corpus.trials if trial.same is not None}
    if truths == {False}:
        raise SplitError(f"corpus {corpus.name!r} has no same-author problem: there is nobody to hide")
    return truths == {True}


def _crossed(corpus: Corpus, folds: int | None, seed: int) -> AskedProblems:
    """Same-author problems as they are, and as many of different authors by crossing them."""
    rows, trials, same = known_problems(corpus)
    different = crossed(same)
    ids = [trial.id for trial in trials]
    ids += [f"{ids[known]} x {ids[questioned]}" for known, questioned in zip(*partners(same), strict=True)]
    asked = split_problems(rows, Trials.joined([same, different]), ids, folds, seed)
    told = (
        f"all {len(same)} problems are same-author: {len(different)} of different authors were made from them by "
        "crossing texts, taking problems that share no text to be by different people"
    )
    untold = len(corpus.trials) - len(same)
    left = [f"{untold} of {len(corpus.trials)} problems have no known answer and are not used"] if untold else []
    return replace(asked, warnings=(*left, told, *asked.warnings))
