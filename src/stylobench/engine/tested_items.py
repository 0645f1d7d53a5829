"""Tested documents or problems as items in one order, and what became of each by the runs of a method."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from stylobench.errors import ArchiveError, SpecError
from stylobench.features.texts import Texts
from stylobench.metrics.attribution import log_losses
from stylobench.metrics.outcomes import Outcomes
from stylobench.protocols.shift_ground import Answered, Tested
from stylobench.records import Answers, Corpus, Floats, Rows, Run, Trials

REPRESENTATIONS = ("questioned", "pair")
CLASSES = ("different", "same")


@dataclass(frozen=True)
class Shelf:
    """Documents by row with what is known of them; without `texts` where those are not at hand."""

    ids: Sequence[str]
    texts: Texts | None
    topics: Sequence[str | None]
    times: Sequence[str | None]


@dataclass(frozen=True)
class Items:
    """What was tested. `places` has the items of each split, in the order in which its run answers them."""

    task: str
    item: str
    ids: tuple[str, ...]
    classes: tuple[str, ...]
    texts: Texts | None
    topics: tuple[str | None, ...]
    times: tuple[str | None, ...]
    places: tuple[Rows, ...]

    def tested(self, corpus: Corpus, methods: Mapping[str, Answered], warnings: Sequence[str]) -> Tested:
        """The same with what was answered; labels that no item has are left out."""
        return Tested(
            name=corpus.name,
            digest=corpus.digest,
            task=self.task,
            item=self.item,
            ids=self.ids,
            classes=self.classes,
            texts=self.texts,
            methods=methods,
            topics=self.topics if any(self.topics) else None,
            times=self.times if any(self.times) else None,
            warnings=tuple(warnings),
            provenance=corpus.provenance,
        )


def document_items(shelf: Shelf, labels: Sequence[str], tests: Mapping[str, Rows]) -> Items:
    """Documents in order of row. One that several splits test is an item for each of them, named after the split."""
    sizes = [len(rows) for rows in tests.values()]
    rows = np.concatenate([np.zeros(0, dtype=np.int64), *tests.values()]).astype(np.int64)
    splits = np.repeat(np.arange(len(sizes)), sizes)
    order = np.argsort(rows, kind="stable")
    asked = rows[order].tolist()
    return Items(
        task="attribution",
        item="document",
        ids=tuple(_ids(shelf.ids, asked, [list(tests)[split] for split in splits[order]])),
        classes=tuple(labels[row] for row in asked),
        texts=None if shelf.texts is None else shelf.texts.take(rows[order]),
        topics=tuple(shelf.topics[row] for row in asked),
        times=tuple(shelf.times[row] for row in asked),
        places=_cut(np.argsort(order, kind="stable"), sizes),
    )


def problem_items(
    shelf: Shelf, tests: Sequence[Trials], represent: str = "questioned", ids: Sequence[str] | None = None
) -> Items:
    """Problems in the order of their splits, each represented by its questioned text or by all of its texts."""
    if represent not in REPRESENTATIONS:
        raise SpecError(f"a problem is represented by its {' or its '.join(REPRESENTATIONS)}, not by {represent!r}")
    trials = Trials.joined(tests)
    groups = _texts_of_problems(trials, represent)
    return Items(
        task="verification",
        item="problem",
        ids=tuple(ids if ids is not None else (" + ".join(shelf.ids[r] for r in rows) for rows in _together(trials))),
        classes=tuple(CLASSES[same] for same in trials.same.astype(int)),
        texts=None if shelf.texts is None else _joined(shelf.texts, groups),
        topics=tuple(_one_label([shelf.topics[row] for row in rows]) for rows in groups),
        times=tuple(shelf.times[row] for row in trials.questioned),
        places=_cut(np.arange(len(trials)), [len(test) for test in tests]),
    )


def answered(items: Items, spec: str, runs: Sequence[Run], positive: str | None = None) -> Answered:
    """What became of the items by the runs of one method, one for each split, in order."""
    given = [
        (places, _fitting(run.answers, places, run))
        for places, run in zip(items.places, runs, strict=True)
        if run.answers is not None
    ]
    failures = tuple(f"{run.split}: {run.failure}" for run in runs if run.answers is None)
    rows = np.concatenate([np.zeros(0, dtype=np.int64), *(places for places, _ in given)])
    order = np.argsort(rows, kind="stable")
    every = [answers for _, answers in given]
    truth = [items.classes[row] for row in rows]
    judged = _verified(truth, every) if items.task == "verification" else _attributed(truth, every, positive)
    return Answered(spec, rows[order], judged.take(order), failures)


def _verified(truth: Sequence[str], every: Sequence[Answers]) -> Outcomes:
    scores = np.concatenate([np.zeros(0), *(answers.scores[:, 0] for answers in every)])
    return Outcomes.verified(np.array([kind == CLASSES[True] for kind in truth], dtype=np.bool_), scores)


def _attributed(truth: Sequence[str], every: Sequence[Answers], positive: str | None) -> Outcomes:
    named = [name for answers in every for name in answers.best()]
    return Outcomes.attributed(truth, named, _losses(truth, every), positive if truth else None)


def _losses(truth: Sequence[str], every: Sequence[Answers]) -> Floats | None:
    """The log loss of every item, None where scores are not probabilities."""
    if not every or not all(answers.probable for answers in every):
        return None
    cuts = np.cumsum([0, *(len(answers.rows) for answers in every)])
    parts = [truth[a:b] for a, b in pairwise(cuts)]
    return np.concatenate([log_losses(part, one.scores, one.authors) for part, one in zip(parts, every, strict=True)])


def _fitting(answers: Answers, places: Rows, run: Run) -> Answers:
    if len(answers.rows) != len(places):
        raise ArchiveError(
            f"stored answers {run.key} are {len(answers.rows)} for {len(places)} tested items of {run.split}; run again"
        )
    return answers


def _ids(ids: Sequence[str], rows: Sequence[int], splits: Sequence[str]) -> Iterator[str]:
    times = Counter(rows)
    for row, split in zip(rows, splits, strict=True):
        yield ids[row] if times[row] == 1 else f"{ids[row]} ({split})"


def _cut(places: Rows, sizes: Sequence[int]) -> tuple[Rows, ...]:
    return tuple(np.split(places, np.cumsum(sizes)[:-1])) if len(sizes) else ()


def _together(trials: Trials) -> list[list[int]]:
    """The rows of every trial, the questioned one last."""
    bounds = zip(trials.starts[:-1], trials.starts[1:], trials.questioned, strict=True)
    return [[*trials.known[a:b].tolist(), int(questioned)] for a, b, questioned in bounds]


def _texts_of_problems(trials: Trials, represent: str) -> list[list[int]]:
    return _together(trials) if represent == "pair" else [[row] for row in trials.questioned.tolist()]


def _joined(texts: Texts, groups: Sequence[Sequence[int]]) -> Texts:
    if all(len(rows) == 1 for rows in groups):
        return texts.take(np.array([rows[0] for rows in groups], dtype=np.int64))
    return Texts(["\n\n".join(texts[row] for row in rows) for rows in groups])


def _one_label(labels: Sequence[str | None]) -> str | None:
    """One label for all texts of a problem.

    >>> _one_label(["sea", "air", "sea"]), _one_label([None])
    ('air + sea', None)
    """
    return " + ".join(sorted({label for label in labels if label})) or None
