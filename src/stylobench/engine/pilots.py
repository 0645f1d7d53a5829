"""Small jobs of the same kind as the large ones, to be timed before those are begun."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from stylobench.edits import Rewrite
from stylobench.engine.jobs import Bench, Doable, Job
from stylobench.engine.methods import Method
from stylobench.engine.prepared import Load
from stylobench.engine.rewriting import Ready, RewriteTask, fitted
from stylobench.engine.trial_jobs import Shown, TrialBench, TrialJob
from stylobench.features.texts import Texts
from stylobench.records import Booleans, Rows, Split, Trials, TrialSplit

SIZE, SMALLER = (40, 20), (16, 8)
LEAST = 2
PILOT = "pilot"
Pilot = tuple[Doable[Any], int]
Size = tuple[int, int]


@dataclass(frozen=True)
class SharedLoad(Load):
    """A load that knows how many different items and texts there are in its jobs, for what is computed once for all,
    and how many times a job asks what has been learnt.
    """

    distinct: int = 0
    texts: int = 0
    asked: float = 1.0


@dataclass(frozen=True)
class FirstRewrite(RewriteTask):
    """An obfuscator that has yet to learn from a few texts, on one problem; what it has learnt serves the next try."""

    texts: tuple[str, ...] = ()
    learnt: list[Ready] = field(default_factory=list, compare=False)

    def answers(self) -> Rewrite:
        """Learn, where that is yet to be done, then rewrite."""
        if not self.learnt:
            self.learnt.append(fitted(self.obfuscator, self.texts))
        return self.learnt[0].task(self.problem, self.seed).answers()


def document_load(bench: Bench, splits: Sequence[Split], method: Method, seed: int) -> Load:
    """What an attributor will have to do on splits of documents."""
    texts = len(np.unique(np.concatenate([rows for split in splits for rows in (split.train, split.test)])))
    return load(splits, document_pilot(bench, widest(splits), method, seed), (texts, texts))


def trial_load(bench: TrialBench, splits: Sequence[TrialSplit], method: Method, seed: int) -> SharedLoad:
    """What a verifier will have to do on splits of trials, of which equal ones are answered once."""
    different = list({split.digest: split for split in splits}.values())
    pilot = trial_pilot(bench, widest(different), method, seed)
    every = Trials.joined([side for split in different for side in (split.train, split.test)])
    first = every.known[every.starts[:-1].clip(max=len(every.known) - 1)]
    couples = np.unique(np.column_stack([first, every.questioned]), axis=0)
    return load(different, pilot, (len(couples), len(every.rows)))


def load(
    splits: Sequence[Split] | Sequence[TrialSplit], pilot: Pilot, different: tuple[int, int] = (0, 0)
) -> SharedLoad:
    """The jobs of the pilot's method, one per split, with so many different items and texts."""
    job, items = pilot
    return SharedLoad(job.label, len(splits), sum(map(items_of, splits)), job, items, *different)


def items_of(split: Split | TrialSplit) -> int:
    """What a job learns from and answers."""
    return len(split.train) + len(split.test)


def widest(splits: Sequence[Any]) -> Any:
    """The split with the most items, the first among equals: the best one to thin."""
    return max(splits, key=items_of)


def document_pilot(bench: Bench, split: Split, method: Method, seed: int, size: Size = SIZE) -> tuple[Job, int]:
    """The method on a few documents of a split, with texts of their own; and how many items that is."""
    train = _few_by_author(split.train, bench.authors[split.train], size[0])
    theirs = split.test[np.isin(bench.authors[split.test], bench.authors[train])]
    test = evenly(theirs if len(theirs) else split.test, size[1])
    rows = np.unique(np.concatenate([train, test]))
    thin = Split(PILOT, np.searchsorted(rows, train), np.searchsorted(rows, test), split.held_out)
    small = Bench(f"{PILOT} {bench.digest}", _texts(bench.texts, rows), bench.authors[rows], bench.topics[rows])
    return Job(small, thin, method, seed), items_of(thin)


def trial_pilot(
    bench: TrialBench, split: TrialSplit, method: Method, seed: int, size: Size = SIZE
) -> tuple[TrialJob, int]:
    """The method on a few trials of a split, of both truths, with texts of their own; and how many items that is."""
    train, test = _few_of_both(split.train, size[0]), _few_of_both(split.test, size[1])
    rows = np.unique(np.concatenate([train.rows, test.rows]))
    thin = TrialSplit(PILOT, _placed(train, rows), _placed(test, rows), split.held_out)
    writers = None if bench.writers is None else bench.writers[rows]
    small = TrialBench(f"{PILOT} {bench.digest}", _texts(bench.texts, rows), writers)
    return TrialJob(small, thin, method, seed), items_of(thin)


def renewed(pilot: Doable[Any]) -> Doable[Any]:
    """The same job with nothing counted in its texts and nothing learnt from them yet."""
    if isinstance(pilot, FirstRewrite):
        return replace(pilot, learnt=[])
    if isinstance(pilot, Job):
        return replace(pilot, bench=replace(pilot.bench, texts=Texts(list(pilot.bench.texts))))
    if isinstance(pilot, Shown):
        return replace(pilot, bench=replace(pilot.bench, texts=Texts(list(pilot.bench.texts))))
    return pilot


def regrouped(pilot: Doable[Any]) -> Doable[Any] | None:
    """Other trials over the same texts, which show what is computed for every trial and not for every text."""
    if not isinstance(pilot, TrialJob):
        return None
    train, test = (_turned(side) for side in (pilot.split.train, pilot.split.test))
    return replace(pilot, split=replace(pilot.split, train=train, test=test))


def _turned(trials: Trials) -> Trials:
    return replace(trials, questioned=np.roll(trials.questioned, len(trials) // LEAST))


def smaller(pilot: Doable[Any]) -> Pilot | None:
    """A thinner pilot, which shows what a job costs whatever its size; None where there is no way to thin it."""
    if isinstance(pilot, Job):
        return document_pilot(pilot.bench, pilot.split, pilot.method, pilot.seed, SMALLER)
    if isinstance(pilot, TrialJob):
        return trial_pilot(pilot.bench, pilot.split, pilot.method, pilot.seed, SMALLER)
    return None


def evenly(rows: Rows, most: int) -> Rows:
    """At most so many rows, at equal distances.

    >>> evenly(np.arange(10), 4).tolist()
    [0, 3, 6, 9]
    """
    if len(rows) <= most:
        return rows
    return rows[np.linspace(0, len(rows) - 1, most).round().astype(np.int64)]


def _few_by_author(rows: Rows, authors: np.ndarray[Any, Any], most: int) -> Rows:
    """As many authors as can have two documents each; those with fewer only where there are not two others."""
    names, counts = np.unique(authors, return_counts=True)
    able = names[counts >= LEAST]
    chosen = evenly(able if len(able) >= LEAST else names, most // LEAST)
    each = most // max(1, len(chosen))
    return np.sort(np.concatenate([evenly(rows[authors == name], each) for name in chosen]))


def _few_of_both(trials: Trials, most: int) -> Trials:
    """Half of each truth, or more of the one where the other has fewer."""
    places = np.arange(len(trials))
    same, other = places[trials.same], places[~trials.same]
    share = _share(trials.same, most)
    return trials.take(np.sort(np.concatenate([evenly(same, share), evenly(other, most - share)])))


def _share(same: Booleans, most: int) -> int:
    yes, no = int(same.sum()), int((~same).sum())
    return min(yes, max(most // 2, most - no))


def _placed(trials: Trials, rows: Rows) -> Trials:
    known, questioned = np.searchsorted(rows, trials.known), np.searchsorted(rows, trials.questioned)
    return Trials(known, trials.starts, questioned, trials.same, trials.groups)


def _texts(texts: Texts, rows: Rows) -> Texts:
    return Texts([texts[int(row)] for row in rows])
