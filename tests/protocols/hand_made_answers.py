"""Tested items for tests of the subclass-shift crash test, small enough to be worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from stylobench.features.texts import Texts
from stylobench.metrics.outcomes import Outcomes
from stylobench.protocols.shift_ground import Answered, Tested

# Right answers and items of three subclasses: shares of .9, .5 and .2, and .525 of all.
RIGHT = {"harbour": (9, 10), "market": (10, 20), "school": (2, 10)}
SUBJECTS = {
    "harbour": ("boat", "sail", "anchor", "tide", "harbour", "mast", "wave", "keel"),
    "market": ("price", "stall", "coin", "market", "trader", "basket", "cheap", "sale"),
    "school": ("teacher", "lesson", "pupil", "school", "chalk", "exam", "grade", "desk"),
}


def answered(right: Mapping[str, tuple[int, int]] = RIGHT, losses: Sequence[float] | None = None) -> Answered:
    """Two classes in turn, the first answers of every subclass right."""
    rights = [place < good for good, n in right.values() for place in range(n)]
    truth = [("ann", "bob")[place % 2] for place in range(len(rights))]
    other = {"ann": "bob", "bob": "ann"}
    named = [one if good else other[one] for one, good in zip(truth, rights, strict=True)]
    return Answered("by hand", np.arange(len(rights)), Outcomes.attributed(truth, named, losses, "ann"))


def hand_made(
    methods: Mapping[str, Answered] | None = None, sizes: Mapping[str, int] | None = None, **more: Any
) -> Tested:
    """Items of the three subclasses in order, with these answers."""
    every = sizes or {name: n for name, (_, n) in RIGHT.items()}
    labels = [name for name, n in every.items() for _ in range(n)]
    told: dict[str, Any] = {"texts": None, "subclasses": labels, **more}
    classes = [("ann", "bob")[place % 2] for place in range(len(labels))]
    ids = [f"d{place:05d}" for place in range(len(labels))]
    by_hand = methods if methods is not None else {"ours": answered()}
    return Tested("by hand", "0" * 64, "attribution", "document", ids, classes, methods=by_hand, **told)


def texts(sizes: Mapping[str, int], words: int = 12) -> Texts:
    """Texts of the subjects in order, whose words never meet."""
    rng, made = np.random.default_rng(5), []
    for name, n in sizes.items():
        made += [" ".join(rng.choice(SUBJECTS[name], words)) for _ in range(n)]
    return Texts(made)
