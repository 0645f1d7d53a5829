"""Verifiers on the problems that a corpus ships, or on pairs drawn from its documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from stylobench.engine.methods import Named, methods
from stylobench.engine.shift_answers import Work, answered_by, digest_of, in_order, shelf
from stylobench.engine.tested_file import short_digest
from stylobench.engine.tested_items import problem_items
from stylobench.engine.trial_jobs import TrialBench
from stylobench.engine.trial_runs import run_trials
from stylobench.errors import CorpusError, SplitError
from stylobench.features.texts import Texts
from stylobench.metrics.outcomes import Outcomes
from stylobench.pan.answers import read_answers
from stylobench.protocols.shift_ground import Answered, Tested
from stylobench.records import Corpus, Rows, Trial, Trials, TrialSplit
from stylobench.splits.author_kfold import AuthorKFold
from stylobench.splits.buffered import buffered
from stylobench.splits.pairs import Library, PairRules, Partners

MOST_ONE_BY_ONE = 100
MANY_FOLDS = 10
PAIR_FOLDS = 5


@dataclass(frozen=True)
class _Asked:
    """Splits over some documents of a corpus, the ids of the tested problems in order where they have some."""

    rows: Rows
    splits: tuple[TrialSplit, ...]
    ids: tuple[str, ...] | None
    warnings: tuple[str, ...]


def answered_problems(
    corpus: Corpus,
    verifiers: Named,
    *,
    folds: int | None = None,
    represent: str = "questioned",
    work: Work | None = None,
) -> Tested:
    """Problems answered by verifiers that were trained on others, with which they share no text.

    Problems of the corpus are left out with a buffer: one questioned text at a time where there are at most 100, else
    in 10 folds. A corpus without problems has its documents dealt into 5 folds, and pairs drawn within each side.
    """
    work, under_test = work or Work(), methods(verifiers, "verifiers")
    asked = _shipped(corpus, folds, work.seed) if corpus.trials else _drawn(corpus, folds or PAIR_FOLDS, work.seed)
    texts = Texts([corpus.texts[row] for row in asked.rows])
    stock = shelf(corpus, asked.rows, texts)
    items = problem_items(stock, [split.test for split in asked.splits], represent, asked.ids)
    work.checked(items.tested(corpus, {}, ()))
    with work.at_home() as how:
        bench = TrialBench(digest_of(corpus, stock.ids, texts.digests()), texts)
        runs = run_trials(bench, under_test, asked.splits, work.seed, how)
    return items.tested(corpus, answered_by(items, under_test, runs), asked.warnings)


def systems_problems(corpus: Corpus, systems: Mapping[str, Path], represent: str = "questioned") -> Tested:
    """Problems of a corpus with the answers of systems that ran elsewhere, in PAN's files, by name."""
    rows, trials, columns = _known_problems(corpus)
    texts = Texts([corpus.texts[row] for row in rows])
    ids = [trial.id for trial in trials]
    items = problem_items(shelf(corpus, rows, texts), [columns], represent, ids)
    methods, warnings = {}, list[str]()
    for name, path in systems.items():
        read = read_answers(path, ids)
        judged = Outcomes.verified(columns.same, read.scores)
        methods[name] = Answered(f"answers in {path.name}", np.arange(len(ids)), judged)
        warnings += [f"{name}: {line}" for line in read.warnings]
        if read.missing:
            warnings.append(f"{name}: {read.missing} of {len(ids)} problems have no line; they count as no answer")
    return items.tested(corpus, methods, warnings)


def _known_problems(corpus: Corpus) -> tuple[Rows, list[Trial], Trials]:
    """The rows of all documents in order, and the problems with a known answer: as they are, and in columns."""
    trials = sorted((trial for trial in corpus.trials if trial.same is not None), key=lambda trial: trial.id)
    if not trials:
        raise SplitError(f"corpus {corpus.name!r} has {len(corpus.trials)} problems, none with a known answer")
    ids = corpus.column("id")
    rows = in_order(corpus, range(len(corpus)))
    return rows, trials, _columns(trials, {str(ids[row]): number for number, row in enumerate(rows)})


def _shipped(corpus: Corpus, folds: int | None, seed: int) -> _Asked:
    rows, trials, columns = _known_problems(corpus)
    many = len(np.unique(columns.questioned)) > MOST_ONE_BY_ONE
    found = buffered(columns, folds or (MANY_FOLDS if many else None), seed)
    untold = len(corpus.trials) - len(trials)
    warnings = [f"{untold} of {len(corpus.trials)} problems have no known answer and are not used"] if untold else []
    named = tuple(trials[number].id for places in found.tested for number in places)
    return _Asked(rows, found.splits, named, (*warnings, *found.skipped))


def _columns(trials: Sequence[Trial], place: dict[str, int]) -> Trials:
    try:
        known = [place[document] for trial in trials for document in trial.known]
        questioned = [place[trial.questioned] for trial in trials]
    except KeyError as missing:
        raise CorpusError(f"a problem speaks of document {missing}, which the corpus does not have") from None
    return Trials(
        np.array(known, dtype=np.int64),
        np.cumsum([0, *(len(trial.known) for trial in trials)]),
        np.array(questioned, dtype=np.int64),
        np.array([trial.same for trial in trials], dtype=np.bool_),
        np.array([trial.group for trial in trials], dtype=np.str_),
    )


def _drawn(corpus: Corpus, folds: int, seed: int) -> _Asked:
    authors, ids = corpus.column("author"), corpus.column("id")
    rows = _distinct(corpus, in_order(corpus, [row for row, author in enumerate(authors) if author]))
    names = [str(authors[row]) for row in rows]
    if len(set(names)) < 2:
        raise SplitError(f"corpus {corpus.name!r} has neither problems nor documents by 2 authors or more")
    topics, texts = corpus.column("topic"), corpus.texts
    own = [f"{ids[row]} {short_digest(texts[row])}" for row in rows]
    library = Library.of(own, names, [topics[row] or "" for row in rows])
    splits = tuple(_pair_folds(library, names, folds, seed))
    unused = len(corpus) - len(rows)
    warnings = [f"{unused} of {len(corpus)} documents are blank, repeated or without author"] if unused else []
    return _Asked(rows, splits, None, tuple(warnings))


def _pair_folds(library: Library, authors: Sequence[str], folds: int, seed: int) -> list[TrialSplit]:
    """Folds of documents, no more than leave some author two documents to be tested with."""
    partners, rules = Partners(library, seed), PairRules(balance=True)
    most = max(2, int(np.bincount(library.authors).max()) // 2)
    parts = enumerate(AuthorKFold(min(folds, most), seed, "spread").split(authors, authors), start=1)
    return [
        TrialSplit(
            f"pairs/{number}",
            partners.draw(train, rules, f"fold {number}, train"),
            partners.draw(test, rules, f"fold {number}, test"),
            f"fold {number}",
        )
        for number, (train, test) in parts
    ]


def _distinct(corpus: Corpus, rows: Rows) -> Rows:
    """Without blank texts, and without any text that stands before."""
    texts = corpus.texts
    first: dict[str, int] = {}
    for row in rows:
        first.setdefault(texts[row], row)
    return np.array([row for text, row in first.items() if text.strip()], dtype=np.int64)
