"""Reversal: what an attacker gets back who knows the method and the data, and neither the seed nor any metadata."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

import numpy as np

from stylobench.edits import Edit, Rewrite
from stylobench.features._edit_places import Span, spans
from stylobench.features._inverse_edits import InverseEdits
from stylobench.protocols._group_folds import counted_once, group_folds, joined_groups
from stylobench.protocols._original_ranks import original_rank, ratio_by_group
from stylobench.protocols.attack_findings import Reversal, Sure


def reversal(
    dataset: str,
    obfuscator: str,
    rewrites: Sequence[Rewrite],
    again: Sequence[Rewrite],
    groups: Sequence[str],
    seed: int,
) -> Reversal:
    """Edits undone and originals found; `again` are rewrites of the same originals that the attacker made himself.

    Edits are undone by what was learnt from texts of other groups only. Equal originals count once.
    """
    hidden, tried, owners = _once(rewrites, again, groups)
    undoings = _undoings(hidden, owners, tried)
    judged = np.array([_judged(one, undoing) for one, undoing in zip(hidden, undoings, strict=True)], np.float64)
    back, wrong = judged.reshape(-1, 2).T
    edits, changes = (np.array([len(one.edits) for one in made], np.float64) for made in (hidden, undoings))
    rank = original_rank([one.text for one in hidden], [one.text for one in tried], owners, seed)
    return Reversal(
        dataset=dataset,
        obfuscator=obfuscator,
        method=None,
        texts=len(hidden),
        undone=_known(ratio_by_group(back, edits, owners, seed)),
        wrong=_known(ratio_by_group(wrong, changes, owners, seed)),
        recall_rewritten=None,
        recall_undone=None,
        rank=_known(rank),
        candidates=len(hidden),
        linked=None,
        linked_original=None,
    )


def _once(
    rewrites: Sequence[Rewrite], again: Sequence[Rewrite], groups: Sequence[str]
) -> tuple[list[Rewrite], list[Rewrite], list[str]]:
    """Every original once, rewritten and rewritten again, and its group; groups that share an original are one."""
    _same_originals(rewrites, again)
    once = counted_once([rewrite.original for rewrite in rewrites], [rewrite.text for rewrite in rewrites])
    joined = joined_groups(groups, [rewrite.original for rewrite in rewrites])
    return [rewrites[place] for place in once], [again[place] for place in once], [joined[place] for place in once]


def undone(
    rewrites: Sequence[Rewrite], groups: Sequence[str], learnt_from: Sequence[Rewrite] | None = None
) -> list[str]:
    """The rewritten texts with all edits undone that the attacker takes for edits.

    He learns from the rewrites of other groups' texts: those in `learnt_from`, of the same originals in the same order
    by another seed, or the rewrites themselves where there are none.
    """
    return [undoing.text for undoing in _undoings(rewrites, groups, rewrites if learnt_from is None else learnt_from)]


def _undoings(rewrites: Sequence[Rewrite], groups: Sequence[str], learnt_from: Sequence[Rewrite]) -> list[Rewrite]:
    _same_originals(rewrites, learnt_from)
    folds = group_folds(groups, [rewrite.original for rewrite in rewrites]).tolist()
    inverse = InverseEdits(learnt_from, folds)
    return [inverse.undo(rewrite.text, fold) for rewrite, fold in zip(rewrites, folds, strict=True)]


def _same_originals(rewrites: Sequence[Rewrite], others: Sequence[Rewrite]) -> None:
    if [rewrite.original for rewrite in rewrites] != [other.original for other in others]:
        raise ValueError("the attacker's rewrites must be of the same originals, in the same order")


def _known(found: Sure) -> Sure | None:
    return None if found.value is None else found


def _judged(rewrite: Rewrite, undoing: Rewrite) -> tuple[int, int]:
    """How many edits are undone exactly, and how many of the attacker's changes undo nothing."""
    made = spans(rewrite)
    starts = [span.start for span in made]
    undone_edits, wrong = 0, 0
    for change in undoing.edits:
        since = max(0, bisect_left(starts, change.start) - 1)
        until = bisect_left(starts, change.end + 1)
        back = _brought_back(rewrite.original, made[since:until], change)
        undone_edits, wrong = undone_edits + back, wrong + (back == 0)
    return undone_edits, wrong


def _brought_back(original: str, near: Sequence[Span], change: Edit) -> int:
    """How many edits a change brings back: all that it covers, if exactly the original stands there afterwards.

    An edit that left nothing behind, at either end of the change, may be covered or not.
    """
    touched = [span for span in near if span.start < change.end and span.end > change.start]
    at_ends = [span for span in near if span.start == span.end and span.start in (change.start, change.end)]
    for covered in (sorted({*touched, *at_ends}), touched):
        if covered and covered[0].start >= change.start and covered[-1].end <= change.end:
            start = covered[0].original_start - (covered[0].start - change.start)
            end = covered[-1].original_end + (change.end - covered[-1].end)
            if original[start:end] == change.replacement:
                return len(covered)
    return 0
