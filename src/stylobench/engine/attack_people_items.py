"""Who disguised themselves in a corpus, and which of their usual texts are left out to compare with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from stylobench.engine.shift_answers import digest_of, in_order, repeat_warnings, without_repeats
from stylobench.errors import SplitError
from stylobench.protocols.attack_people import evenly_typed
from stylobench.records import Corpus, Rows, Split, Trials, TrialSplit
from stylobench.seeds import generator

USUAL = "sample"
MOST_LEFT_OUT = 3
FOLDS = 10
FEWEST_AUTHORS = 4


@dataclass(frozen=True)
class LeftOut:
    """A usual text that is questioned, in which round, and the author's usual texts that share no source with it."""

    author: str
    round: int
    row: int
    known: tuple[int, ...]


@dataclass(frozen=True)
class Company:
    """Documents by row, in order of id; `kinds` are blank for usual texts, else the name of the disguise."""

    corpus: Corpus
    texts: tuple[str, ...]
    authors: tuple[str, ...]
    kinds: tuple[str, ...]
    sources: tuple[frozenset[str], ...]
    targets: tuple[str, ...]
    left_out: tuple[LeftOut, ...]
    fold: dict[str, int]
    warnings: tuple[str, ...]

    @cached_property
    def digest(self) -> str:
        """Identifies the documents, in order."""
        return digest_of(self.corpus, self.texts, self.authors, self.kinds)

    @cached_property
    def disguises(self) -> tuple[str, ...]:
        """Names of disguises by authors who can be tested."""
        return tuple(sorted({self.kinds[row] for row in self.disguised}))

    @cached_property
    def disguised(self) -> tuple[int, ...]:
        """Rows of disguised texts by authors who can be tested."""
        return tuple(row for row, kind in enumerate(self.kinds) if kind and self.authors[row] in self.fold)

    def disguised_by(self, author: str, disguise: str | None = None) -> list[int]:
        """Rows of an author's disguised texts, of one kind where it is named."""
        return [row for row in self.disguised if self.authors[row] == author and disguise in (None, self.kinds[row])]

    def usual_by(self, author: str) -> list[int]:
        """Rows of an author's usual texts."""
        return [row for row, who in enumerate(self.authors) if who == author and not self.kinds[row]]


@dataclass(frozen=True)
class Asked:
    """The trials of one fold, in this order: left-out usual texts, the same known texts beside another author's, and
    beside each disguised text (`after` holds left-out text and row of each).
    """

    items: tuple[LeftOut, ...]
    after: tuple[tuple[LeftOut, int], ...]
    same: Trials
    different: Trials
    disguised: Trials


def company(corpus: Corpus, column: str, seed: int, folds: int | None = None) -> Company:
    """Everybody in a corpus; blank or 'sample' in the column is a usual text, anything else a disguise by that name."""
    labels, repeated = without_repeats(corpus, corpus.column("author"))
    rows = in_order(corpus, [row for row, label in enumerate(labels) if label and corpus.texts[row].strip()])
    said, ids = corpus.column(column), corpus.column("id")
    kinds = tuple("" if (said[row] or "").strip() in ("", USUAL) else str(said[row]).strip() for row in rows)
    if not any(kinds):
        raise SplitError(f"corpus {corpus.name!r}: no document's {column!r} names a disguise; --disguised COLUMN")
    sources, targets = corpus.column("source"), corpus.column("target")
    authors = tuple(str(labels[row]) for row in rows)
    cut = tuple(frozenset((sources[row] or "").split() or [f"document {ids[row]}"]) for row in rows)
    left_out = _left_out(authors, kinds, cut, seed)
    warnings = [*repeat_warnings(repeated), *_untested(authors, kinds, left_out)]
    return Company(
        corpus=corpus,
        texts=tuple(evenly_typed(corpus.texts[row]) for row in rows),
        authors=authors,
        kinds=kinds,
        sources=cut,
        targets=tuple(targets[row] or "" for row in rows),
        left_out=left_out,
        fold=_folds(corpus, left_out, folds, seed),
        warnings=tuple(warnings),
    )


def _left_out(
    authors: Sequence[str], kinds: Sequence[str], sources: Sequence[frozenset[str]], seed: int
) -> tuple[LeftOut, ...]:
    found = []
    for author in sorted({author for author, kind in zip(authors, kinds, strict=True) if kind}):
        usual = [row for row, who in enumerate(authors) if who == author and not kinds[row]]
        known = {row: tuple(other for other in usual if not sources[row] & sources[other]) for row in usual}
        by_source: dict[tuple[str, ...], list[int]] = {}
        for row in usual:
            if known[row]:
                by_source.setdefault(tuple(sorted(sources[row])), []).append(row)
        rng = generator(seed, "people", "left out", author)
        chosen = rng.permutation(len(by_source))[:MOST_LEFT_OUT]
        groups = [by_source[name] for name in sorted(by_source)]
        picked = [groups[place][int(rng.integers(len(groups[place])))] for place in chosen]
        found += [LeftOut(author, number, row, known[row]) for number, row in enumerate(picked)]
    return tuple(found)


def _untested(authors: Sequence[str], kinds: Sequence[str], left_out: Sequence[LeftOut]) -> list[str]:
    hiding = {author for author, kind in zip(authors, kinds, strict=True) if kind}
    missing = sorted(hiding - {one.author for one in left_out})
    if not missing:
        return []
    return [f"not tested, without two usual texts from different sources: {', '.join(missing)}"]


def _folds(corpus: Corpus, left_out: Sequence[LeftOut], folds: int | None, seed: int) -> dict[str, int]:
    """The fold of each author, at least two in each."""
    authors = sorted({one.author for one in left_out})
    if len(authors) < FEWEST_AUTHORS:
        raise SplitError(
            f"corpus {corpus.name!r} has {len(authors)} authors with a disguise and two usual texts; "
            f"this needs at least {FEWEST_AUTHORS}"
        )
    count = max(2, min(folds or FOLDS, len(authors) // 2))
    order = generator(seed, "people", "folds").permutation(len(authors))
    return {authors[place]: number % count for number, place in enumerate(order)}


def asked(here: Company) -> list[Asked]:
    """What each fold asks a verifier; other authors' texts come from the same fold."""
    found = []
    for fold in sorted(set(here.fold.values())):
        items = tuple(one for one in here.left_out if here.fold[one.author] == fold)
        after = tuple((one, row) for one in items for row in here.disguised_by(one.author))
        same = _trials([(one.known, one.row) for one in items], True)
        others = [(one.known, _other(items, one).row) for one in items]
        hidden = [(one.known, row) for one, row in after]
        found.append(Asked(items, after, same, _trials(others, False), _trials(hidden, True)))
    return found


def _other(items: Sequence[LeftOut], one: LeftOut) -> LeftOut:
    """A left-out text by the next author of the fold."""
    authors = sorted({item.author for item in items})
    following = authors[(authors.index(one.author) + 1) % len(authors)]
    texts = [item for item in items if item.author == following]
    return texts[one.round % len(texts)]


def _trials(problems: Sequence[tuple[Sequence[int], int]], same: bool) -> Trials:
    return Trials(
        np.array([row for known, _ in problems for row in known], np.int64),
        np.cumsum([0, *(len(known) for known, _ in problems)]),
        np.array([row for _, row in problems], np.int64),
        np.full(len(problems), same),
        np.full(len(problems), ""),
    )


def trial_splits(folds: Sequence[Asked]) -> list[TrialSplit]:
    """Each fold learns from the untouched problems of all others."""
    splits = []
    for number, fold in enumerate(folds):
        others = [part for place, one in enumerate(folds) if place != number for part in (one.same, one.different)]
        test = Trials.joined([fold.same, fold.different, fold.disguised])
        splits.append(TrialSplit(f"people/{number + 1}", Trials.joined(others), test, f"fold {number + 1}"))
    return splits


def document_splits(here: Company) -> list[Split]:
    """One round of left-out texts after the other: nothing from their sources is learnt from, and the disguised texts
    of the same authors are asked about too.
    """
    splits = []
    for number in range(1 + max(one.round for one in here.left_out)):
        items = [one for one in here.left_out if one.round == number]
        away = {row for one in items for row in here.usual_by(one.author) if row not in one.known}
        train = [row for row, kind in enumerate(here.kinds) if not kind and row not in away]
        hidden = [row for one in items for row in here.disguised_by(one.author)]
        splits.append(
            Split(f"people/{number + 1}", _rows(train), _rows([*(one.row for one in items), *hidden]), "sources")
        )
    return splits


def _rows(places: Sequence[int]) -> Rows:
    return np.array(places, dtype=np.int64)
