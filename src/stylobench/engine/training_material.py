"""What verifiers of a saved model learn from, and the problems that show what their scores are worth.

From documents with authors, pairs are drawn to learn from, and people are left out in folds: calibration problems are
built of their texts only, so that scores are judged on people whom the verifier has never met. Problems that a corpus
ships are left out with a buffer, and asked with fewer known texts and with shorter ones too.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from stylobench.engine.attack_arena import Arena, arena
from stylobench.engine.problem_splits import MANY_FOLDS, PAIR_FOLDS, distinct_rows
from stylobench.engine.shift_answers import digest_of
from stylobench.engine.tested_file import short_digest
from stylobench.engine.trial_jobs import TrialBench
from stylobench.errors import SplitError
from stylobench.features.texts import Texts
from stylobench.protocols.calibration_problems import (
    PROBLEMS,
    CalibrationProblems,
    draw_problems,
    shortened_problems,
)
from stylobench.records import Booleans, Corpus, Rows, Trials, TrialSplit
from stylobench.seeds import generator
from stylobench.splits.pairs import Library, PairRules, Partners
from stylobench.statistics.trial_draws import Units

FEWEST_AUTHORS = 4
LITTLE = 1e-9


@dataclass(frozen=True)
class TrainingMaterial:
    """Documents and, behind them, the texts of calibration problems, by row; `learnt` are all problems to learn from.

    Each split learns from problems by others and is asked the calibration problems of those whom it leaves out;
    `calibration` holds these in the order of the splits, and `units` who or what they share. `allowed` (splits x
    calibration problems) says from which of them a split may learn as well.
    """

    corpus: Corpus
    documents: tuple[str, ...]
    authors: tuple[str, ...] | None
    writers: Rows
    learnt: Trials
    splits: tuple[TrialSplit, ...]
    calibration: CalibrationProblems
    allowed: Booleans
    units: Units
    warnings: tuple[str, ...]

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """Every text that any problem speaks of."""
        return (*self.documents, *self.calibration.texts)

    @cached_property
    def digest(self) -> str:
        """Identifies the texts, in order."""
        return digest_of(self.corpus, self.texts)

    @property
    def fold(self) -> Rows:
        """The number of the split that each calibration problem is asked in."""
        return np.repeat(np.arange(len(self.splits)), [len(split.test) for split in self.splits])

    def thinned(self, share: float, seed: int) -> tuple[TrainingMaterial, Booleans]:
        """A share of the calibration problems of each class and fold, by lot; and which of them these are."""
        chosen = [_some(split.test, share, seed) for split in self.splits]
        every = np.concatenate(chosen)
        splits = [replace(split, test=split.test.take(some)) for split, some in zip(self.splits, chosen, strict=True)]
        return replace(
            self,
            splits=tuple(splits),
            calibration=self.calibration.take(every),
            allowed=self.allowed[:, every],
            units=Units(self.units.name, self.units.codes[every]),
        ), every

    def with_every_kind(self) -> TrainingMaterial:
        """The same with more to learn from: calibration problems by others, which have several numbers and lengths of
        known texts.
        """
        asked = self.calibration.trials.moved(len(self.documents))
        splits = [
            replace(split, train=Trials.joined([split.train, asked.take(allowed)]))
            for split, allowed in zip(self.splits, self.allowed, strict=True)
        ]
        learnt = Trials.joined([self.learnt, asked.take(self.allowed.any(axis=0))])
        return replace(self, splits=tuple(splits), learnt=learnt)

    def trimmed(self) -> TrainingMaterial:
        """The same problems over the texts that any of them speaks of, by other rows where some fall out."""
        rows = Trials.joined([self.learnt, *(side for one in self.splits for side in (one.train, one.test))]).rows
        own = rows[rows < len(self.documents)]
        return replace(
            self,
            documents=tuple(self.documents[row] for row in own),
            authors=None if self.authors is None else tuple(self.authors[row] for row in own),
            writers=self.writers[rows],
            learnt=self.learnt.among(rows),
            splits=tuple(replace(one, train=one.train.among(rows), test=one.test.among(rows)) for one in self.splits),
            calibration=self.calibration.trimmed(),
        )

    @property
    def bench(self) -> TrialBench:
        """What verifiers see of the texts, where nothing is counted yet."""
        return TrialBench(self.digest, Texts(list(self.texts)), self.writers)


def _some(test: Trials, share: float, seed: int) -> Booleans:
    chosen = np.zeros(len(test), np.bool_)
    for kind in (True, False):
        places = np.flatnonzero(test.same == kind)
        lots = generator(seed, "twin", test.digest, str(kind)).permutation(len(places))
        chosen[places[lots[: math.ceil(share * len(places) - LITTLE)]]] = True
    return chosen


def training_material(corpus: Corpus, folds: int | None, seed: int) -> TrainingMaterial:
    """The problems of a corpus, or pairs drawn from its documents, with calibration problems."""
    if not corpus.trials:
        return _of_documents(corpus, folds or PAIR_FOLDS, seed)
    if {trial.same for trial in corpus.trials if trial.same is not None} == {False}:
        raise SplitError(f"corpus {corpus.name!r} has no same-author problem; verifiers learn from both kinds")
    asked = len({trial.questioned for trial in corpus.trials if trial.same is not None})
    return _of_problems(arena(corpus, corpus.name, folds or max(2, min(MANY_FOLDS, asked)), seed), seed)


def _of_documents(corpus: Corpus, folds: int, seed: int) -> TrainingMaterial:
    authors, ids, every = corpus.column("author"), corpus.column("id"), corpus.texts
    rows = distinct_rows(corpus)
    names = [str(authors[row]) for row in rows]
    texts = tuple(every[row] for row in rows)
    library = Library.of([f"{ids[row]} {short_digest(every[row])}" for row in rows], names, [""] * len(rows))
    several = int((np.bincount(library.authors) > 1).sum()) if len(rows) else 0
    if several < FEWEST_AUTHORS:
        raise SplitError(
            f"corpus {corpus.name!r} has {several} author{'s' * (several != 1)} with two texts or more; fit takes "
            f"{FEWEST_AUTHORS} at least, because what a score is worth is seen on authors who are left out"
        )
    fold_of = _author_folds(library.authors, min(folds, several // 2), seed)
    left_out = fold_of[library.authors]
    calibration = draw_problems(texts, library.authors, left_out, seed)
    if not len(calibration.trials):
        raise SplitError(
            f"corpus {corpus.name!r}: its texts are too short or too few to calibrate with; fit takes 3 authors or "
            "more whose texts, some of them joined, make two of 125 words each"
        )
    partners, rules = Partners(library, seed), PairRules(balance=True)
    fold = fold_of[calibration.people[:, 0]]
    calibration = calibration.take(np.argsort(fold, kind="stable"))
    asked = calibration.trials.moved(len(texts))
    fold = np.sort(fold)
    splits = tuple(
        TrialSplit(
            f"authors/{number + 1}",
            partners.draw(np.flatnonzero(left_out != number), rules, f"fold {number + 1}, train"),
            asked.take(fold == number),
            f"{len(np.unique(library.authors[left_out == number]))} authors",
        )
        for number in np.unique(fold).tolist()
    )
    unused = len(corpus) - len(rows)
    return TrainingMaterial(
        corpus, texts, tuple(names),
        writers=np.r_[library.authors, np.full(len(calibration.texts), -1)],
        learnt=partners.draw(np.arange(len(rows)), rules),
        splits=splits,
        calibration=calibration,
        allowed=fold != np.unique(fold)[:, None],
        units=Units.authors(calibration.people[:, 0], calibration.people[:, 1]),
        warnings=(f"{unused} of {len(corpus)} documents are blank, repeated or without author",) if unused else (),
    )  # fmt: skip


def _author_folds(authors: Rows, folds: int, seed: int) -> Rows:
    """The fold of each author, by code: dealt in turn, those with several texts first, by lot."""
    sizes = np.bincount(authors)
    lots = generator(seed, "authors left out").permutation(len(sizes))
    dealt = np.empty(len(sizes), np.int64)
    dealt[np.lexsort((lots, sizes < 2))] = np.arange(len(sizes)) % folds
    return dealt


def _of_problems(field: Arena, seed: int) -> TrainingMaterial:
    """Each problem as it is, and again with fewer and shorter texts; as often as makes the number of all."""
    tested = field.tested
    turns = max(2, PROBLEMS // max(1, len(tested)))
    trained = np.array([np.isin(np.arange(len(tested)), places) for places in field.trained])
    # the first turn is the problem as it is, which is learnt from anyway
    allowed = np.repeat(trained, turns, axis=1) & (np.arange(turns * len(tested)) % turns > 0)
    calibration, origin = shortened_problems(field.texts, tested, turns, seed)
    asked, owner = calibration.trials.moved(len(field.texts)), np.repeat(field.fold, turns)
    splits = tuple(
        TrialSplit(split.id, split.train, asked.take(owner == number), split.held_out)
        for number, split in enumerate(field.splits)
    )
    if field.authors is None:
        units = Units.texts(origin.known, origin.starts, origin.questioned)
    else:
        names = np.array(field.authors)
        units = Units.authors(names[origin.known[origin.starts[:-1]]], names[origin.questioned])
    return TrainingMaterial(
        field.corpus, field.texts, field.authors,
        writers=np.r_[field.writers, np.full(len(calibration.texts), -1)],
        learnt=tested,
        splits=splits,
        calibration=calibration,
        allowed=allowed,
        units=units,
        warnings=field.warnings,
    )  # fmt: skip
