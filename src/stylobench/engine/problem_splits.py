"""Problems to be answered, and the folds that answer each by what shares no text with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from stylobench.engine.shift_answers import in_order
from stylobench.engine.tested_file import short_digest
from stylobench.errors import CorpusError, SplitError
from stylobench.records import Corpus, Rows, Trial, Trials, TrialSplit
from stylobench.splits.author_kfold import AuthorKFold
from stylobench.splits.buffered import buffered
from stylobench.splits.pairs import Library, PairRules, Partners

MOST_ONE_BY_ONE = 100
MANY_FOLDS = 10
PAIR_FOLDS = 5


@dataclass(frozen=True)
class AskedProblems:
    """Splits over some documents of a corpus, the ids of the tested problems in order where they have some."""

    rows: Rows
    splits: tuple[TrialSplit, ...]
    ids: tuple[str, ...] | None
    warnings: tuple[str, ...]


def asked_problems(corpus: Corpus, folds: int | None, seed: int) -> AskedProblems:
    """The problems of the corpus, or pairs drawn from its documents where it has none.

    Problems of the corpus are left out with a buffer: one questioned text at a time where there are at most 100, else
    in 10 folds. A corpus without problems has its documents dealt into 5 folds, and pairs drawn within each side.
    """
    return shipped(corpus, folds, seed) if corpus.trials else drawn(corpus, folds or PAIR_FOLDS, seed)


def known_problems(corpus: Corpus) -> tuple[Rows, list[Trial], Trials]:
    """The rows of all documents in order, and the problems with a known answer: as they are, and in columns."""
    trials = sorted((trial for trial in corpus.trials if trial.same is not None), key=lambda trial: trial.id)
    if not trials:
        raise SplitError(f"corpus {corpus.name!r} has {len(corpus.trials)} problems, none with a known answer")
    ids = corpus.column("id")
    rows = in_order(corpus, range(len(corpus)))
    return rows, trials, _columns(trials, {str(ids[row]): number for number, row in enumerate(rows)})


def shipped(corpus: Corpus, folds: int | None, seed: int) -> AskedProblems:
    """The problems of the corpus that have a known answer."""
    rows, trials, columns = known_problems(corpus)
    found = split_problems(rows, columns, [trial.id for trial in trials], folds, seed)
    untold = len(corpus.trials) - len(trials)
    warnings = (f"{untold} of {len(corpus.trials)} problems have no known answer and are not used",) if untold else ()
    return replace(found, warnings=(*warnings, *found.warnings))


def split_problems(rows: Rows, trials: Trials, ids: Sequence[str], folds: int | None, seed: int) -> AskedProblems:
    """Problems over these documents, questioned texts left out with a buffer."""
    many = len(np.unique(trials.questioned)) > MOST_ONE_BY_ONE
    found = buffered(trials, folds or (MANY_FOLDS if many else None), seed)
    named = tuple(ids[number] for places in found.tested for number in places)
    return AskedProblems(rows, found.splits, named, found.skipped)


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


def drawn(corpus: Corpus, folds: int, seed: int) -> AskedProblems:
    authors, ids = corpus.column("author"), corpus.column("id")
    rows = distinct_rows(corpus)
    names = [str(authors[row]) for row in rows]
    if len(set(names)) < 2:
        raise SplitError(f"corpus {corpus.name!r} has neither problems nor documents by 2 authors or more")
    topics, texts = corpus.column("topic"), corpus.texts
    own = [f"{ids[row]} {short_digest(texts[row])}" for row in rows]
    library = Library.of(own, names, [topics[row] or "" for row in rows])
    splits = tuple(_pair_folds(library, names, folds, seed))
    unused = len(corpus) - len(rows)
    warnings = [f"{unused} of {len(corpus)} documents are blank, repeated or without author"] if unused else []
    return AskedProblems(rows, splits, None, tuple(warnings))


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


def distinct_rows(corpus: Corpus) -> Rows:
    """Documents with an author, in order of id, without blank texts and without any text that stands before."""
    texts, authors = corpus.texts, corpus.column("author")
    first: dict[str, int] = {}
    for row in in_order(corpus, [row for row, author in enumerate(authors) if author]):
        first.setdefault(texts[row], row)
    return np.array([row for text, row in first.items() if text.strip()], dtype=np.int64)
