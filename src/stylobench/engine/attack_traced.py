"""The backtracking attack on one data set's rewritten texts: a search back towards every candidate author."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stylobench import specs
from stylobench.engine.attack_arena import Arena
from stylobench.engine.attack_writings import Writings
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.protocols.attack import Settings
from stylobench.protocols.attack_backtracking import Hidden, backtracked, chances
from stylobench.records import Problem, Trials
from stylobench.seeds import generator
from stylobench.splits.buffered import touching

RIVALS = 4


def traced(field: Arena, made: Writings, settings: Settings) -> dict[str, Any]:
    """Fields of a Reversal: how often the true author is named first, with and without backtracking.

    The attacker's verifier learns from problems that share no text with those he attacks; where few are left, he
    attacks fewer.
    """
    tested = field.tested
    places = [place for place in np.flatnonzero(tested.same).tolist() if made.of(tested, place) is not None]
    rng = generator(settings.seed, "backtracking", made.name, field.digest)
    drawn = rng.permutation(places)[: settings.backtrack].tolist()
    train = _train(tested, drawn)
    while drawn and train is None:
        drawn = drawn[: len(drawn) // 2]
        train = _train(tested, drawn)
    if not drawn or train is None:
        return {}
    searcher = specs.build("obfuscators", "targeted")
    verifier = specs.build("verifiers", searcher.verifier)
    verifier.fit(Problems.without_truth(Texts(list(field.texts)), train), train.same)
    hidden = [Hidden(_author(field, place), _rewritten(field, made, place)) for place in drawn]
    found = backtracked(searcher, verifier, hidden, RIVALS, rng)
    before, after = chances(found, [one.author for one in hidden], settings.seed, settings.draws)
    return {"traced": after, "traced_before": before, "authors": max(found.authors)}


def _train(tested: Trials, drawn: Sequence[int]) -> Trials | None:
    """The problems that share no text with those drawn, where both kinds are left."""
    rest = tested.take(~touching(tested, tested.take(list(drawn))))
    return rest if len(rest) and rest.same.any() and not rest.same.all() else None


def _author(field: Arena, place: int) -> str:
    return field.group(int(field.tested.questioned[place]))


def _rewritten(field: Arena, made: Writings, place: int) -> Problem:
    rewrite = made.of(field.tested, place)
    known = field.problem(field.tested, place).known
    return Problem(known, rewrite.text if rewrite is not None else "")
