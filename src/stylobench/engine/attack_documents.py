"""Attributors attacked on the documents of a corpus: every document is named untouched and rewritten by one model."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from stylobench.edits import Rewrite
from stylobench.engine.attack_naming import RIGHT, known_or_not, names_one, rightly_named, true_ranks
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
Reader = Callable[[Answers, slice, Sequence[str]], Floats]


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
    ('' is untouched), NaN for strangers and in silence; `warnings` tell of folds on which a method failed.
    """

    attacked: Attacked
    ranks: Mapping[tuple[str, str], Floats]
    candidates: float
    warnings: tuple[str, ...] = ()


def attribute(
    shown: Gallery, writings: Mapping[str, Mapping[int, Rewrite]], attributors: Sequence[Method], seed: int, how: How
) -> Named:
    """Every attributor's answers to the documents untouched and rewritten; rewrites are by place."""
    stage = Stage(shown.texts)
    columns = {"": np.arange(len(shown.texts))}
    for name, made in writings.items():
        columns[name] = np.array(
            [stage.row(made[place].text, place) if place in made else place for place in range(len(shown.texts))]
        )
    owners = (*shown.authors, *("" for _ in range(len(stage.texts) - len(shown.texts))))
    bench = Bench(shown.digest, Texts(stage.texts), np.array(owners, dtype=np.str_), np.full(len(owners), ""))
    asked = [_asked(split, columns, stage) for split in shown.splits]
    runs = run_splits(bench, [(method, split) for method in attributors for split in asked], seed, how, AskedJob)
    heard = {method.name: [runs[method.name][split.id] for split in shown.splits] for method in attributors}
    return _named(shown, heard, writings)


def _named(shown: Gallery, heard: Mapping[str, Sequence[Run]], writings: Mapping[str, Mapping[int, Rewrite]]) -> Named:
    failures = {name: str(done[0].failure) for name, done in heard.items() if all(run.failure for run in done)}
    spoke = {name: done for name, done in heard.items() if name not in failures}
    read = rightly_named if shown.known.all() else known_or_not
    variants = ["", *writings]
    scores, ranks = ({name: _tables(shown, done, variants, by) for name, done in spoke.items()}
                     for by in (read, true_ranks))  # fmt: skip
    sizes = [len({shown.authors[row] for row in split.train}) for split in shown.splits]
    attacked = replace(
        _ground(shown),
        before={method: found[""] for method, found in scores.items()},
        after={(method, name): scores[method][name] for method in scores for name in writings},
        rewritten={name: np.isin(np.arange(len(shown.texts)), list(made)) & shown.known
                   for name, made in writings.items()},
        failures=failures,
        unasked={name: _unasked(shown, done) for name, done in spoke.items() if any(run.failure for run in done)},
        one_name=frozenset(name for name, done in spoke.items() if _names_one(shown, done)),
    )  # fmt: skip
    told = {(method, name): ranks[method][name] for method in ranks for name in variants}
    return Named(attacked, told, float(np.mean(sizes)), _warnings(shown, spoke))


def _tables(shown: Gallery, done: Sequence[Run], variants: Sequence[str], read: Reader) -> dict[str, Floats]:
    """One number per document in every variant; NaN where a fold failed."""
    found = {name: np.full(len(shown.texts), np.nan) for name in variants}
    for split, run in zip(shown.splits, done, strict=True):
        if run.answers is None:
            continue
        size, truth = len(split.test), [shown.authors[row] for row in split.test]
        for number, name in enumerate(variants):
            found[name][split.test] = read(run.answers, slice(number * size, (number + 1) * size), truth)
    return found


def _unasked(shown: Gallery, done: Sequence[Run]) -> Booleans:
    return np.isin(shown.fold, [number for number, run in enumerate(done) if run.answers is None])


def _names_one(shown: Gallery, done: Sequence[Run]) -> bool:
    """Whether a single author is named in every fold that tests documents by several."""
    heard = [(split.test, run.answers) for split, run in zip(shown.splits, done, strict=True) if run.answers]
    several = [one for one in heard if len({shown.authors[row] for row in one[0]}) > 1]
    return bool(several) and all(names_one(answers, slice(len(test))) for test, answers in several)


def _warnings(shown: Gallery, heard: Mapping[str, Sequence[Run]]) -> tuple[str, ...]:
    """Of methods that failed on some folds."""
    failed = {name: [run.failure for run in done if run.failure] for name, done in heard.items()}
    return tuple(
        f"{name} failed on {len(reasons)} of {len(shown.splits)} folds, whose {_unasked(shown, heard[name]).sum()} "
        f"documents are judged neither way: {reasons[0]}"
        for name, reasons in failed.items()
        if reasons
    )


def _ground(shown: Gallery) -> Attacked:
    """The documents, nothing said of them yet."""
    return Attacked(
        name=shown.name,
        digest=shown.digest,
        ids=shown.ids,
        truth=shown.known,
        units=Units.authors(np.array(shown.authors), np.array(shown.authors)),
        fold=shown.fold,
        trained=tuple(np.flatnonzero(shown.fold != number) for number in range(len(shown.splits))),
        before={},
        after={},
        rewritten={},
        fixed=RIGHT if shown.known.all() else None,
        item="document",
    )
