"""Attributors attacked on the documents of a corpus: every document is named untouched and rewritten by one model."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.special import expit

from stylobench.edits import Rewrite
from stylobench.engine.attack_writings import Stage
from stylobench.engine.document_runs import How, run_splits
from stylobench.engine.jobs import Bench, Job
from stylobench.engine.methods import Method
from stylobench.engine.shift_answers import digest_of, in_order, repeat_warnings, without_repeats
from stylobench.errors import SplitError
from stylobench.features.texts import Texts
from stylobench.protocols.attack_ground import Attacked
from stylobench.records import Answers, Booleans, Corpus, Floats, Rows, Run, Split, text_digest
from stylobench.seeds import generator
from stylobench.splits.author_kfold import AuthorKFold
from stylobench.statistics.trial_draws import Units

FOLDS = 5
RIGHT = 0.5


@dataclass(frozen=True)
class Gallery:
    """Distinct documents with authors, the folds that test each once, and which of them a stranger wrote there."""

    name: str
    corpus: Corpus
    ids: tuple[str, ...]
    texts: tuple[str, ...]
    authors: tuple[str, ...]
    splits: tuple[Split, ...]
    fold: Rows
    known: Booleans
    warnings: tuple[str, ...]

    @property
    def digest(self) -> str:
        """Identifies the documents and who wrote them, in order."""
        return digest_of(self.corpus, self.texts, self.authors)


def gallery(corpus: Corpus, name: str, folds: int | None, seed: int, strangers: bool = False) -> Gallery:
    """The documents of a corpus in folds. With strangers, every author is one in a single fold: nothing of theirs is
    learnt from there, and the right answer is that nobody known wrote it.
    """
    rows, authors, warnings = _signed(corpus)
    texts, ids = corpus.texts, corpus.column("id")
    names, sizes = np.unique(np.array(authors, dtype=np.str_), return_counts=True)
    if len(names) < 2:
        raise SplitError(
            f"corpus {corpus.name!r} lacks 2 authors with 2 documents: attributors have nobody to tell apart"
        )
    count = min(folds or FOLDS, int(sizes.max()))
    fold = np.zeros(len(rows), dtype=np.int64)
    for number, (_, test) in enumerate(AuthorKFold(count, seed, "spread").split(authors, authors)):
        fold[test] = number
    away = dict(zip(names, generator(seed, "strangers").permutation(len(names)) % count, strict=True))
    strange = np.array([strangers and away[author] == here for author, here in zip(authors, fold, strict=True)])
    kept = (str(ids[row]) for row in rows), (texts[row] for row in rows)
    return Gallery(
        name=name,
        corpus=corpus,
        ids=tuple(kept[0]),
        texts=tuple(kept[1]),
        authors=authors,
        splits=tuple(_splits(authors, fold, count, away if strangers else {})),
        fold=fold,
        known=~strange,
        warnings=warnings,
    )


def _signed(corpus: Corpus) -> tuple[Rows, tuple[str, ...], tuple[str, ...]]:
    """Rows of distinct documents by authors of two or more, who wrote them, and what is said of those left out."""
    labels, repeated = without_repeats(corpus, corpus.column("author"))
    written = [row for row, author in enumerate(labels) if author and corpus.texts[row].strip()]
    counts = Counter(labels[row] for row in written)
    rows = in_order(corpus, [row for row in written if counts[labels[row]] > 1])
    alone = len(written) - len(rows)
    told = [f"{alone} documents are the only one of their author and are not used"] if alone else []
    return rows, tuple(str(labels[row]) for row in rows), (*repeat_warnings(repeated), *told)


def _splits(authors: Sequence[str], fold: Rows, count: int, away: Mapping[str, int]) -> list[Split]:
    present = [np.array([away.get(author) != number for author in authors]) for number in range(count)]
    return [
        Split(f"fold/{number + 1}", np.flatnonzero((fold != number) & present[number]), np.flatnonzero(fold == number),
              f"fold {number + 1}")
        for number in range(count)
    ]  # fmt: skip


@dataclass(frozen=True)
class AskedSplit(Split):
    """A fold whose documents are asked about untouched and rewritten; `written` are the digests of all these texts."""

    written: tuple[str, ...]

    @cached_property
    def digest(self) -> str:
        """Identifies the split by the texts that it asks about, wherever those stand."""
        learnt = np.ascontiguousarray(self.train, dtype="<i8").tobytes()
        return hashlib.sha256(learnt + "\x1f".join((self.id, *self.written)).encode()).hexdigest()


class AskedJob(Job):
    """An attributor on one fold."""

    @property
    def draws(self) -> str:
        """Not the company of other obfuscators."""
        return Split(self.split.id, self.split.train, np.zeros(0, np.int64), self.split.held_out).digest


def _asked(split: Split, columns: Mapping[str, Rows], stage: Stage) -> AskedSplit:
    rows = np.concatenate([column[split.test] for column in columns.values()])
    written = (*columns, *(text_digest(stage.texts[row]) for row in rows))
    return AskedSplit(split.id, split.train, rows, split.held_out, written)


@dataclass(frozen=True)
class Named:
    """Attribution under attack: the answers as scores, and the rank of the true author by method and obfuscator
    ('' is untouched), NaN for strangers.
    """

    attacked: Attacked
    ranks: Mapping[tuple[str, str], Floats]
    candidates: float


def attribute(
    shown: Gallery, writings: Mapping[str, Mapping[int, Rewrite]], attributors: Sequence[Method], seed: int, how: How
) -> Named:
    """Every attributor's answers to the documents untouched and rewritten; rewrites are by place."""
    stage = Stage(shown.texts)
    columns = {"": np.arange(len(shown.texts))}
    for name, made in writings.items():
        columns[name] = np.array(
            [stage.row(made[place].text) if place in made else place for place in range(len(shown.texts))]
        )
    owners = (*shown.authors, *("" for _ in range(len(stage.texts) - len(shown.texts))))
    bench = Bench(shown.digest, Texts(stage.texts), np.array(owners, dtype=np.str_), np.full(len(owners), ""))
    asked = [_asked(split, columns, stage) for split in shown.splits]
    runs = run_splits(bench, [(method, split) for method in attributors for split in asked], seed, how, AskedJob)
    open_set = not shown.known.all()
    scores, ranks, failures = {}, {}, {}
    for method in attributors:
        done = [runs[method.name][split.id] for split in shown.splits]
        if all(run.failure for run in done):
            failures[method.name] = str(done[0].failure)
            continue
        for name, (confidence, rank) in _tables(shown, done, list(columns)).items():
            scores[method.name, name] = confidence if open_set else np.where(np.isnan(confidence), 0.0, 1.0)
            ranks[method.name, name] = rank
    sizes = [len({shown.authors[row] for row in split.train}) for split in shown.splits]
    return Named(_attacked(shown, scores, writings, failures, open_set), ranks, float(np.mean(sizes)))


def _tables(shown: Gallery, done: Sequence[Run], names: Sequence[str]) -> dict[str, tuple[Floats, Floats]]:
    """Of every variant: how confidently each document was rightly named (for a stranger: named at all; NaN when
    wrong), and the rank of its author.
    """
    found = {name: (np.full(len(shown.texts), np.nan), np.full(len(shown.texts), np.nan)) for name in names}
    for split, run in zip(shown.splits, done, strict=True):
        if run.answers is None:
            continue
        size = len(split.test)
        for number, name in enumerate(names):
            part = slice(number * size, (number + 1) * size)
            confidence, ranks = _read(run.answers, part, [shown.authors[row] for row in split.test])
            found[name][0][split.test], found[name][1][split.test] = confidence, ranks
    return found


def _read(answers: Answers, part: slice, truth: Sequence[str]) -> tuple[Floats, Floats]:
    scores, named = answers.scores[part], answers.best()[part]
    place = {author: column for column, author in enumerate(answers.authors)}
    ordered = np.sort(scores, axis=1)
    certain = ordered[:, -1] if answers.probable else expit(ordered[:, -1] - ordered[:, max(0, scores.shape[1] - 2)])
    confidence, ranks = np.full(len(truth), np.nan), np.full(len(truth), np.nan)
    for row, author in enumerate(truth):
        if author not in place:
            confidence[row] = certain[row]
            continue
        own = scores[row, place[author]]
        ranks[row] = 1 + (scores[row] > own).sum() + ((scores[row] == own).sum() - 1) / 2
        if named[row] == author:
            confidence[row] = certain[row]
    return confidence, ranks


def _attacked(
    shown: Gallery,
    scores: Mapping[tuple[str, str], Floats],
    writings: Mapping[str, Mapping[int, Rewrite]],
    failures: Mapping[str, str],
    open_set: bool,
) -> Attacked:
    places = np.arange(len(shown.texts))
    return Attacked(
        name=shown.name,
        digest=shown.digest,
        ids=shown.ids,
        truth=shown.known,
        units=Units.authors(np.array(shown.authors), np.array(shown.authors)),
        fold=shown.fold,
        trained=tuple(np.flatnonzero(shown.fold != number) for number in range(len(shown.splits))),
        before={method: found for (method, name), found in scores.items() if not name},
        after={(method, name): found for (method, name), found in scores.items() if name},
        rewritten={name: np.isin(places, list(made)) & shown.known for name, made in writings.items()},
        failures=failures,
        fixed=None if open_set else RIGHT,
    )
