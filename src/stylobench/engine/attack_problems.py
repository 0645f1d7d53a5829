"""Verifiers attacked on the problems of one data set: texts are rewritten once, verifiers fitted once per fold."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from stylobench.engine.attack_arena import Arena
from stylobench.engine.attack_jobs import AttackSplit, run_attack
from stylobench.engine.attack_writings import Stage, Writings, first_known
from stylobench.engine.document_runs import How
from stylobench.engine.methods import Method
from stylobench.engine.trial_jobs import TrialBench
from stylobench.engine.trial_runs import run_trials
from stylobench.features.texts import Texts
from stylobench.protocols.attack_ground import Attacked
from stylobench.records import Booleans, Floats, Rows, Run, Trials, TrialSplit, text_digest

LINKED_ORIGINAL = "one known text, untouched"


def undone_name(obfuscator: str) -> str:
    """What the attacker made of an obfuscator's texts."""
    return f"{obfuscator}, undone"


def linked_name(obfuscator: str) -> str:
    """Problems whose known text is rewritten too."""
    return f"{obfuscator}, both texts"


@dataclass(frozen=True)
class Play:
    """What is put before the verifiers: rewritten texts by obfuscator, and what an attacker made of them by problem."""

    arena: Arena
    writings: Mapping[str, Writings]
    undone: Mapping[str, Mapping[int, str]] = field(default_factory=dict)
    linked: bool = False
    adaptive: bool = False


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


def play(one: Play, verifiers: Sequence[Method], seed: int, how: How) -> Attacked:
    """Every verifier's answers, untouched and rewritten."""
    arena, stage = one.arena, Stage(one.arena.texts)
    tested = arena.tested
    variants = dict(_variants(one, stage))
    retrained = {name: made for name, made in one.writings.items() if one.adaptive and _whole(arena, made)}
    adaptive = {name: _rewritten_splits(arena, made, stage) for name, made in retrained.items()}
    bench = TrialBench(arena.digest, Texts(stage.texts))
    digests = [text_digest(text) for text in stage.texts]
    splits = [_split(arena, number, variants, digests) for number in range(len(arena.splits))]
    runs = run_attack(bench, verifiers, splits, seed, how)
    failures = {name: reason for name, done in runs.items() if (reason := _reason(done))}
    scores = {name: _gathered(done, arena) for name, done in runs.items() if name not in failures}
    names = ("", *variants)
    return Attacked(
        name=arena.name,
        digest=arena.digest,
        ids=arena.ids,
        truth=tested.same,
        units=arena.units,
        fold=arena.fold,
        trained=arena.trained,
        before={name: table[:, 0] for name, table in scores.items()},
        after={(name, which): table[:, names.index(which)] for name, table in scores.items() for which in variants},
        rewritten={name: _written(arena, made) for name, made in one.writings.items()},
        adaptive=_adaptive(bench, verifiers, adaptive, seed, how),
        failures=failures,
    )


def _variants(one: Play, stage: Stage) -> Iterator[tuple[str, Trials]]:
    """The tested problems as each obfuscator, each attacker and each linker leaves them."""
    tested = one.arena.tested
    same = np.flatnonzero(tested.same).tolist()
    for name, made in one.writings.items():
        found = {place: made.of(tested, place) for place in same}
        yield name, stage.replaced(tested, {place: rewrite.text for place, rewrite in found.items() if rewrite})
        if name in one.undone:
            yield undone_name(name), stage.replaced(tested, one.undone[name])
    if one.linked:
        yield LINKED_ORIGINAL, _single(tested, first_known(tested))
        for name, made in one.writings.items():
            if not made.uses_known:
                yield linked_name(name), _both(tested, made, stage)


def _single(trials: Trials, known: Rows) -> Trials:
    return Trials(known, np.arange(len(trials) + 1), trials.questioned, trials.same, trials.groups)


def _both(tested: Trials, made: Writings, stage: Stage) -> Trials:
    """Problems with one known text, both sides rewritten; a text that failed stays as it is."""

    def row(original: int) -> int:
        rewrite = made.rewrites.get((original,))
        return original if rewrite is None else stage.row(rewrite.text)

    questioned = np.array([row(int(each)) for each in tested.questioned], dtype=np.int64)
    known = np.array([row(int(each)) for each in first_known(tested)], dtype=np.int64)
    return Trials(known, np.arange(len(tested) + 1), questioned, tested.same, tested.groups)


def _whole(arena: Arena, made: Writings) -> bool:
    """Whether every questioned text that a fold learns from or asks about was rewritten."""
    sides = (side for split in arena.splits for side in (split.train, split.test))
    return all(made.of(side, place) is not None for side in sides for place in range(len(side)))


def _rewritten_splits(arena: Arena, made: Writings, stage: Stage) -> list[TrialSplit]:
    def side(trials: Trials) -> Trials:
        found = {place: made.of(trials, place) for place in range(len(trials))}
        return stage.replaced(trials, {place: rewrite.text for place, rewrite in found.items() if rewrite})

    return [
        RewrittenSplit(f"{made.name}/{split.id}", side(split.train), side(split.test), split.held_out, stage)
        for split in arena.splits
    ]


def _split(arena: Arena, number: int, variants: Mapping[str, Trials], digests: Sequence[str]) -> AttackSplit:
    split, places = arena.splits[number], np.flatnonzero(arena.fold == number)
    asked = tuple((name, trials.take(places)) for name, trials in variants.items())
    written = tuple(digests[row] for _, trials in asked for row in (*trials.known, *trials.questioned))
    return AttackSplit(split.id, split.train, split.test, asked, written)


def _gathered(done: Sequence[Run], arena: Arena) -> Floats:
    """Scores of every tested problem, a column per question; NaN where a fold failed."""
    width = max(run.answers.scores.shape[1] for run in done if run.answers is not None)
    found = np.full((len(arena.tested), width), np.nan)
    for number, run in enumerate(done):
        if run.answers is not None:
            found[arena.fold == number] = run.answers.scores
    return found


def _reason(done: Sequence[Run]) -> str | None:
    """Why a method has no answers; one that failed on some folds only is silent there."""
    reasons = [run.failure for run in done]
    return reasons[0] if reasons and all(reasons) else None


def _written(arena: Arena, made: Writings) -> Booleans:
    tested = arena.tested
    return np.array([bool(tested.same[i]) and made.of(tested, i) is not None for i in range(len(tested))])


def _adaptive(
    bench: TrialBench, verifiers: Sequence[Method], wanted: Mapping[str, list[TrialSplit]], seed: int, how: How
) -> dict[tuple[str, str], Floats]:
    """Scores of verifiers that learnt from rewritten texts, by method and obfuscator."""
    every = [split for splits in wanted.values() for split in splits]
    if not every:
        return {}
    found = {}
    for method, runs in run_trials(bench, verifiers, every, seed, how).items():
        for name, splits in wanted.items():
            parts = [_scores(runs[split.id], len(split.test)) for split in splits]
            found[method, name] = np.concatenate(parts)
    return found


def _scores(run: Run, trials: int) -> Floats:
    return np.full(trials, np.nan) if run.answers is None else run.answers.scores[:, 0]
