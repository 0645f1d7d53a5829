"""Problems whose texts meet again: leave questioned texts out, with a buffer.

A fold tests all problems of one questioned text (or of several, dealt into folds) and trains on the problems that share
no text with them. A fold that leaves nothing to train on, or one class only, is skipped and told of; its problems stay
unanswered.

>>> chain = Trials.of_pairs([0, 1, 3, 5], [1, 2, 4, 6], [True, False, True, False])
>>> found = buffered(chain)
>>> [(split.test.questioned.tolist(), split.train.questioned.tolist()) for split in found.splits]
[([1], [4, 6]), ([2], [4, 6]), ([4], [1, 2, 6]), ([6], [1, 2, 4])]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from stylobench.errors import SplitError
from stylobench.records import Booleans, Rows, Trials, TrialSplit
from stylobench.seeds import generator

GROUPS = 10


@dataclass(frozen=True)
class Buffered:
    """Splits, the places of the trials that each tests, and why folds were skipped."""

    splits: tuple[TrialSplit, ...]
    tested: tuple[Rows, ...]
    skipped: tuple[str, ...]


def buffered(trials: Trials, folds: int | None = None, seed: int = 0) -> Buffered:
    """A fold for each questioned text, in order of row, or as many folds as said."""
    fold = _folds(trials, folds, seed)
    width = len(str(int(fold.max(initial=0)) + 1))
    splits, tested, skipped = list[TrialSplit](), list[Rows](), list[str]()
    for number in np.unique(fold):
        places, name = np.flatnonzero(fold == number), f"buffered/{number + 1:0{width}d}"
        test = trials.take(places)
        train = trials.take(~touching(trials, test))
        if trouble := _unfit(train):
            skipped.append(f"{name} is skipped ({len(places)} of {len(trials)} problems): {trouble}")
            continue
        splits.append(TrialSplit(name, train, test, _held_out(test)))
        tested.append(places)
    if not splits:
        reason = trouble if len(trials) else "there are none"
        raise SplitError(f"problems cannot be split: {reason}; add problems with texts of their own")
    return Buffered(tuple(splits), tuple(tested), tuple(skipped))


def _folds(trials: Trials, folds: int | None, seed: int) -> Rows:
    """The fold of every trial. Questioned texts are dealt in turn, by lot within those that have a same-author problem
    and those that have none.
    """
    texts, code = np.unique(trials.questioned, return_inverse=True)
    if folds is None:
        return code.astype(np.int64)
    if not 2 <= folds <= len(texts):
        raise SplitError(f"{len(texts)} questioned texts cannot be dealt into {folds} folds; take 2 to {len(texts)}")
    with_same = np.bincount(code, trials.same, len(texts)) > 0
    lots = generator(seed, "buffered").permutation(len(texts))
    dealt = np.empty(len(texts), dtype=np.int64)
    dealt[np.lexsort((lots, ~with_same))] = np.arange(len(texts)) % folds
    return dealt[code]


def touching(trials: Trials, test: Trials) -> Booleans:
    """Which trials have a text in common with the test."""
    tested = np.isin(trials.known, test.rows)
    owners = np.repeat(np.arange(len(trials)), np.diff(trials.starts))
    known: Booleans = np.bincount(owners[tested], minlength=len(trials)) > 0
    return known | np.isin(trials.questioned, test.rows)


def tuned_on(tested: Trials, fold: Rows, trained: Sequence[Rows]) -> tuple[Rows, ...]:
    """For each fold the trials that thresholds for it come from: those that share no text with it nor with the folds
    that are left out beside it, about a tenth of all.

    Of two thresholds that are equally good on all trials, leaving out a single one always chooses that which is wrong
    about it. Where trials share so many texts that a group leaves less than half, they are the fold's own.
    """
    if len(trained) < 2 * GROUPS:
        return tuple(trained)
    with_same = np.bincount(fold, tested.same, len(trained)) > 0
    lots = generator(0, "tuned").permutation(len(trained))
    group = np.empty(len(trained), dtype=np.int64)
    group[np.lexsort((lots, ~with_same))] = np.arange(len(trained)) % GROUPS
    rest = [np.flatnonzero(~touching(tested, tested.take(group[fold] == number))) for number in range(GROUPS)]
    return tuple(
        rest[number] if 2 * len(rest[number]) >= len(own) else own for number, own in zip(group, trained, strict=True)
    )


def _unfit(train: Trials) -> str:
    if not len(train):
        return "every other problem shares a text with the tested ones"
    if train.same.all() or not train.same.any():
        return f"the {len(train)} that share no text with the tested ones are of one class"
    return ""


def _held_out(test: Trials) -> str:
    count = len(np.unique(test.questioned))
    return f"{count} questioned text{'s' * (count > 1)}"
