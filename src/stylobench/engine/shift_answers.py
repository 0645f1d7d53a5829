"""Answers on a corpus for the subclass-shift crash test: every item is answered once, by a model that never saw it."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from stylobench.engine.archive import Archive
from stylobench.engine.document_runs import How, Runs, run_splits
from stylobench.engine.jobs import Bench
from stylobench.engine.methods import Method, Named, methods
from stylobench.engine.pilots import document_load
from stylobench.engine.prepared import Load
from stylobench.engine.run import Force, Told
from stylobench.engine.tested_items import Items, Shelf, answered, document_items
from stylobench.errors import SplitError
from stylobench.features.texts import Texts
from stylobench.protocols.shift_ground import Answered, Tested
from stylobench.records import Corpus, Rows, Split
from stylobench.splits.author_kfold import AuthorKFold

Labels = Sequence[str | None]


@dataclass(frozen=True)
class Question:
    """What attributors are asked: to name the `target` (or these labels), in k folds; `positive` is one of them."""

    target: str = "author"
    labels: Labels | None = None
    positive: str | None = None
    folds: int = 5


@dataclass(frozen=True)
class Work:
    """How answers are made: the seed, the folder that keeps them (none when None), processes, whom to tell, and who
    may refuse the items (which have no answers yet) before any method is run.
    """

    seed: int = 0
    folder: Path | None = None
    force: Force | None = None
    told: Told | None = None
    check: Callable[[Tested], None] | None = None

    def checked(self, tested: Tested) -> None:
        """Let the items be refused."""
        if self.check is not None:
            self.check(tested)

    @contextmanager
    def at_home(self) -> Iterator[How]:
        """With the archive of the folder, or with one for the time being."""
        with tempfile.TemporaryDirectory(prefix="stylobench-") as passing:
            yield Archive((self.folder or Path(passing)) / "answers"), self.force, self.told


@dataclass(frozen=True)
class Asking:
    """Documents that attributors are about to answer; `items` have no answers yet."""

    corpus: Corpus
    bench: Bench
    splits: Sequence[Split]
    under_test: Sequence[Method]
    items: Items
    positive: str | None
    warnings: Sequence[str]

    def loads(self, seed: int) -> list[Load]:
        """The jobs, method by method."""
        return [document_load(self.bench, self.splits, method, seed) for method in self.under_test]

    def answered(self, work: Work) -> Tested:
        """Every item answered once."""
        with work.at_home() as how:
            runs = _runs(self.bench, self.splits, self.under_test, work.seed, how)
        return self.items.tested(
            self.corpus, answered_by(self.items, self.under_test, runs, self.positive), self.warnings
        )


def label_bench(corpus: Corpus, labels: Labels, folder: Path | None) -> Bench:
    """All documents of a corpus, with these labels."""
    return _bench(corpus, np.arange(len(corpus)), [label or "" for label in labels], folder)


def label_runs(
    corpus: Corpus, labels: Labels, splits: Iterable[Split], attributors: Named, work: Work | None = None
) -> Runs:
    """Name of the method -> id of the split -> its run; splits speak of rows of the corpus, which have these labels."""
    work, wanted = work or Work(), list(splits)
    with work.at_home() as how:
        return _runs(label_bench(corpus, labels, work.folder), wanted, methods(attributors), work.seed, how)


def answered_documents(
    corpus: Corpus, attributors: Named, question: Question | None = None, work: Work | None = None
) -> Tested:
    """Distinct documents with a label, in folds that hold as much of every label, answered."""
    work = work or Work()
    return asked_documents(corpus, attributors, question or Question(), work).answered(work)


def asked_documents(corpus: Corpus, attributors: Named, asked: Question, work: Work) -> Asking:
    """The same before any of them is answered; whoever may refuse them has looked at them."""
    under_test = methods(attributors)
    every, repeated = without_repeats(corpus, corpus.column(asked.target) if asked.labels is None else asked.labels)
    rows = in_order(corpus, [row for row, label in enumerate(every) if label])
    truth = [str(every[row]) for row in rows]
    splits = _stratified(truth, asked.folds, work.seed, f"corpus {corpus.name!r} has")
    bench = _bench(corpus, rows, truth, work.folder)
    items = document_items(shelf(corpus, rows, bench.texts), truth, {one.id: one.test for one in splits})
    work.checked(items.tested(corpus, {}, ()))
    unused = _unused(len(corpus), len(corpus) - len(rows) - repeated, asked.target)
    warnings = [*unused, *repeat_warnings(repeated), *_fold_warnings(truth, asked.folds, splits)]
    return Asking(corpus, bench, splits, under_test, items, asked.positive, warnings)


def without_repeats(corpus: Corpus, labels: Labels) -> tuple[list[str | None], int]:
    """Labels without those of documents whose text another labelled one has (the earliest, the first id of equals,
    keeps its own), and how many lost theirs: what was trained on must not be asked again.
    """
    ids, times, texts = corpus.column("id"), corpus.column("time"), corpus.texts

    def age(row: int) -> tuple[bool, str, str, str]:
        return times[row] is None, times[row] or "", str(ids[row]), str(labels[row])

    named = [row for row, label in enumerate(labels) if label]
    first: dict[str, int] = {}
    for row in sorted(named, key=age):
        first.setdefault(texts[row].strip(), row)
    kept = set(first.values())
    return [label if row in kept else None for row, label in enumerate(labels)], len(named) - len(kept)


def repeat_warnings(repeated: int) -> list[str]:
    """What is said of documents that were left out as repeats.

    >>> repeat_warnings(1)
    ['1 document repeats the text of another and is not used']
    """
    if repeated == 1:
        return ["1 document repeats the text of another and is not used"]
    return [f"{repeated} documents repeat the text of another and are not used"] if repeated else []


def answered_by(
    items: Items, under_test: Sequence[Method], runs: Runs, positive: str | None = None
) -> Mapping[str, Answered]:
    """What became of the items by every method, whose runs are in the order of the splits."""
    said = {one.name: answered(items, one.spec, list(runs[one.name].values()), positive) for one in under_test}
    return {one.name: replace(said[one.name], family=one.family) for one in under_test}


def shelf(corpus: Corpus, rows: Rows, texts: Texts) -> Shelf:
    """Documents at these rows of a corpus, with their texts."""
    ids, topics, times = (corpus.column(name) for name in ("id", "topic", "time"))
    return Shelf([str(ids[r]) for r in rows], texts, [topics[r] for r in rows], [times[r] for r in rows])


def in_order(corpus: Corpus, rows: Sequence[int]) -> Rows:
    """Rows in the order of ids, and of texts where ids repeat: a corpus digest does not know the order of documents."""
    ids, texts = corpus.column("id"), corpus.texts
    return np.array(sorted(rows, key=lambda row: (str(ids[row]), texts[row])), dtype=np.int64)


def digest_of(corpus: Corpus, *columns: Iterable[str]) -> str:
    """Identifies rows of a corpus by what they hold."""
    parts = [corpus.digest]
    for column in columns:
        parts += ["", *column]
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def _bench(corpus: Corpus, rows: Rows, labels: Sequence[str], folder: Path | None) -> Bench:
    every, ids, topics = corpus.texts, corpus.column("id"), corpus.column("topic")
    digest = digest_of(corpus, (str(ids[row]) for row in rows), labels)
    texts = Texts([every[row] for row in rows], folder and folder / "features", digest)
    return Bench(digest, texts, np.array(labels, dtype=np.str_), np.array([topics[row] or "" for row in rows]))


def _runs(bench: Bench, splits: Sequence[Split], under_test: Sequence[Method], seed: int, how: How) -> Runs:
    return run_splits(bench, [(method, split) for method in under_test for split in splits], seed, how)


def _stratified(truth: Sequence[str], folds: int, seed: int, whose: str) -> list[Split]:
    names, sizes = np.unique(np.array(truth, dtype=np.str_), return_counts=True)
    if len(names) < 2:
        only = f" ({str(names[0])!r})" if len(names) else ""
        raise SplitError(f"{whose} {len(names)} class{only}; telling them apart needs at least 2")
    splitter = AuthorKFold(min(folds, int(sizes.max())), seed, "spread")
    parts = enumerate(splitter.split(truth, truth), start=1)
    return [Split(f"fold/{number}", train, test, f"fold {number}") for number, (train, test) in parts if len(test)]


def _unused(documents: int, unused: int, target: str) -> list[str]:
    return [f"{unused} of {documents} documents have no {target} or no text and are not used"] if unused else []


def _fold_warnings(truth: Sequence[str], folds: int, splits: Sequence[Split]) -> list[str]:
    lines = [f"{len(splits)} folds instead of {folds}: no class has more documents"] if len(splits) < folds else []
    alone = int((np.unique(np.array(truth), return_counts=True)[1] == 1).sum())
    if alone:
        lines.append(f"{alone} documents are the only one of their class: no model that leaves them out can be right")
    return lines
