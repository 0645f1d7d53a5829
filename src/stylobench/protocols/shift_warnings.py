"""What a reader of the subclass-shift crash test must be told first: one line each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from stylobench.metrics.coding import coded
from stylobench.protocols.shift_findings import Bound, MeasureFindings, MethodFindings
from stylobench.protocols.shift_ground import Tested
from stylobench.protocols.shift_subclasses import CLUSTERS, LEAST, Grouping

OPTIMISTIC = 0.01
# more than the posterior's draws differ by chance
LIFTED = 0.005


def grouping_warnings(grouping: Grouping, tested: Tested) -> list[str]:
    """What is odd about the items and their subclasses."""
    few = [f"{len(tested)} items are too few for any bound to mean much"] if len(tested) < 2 * LEAST else []
    return [*few, *_joined(grouping), *_small(grouping), *_of_one_class(grouping, tested)]


def _joined(grouping: Grouping) -> list[str]:
    joined = sum(grouping.joined)
    if not joined:
        return []
    one = joined == 1
    if grouping.told == CLUSTERS:
        where = f"{'it' if one else 'each'} was merged into its nearest"
    elif grouping.rest is not None:
        where = f"they were put together as {grouping.rest!r}"
    else:
        name = next(name for name, joined in zip(grouping.names, grouping.joined, strict=True) if joined)
        where = f"{'it was' if one else 'they were'} put with the largest, {name!r}"
    return [f"{_many(joined, 'subclass')} had fewer than {LEAST} items; {where}"]


def _small(grouping: Grouping) -> list[str]:
    small, k = int((np.bincount(grouping.codes) < LEAST).sum()), len(grouping.names)
    if not small:
        return []
    which = f"all {k}" if small == k else f"{small} of {k}"
    return [f"{which} subclasses {'has' if small == 1 else 'have'} fewer than {LEAST} items"]


def _of_one_class(grouping: Grouping, tested: Tested) -> list[str]:
    names, labels = coded(tested.classes)
    if len(names) == 1:
        return [f"all items are of one class ({names[0]}): measures of the other class say nothing"]
    cells = np.unique(grouping.codes * len(names) + labels) // len(names)
    alone = int((np.bincount(cells) == 1).sum())
    if not alone or len(names) > 2:
        return []
    return [
        f"{alone} of {len(grouping.names)} subclasses {'holds' if alone == 1 else 'hold'} one class only: ratio "
        "measures such as recall are taken over the counts of all subclasses together, so they stay defined"
    ]


def _many(count: int, what: str) -> str:
    """A number of things.

    >>> _many(1, "subclass"), _many(2, "split")
    ('1 subclass', '2 splits')
    """
    return f"{count} {what}" if count == 1 else f"{count} {what}{'es' if what.endswith('s') else 's'}"


def silence_warnings(tested: Tested) -> list[str]:
    """Who was asked and said nothing."""
    silent = {name: int(one.outcomes.silent.sum()) for name, one in tested.methods.items()}
    return [
        f"{name}: {count} of {_many(len(tested.methods[name].rows), 'item')} {'is' if count == 1 else 'are'} not "
        "answered; silence is wrong in accuracy"
        for name, count in silent.items()
        if count
    ]


def selection_warnings(tested: Tested, judged: Sequence[str], compared: Sequence[str]) -> list[str]:
    """Who takes no part in the choice of a method, and why."""
    asked = {name: len(one.rows) for name, one in tested.methods.items()}
    left = [f"{name} ({asked[name]})" for name in judged if name not in compared]
    if not left:
        return []
    most = asked[compared[0]]
    return [
        f"methods are compared on the same items only: {', '.join(left)} did not answer the {most} items that "
        f"{', '.join(compared)} did, and cannot be chosen"
    ]


def method_warnings(found: Mapping[str, MethodFindings], measure: str, delta: float) -> list[str]:
    """What is odd about the answers, and where the normal law promises too much."""
    lines = []
    for name, one in found.items():
        if one.failures:
            splits = _many(len(one.failures), "split")
            lines.append(f"{name} failed on {splits} ({one.failures[0]}) and is judged on the rest")
        if one.answered and not one.measures:
            lines.append(f"{name} has answers in one subclass only and is not judged")
        if measure not in one.measures:
            continue
        bound = next(bound for bound in one.measures[measure].bounds if bound.delta == delta)
        if bound.optimism is not None and bound.optimism >= OPTIMISTIC:
            lines.append(
                f"{name}: the normal law is {100 * bound.optimism:.1f} points too hopeful at delta {delta:g}; "
                "its bound is not used"
            )
        lines += [*_lifted(name, one.measures[measure], bound), *_unlike(name, one.measures[measure], bound)]
    return lines


def _lifted(name: str, found: MeasureFindings, bound: Bound) -> list[str]:
    """The posterior is the careful law, unless its prior is better than the answers are."""
    if found.loss or bound.posterior is None or bound.exact is None or bound.posterior < bound.exact + LIFTED:
        return []
    wrong = found.today.value is not None and found.today.value < 0.5
    what = "a method that is mostly wrong" if wrong else "subclasses where it is mostly wrong"
    return [
        f"{name}: the posterior bound is above the exact one: with so few items its prior of one half lifts {what}; "
        "read the exact bound"
    ]


def _unlike(name: str, found: MeasureFindings, bound: Bound) -> list[str]:
    """A bound that today's own mix does not keep, by either law, says that today is no usual mix."""
    value, least = found.today.value, [one for one in (bound.posterior, bound.exact) if one is not None]
    if value is None or bound.posterior is None or any(value <= one if found.loss else value >= one for one in least):
        return []
    return [
        f"{name}: today's own mix does not keep the bound at delta {bound.delta:g}: it is unlike most mixes of this "
        "law; if tomorrow will rather be like today, take --mix today --concentration dates (or a number)"
    ]
