"""Reversal: what an attacker gets back who knows the method and the data, and neither the seed nor any metadata."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence

import numpy as np

from stylobench.edits import Edit, Rewrite
from stylobench.features._edit_places import Span, spans
from stylobench.features._inverse_edits import InverseEdits
from stylobench.protocols._group_folds import counted_once, group_folds, joined_groups
from stylobench.protocols._original_ranks import OriginalRanks, original_ranks, ratio_by_group
from stylobench.protocols.attack_findings import Reversal, Sure
from stylobench.records import Booleans, Floats, Problem, Rows
from stylobench.seeds import generator
from stylobench.statistics.trial_draws import Units, draw_weights, interval, rarer_units, values

MOST_PAIRS = 2000
Scorer = Callable[[list[Problem]], Floats]


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
    ranks = originals_found(hidden, tried, owners, seed)
    return Reversal(
        dataset=dataset,
        obfuscator=obfuscator,
        method=None,
        texts=len(hidden),
        undone=_known(ratio_by_group(back, edits, owners, seed)),
        wrong=_known(ratio_by_group(wrong, changes, owners, seed)),
        recall_rewritten=None,
        recall_undone=None,
        rank=_known(ranks.both),
        candidates=ranks.candidates,
        linked=None,
        linked_original=None,
    )


def originals_found(
    rewrites: Sequence[Rewrite], again: Sequence[Rewrite], groups: Sequence[str], seed: int
) -> OriginalRanks:
    """The rank of the true original by style, by content and by both; `given_away` says where content is enough."""
    hidden, tried, owners = _once(rewrites, again, groups)
    return original_ranks([one.text for one in hidden], [one.text for one in tried], owners, seed)


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


def linkability(
    originals: Sequence[str], rewritten: Sequence[str], authors: Sequence[str], scorer: Scorer, seed: int = 0
) -> tuple[Sure, Sure]:
    """How well two rewritten texts by one person are told from two by different people (AUC), and two originals.

    The same pairs are asked of both: all by one author and as many by two, up to 2,000 of either. Equal originals
    count once.
    """
    once = np.array(counted_once(originals, rewritten), np.int64)
    names = np.asarray(authors, np.str_)[once]
    pairs, same = _pairs(names, generator(seed, "linkability", "pairs"))
    if not same.any() or same.all():
        return Sure(None), Sure(None)
    units = Units.authors(names[pairs[:, 0]], names[pairs[:, 1]])
    weights = draw_weights(units, same, generator(seed, "linkability", "authors"))
    found = []
    for texts in (rewritten, originals):
        problems = [Problem((texts[first],), texts[second]) for first, second in once[pairs].tolist()]
        drawn = values("auc", same, scorer(problems), weights)
        found.append(Sure(float(drawn[0]), *interval(drawn, units, share=True, rarer=rarer_units(units, same))))
    return found[0], found[1]


def _pairs(authors: np.typing.NDArray[np.str_], rng: np.random.Generator) -> tuple[Rows, Booleans]:
    first, second = np.triu_indices(len(authors), 1)
    same = authors[first] == authors[second]
    count = min(MOST_PAIRS, int(np.count_nonzero(same)))
    chosen = [np.sort(rng.permutation(np.flatnonzero(kind))[:count]) for kind in (same, ~same)]
    places = np.concatenate(chosen)
    return np.column_stack([first, second])[places].astype(np.int64), np.asarray(same[places])
