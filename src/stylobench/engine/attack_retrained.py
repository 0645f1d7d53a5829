"""Verifiers retrained on rewritten texts: every questioned text, of either kind of problem, is rewritten."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from stylobench.engine.attack_arena import Arena
from stylobench.engine.attack_writings import Stage, Writings
from stylobench.engine.document_runs import How
from stylobench.engine.methods import Method
from stylobench.engine.trial_jobs import TrialBench
from stylobench.engine.trial_runs import run_trials
from stylobench.records import Floats, Rows, Run, Trials, TrialSplit, text_digest


@dataclass(frozen=True)
class RewrittenSplit(TrialSplit):
    """Trials over a stage, where a text stands wherever there was room: identified by the texts, not by their rows."""

    stage: Stage = field(compare=False)

    @cached_property
    def digest(self) -> str:
        """Identifies the split by its texts and their truth."""
        total = hashlib.sha256()
        for side in (self.train, self.test):
            for row in (*side.known, *side.questioned):
                total.update(text_digest(self.stage.texts[row]).encode())
            total.update(side.starts.astype("<i8").tobytes() + side.same.tobytes() + b"|")
        return total.hexdigest()


@dataclass(frozen=True)
class Lesson:
    """One obfuscator's texts as splits, the places of the `problems` that each tests, and what is to be told of it.

    A problem whose text could not be rewritten is neither learnt from nor asked about.
    """

    problems: int
    splits: tuple[RewrittenSplit, ...] = ()
    tested: tuple[Rows, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Retrained:
    """Scores by method and obfuscator, NaN where nothing was asked, and why others have none."""

    scores: Mapping[tuple[str, str], Floats] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


def lesson(arena: Arena, made: Writings, stage: Stage) -> Lesson:
    """What methods are to learn from and to be asked when all questioned texts are rewritten; where every text came
    back as it was, they have learnt it already.
    """
    if all(rewrite.unchanged for rewrite in made.rewrites.values()):
        return Lesson(len(arena.tested))
    sides = [side for split in arena.splits for side in (split.train, split.test)]
    if not all(made.covers(side) for side in sides):
        told = f"no method is retrained on {made.name}: it was not asked for all that they learn from"
        return Lesson(len(arena.tested), warnings=(told,))
    splits, tested = list[RewrittenSplit](), list[Rows]()
    for number, split in enumerate(arena.splits):
        kept = _written(split.test, made)
        if len(kept):
            train, test = (_rewritten(side, made, stage) for side in (split.train, split.test))
            splits.append(RewrittenSplit(f"{made.name}/{split.id}", train, test, split.held_out, stage))
            tested.append(np.flatnonzero(arena.fold == number)[kept])
    return Lesson(len(arena.tested), tuple(splits), tuple(tested), tuple(_left_out(sides, made)))


def _left_out(sides: Sequence[Trials], made: Writings) -> list[str]:
    keys = {made.key(side, place) for side in sides for place in range(len(side))}
    failed = sum(key not in made.rewrites for key in keys)
    told = (
        f"methods retrained on {made.name} neither learn from {failed} of {len(keys)} texts, which failed, nor answer"
    )
    return [f"{told} problems with them"] if failed else []


def _written(trials: Trials, made: Writings) -> Rows:
    return np.array([place for place in range(len(trials)) if made.of(trials, place) is not None], dtype=np.int64)


def _rewritten(trials: Trials, made: Writings, stage: Stage) -> Trials:
    """The problems whose questioned text was rewritten, with the rewritten text in its place."""
    kept = trials.take(_written(trials, made))
    found = {place: made.of(kept, place) for place in range(len(kept))}
    return stage.replaced(kept, {place: rewrite.text for place, rewrite in found.items() if rewrite})


def retrained(
    bench: TrialBench, verifiers: Sequence[Method], lessons: Mapping[str, Lesson], seed: int, how: How
) -> Retrained:
    """Scores of verifiers that learnt from rewritten texts; one whose retraining failed on any fold has none."""
    warnings = [line for one in lessons.values() for line in one.warnings]
    every = [split for one in lessons.values() for split in one.splits]
    runs = run_trials(bench, verifiers, every, seed, how) if every and verifiers else {}
    found = dict[tuple[str, str], Floats]()
    for method, by_split in runs.items():
        for name, one in lessons.items():
            done = [by_split[split.id] for split in one.splits]
            reasons = [run.failure for run in done if run.answers is None]
            if reasons:
                told = f"{method} retrained on {name} is left out: it failed on {len(reasons)} of {len(done)} folds"
                warnings.append(f"{told}: {reasons[0]}")
            elif done:
                found[method, name] = _scores(done, one)
    return Retrained(found, tuple(warnings))


def _scores(done: Sequence[Run], one: Lesson) -> Floats:
    found = np.full(one.problems, np.nan)
    for run, places in zip(done, one.tested, strict=True):
        if run.answers is not None:
            found[places] = run.answers.scores[:, 0]
    return found
