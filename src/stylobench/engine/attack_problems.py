"""Verifiers attacked on the problems of one data set: texts are rewritten once, verifiers fitted once per fold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from stylobench.engine.attack_arena import Arena
from stylobench.engine.attack_jobs import AttackSplit, run_attack
from stylobench.engine.attack_retrained import lesson, retrained
from stylobench.engine.attack_said import Said, no_answers
from stylobench.engine.attack_writings import Stage, Writings, first_known
from stylobench.engine.document_runs import How
from stylobench.engine.methods import Method
from stylobench.engine.trial_jobs import TrialBench
from stylobench.features.texts import Texts
from stylobench.protocols.attack_ground import Attacked
from stylobench.records import Booleans, Floats, Rows, Trials, text_digest
from stylobench.splits.buffered import tuned_on

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
    adaptive: bool = False


@dataclass(frozen=True)
class Played:
    """All answers, and what is to be told of those that are missing."""

    attacked: Attacked
    warnings: tuple[str, ...]


def play(one: Play, verifiers: Sequence[Method], seed: int, how: How) -> Played:
    """Every verifier's answers, untouched and rewritten."""
    arena, stage = one.arena, Stage(one.arena.texts)
    variants = dict(_variants(one, stage))
    lessons = {name: lesson(arena, made, stage) for name, made in one.writings.items() if one.adaptive}
    bench = _bench(arena, stage)
    runs = run_attack(bench, verifiers, _splits(arena, variants, stage), seed, how)
    failures = {name: reason for name, done in runs.items() if (reason := no_answers(done))}
    said = [Said(name, done, arena.fold, tuple(variants)) for name, done in runs.items() if name not in failures]
    again = retrained(bench, [each for each in verifiers if each.name not in failures], lessons, seed, how)
    attacked = Attacked(
        name=arena.name,
        digest=arena.digest,
        ids=arena.ids,
        truth=arena.tested.same,
        units=arena.units,
        fold=arena.fold,
        trained=arena.trained,
        tuned=tuned_on(arena.tested, arena.fold, arena.trained),
        before={each.method: each.untouched for each in said},
        after={(each.method, name): scores for each in said for name, scores in each.variants().items()},
        rewritten={name: _written(arena, made) for name, made in one.writings.items()},
        adaptive=again.scores,
        failures=failures,
        unasked={each.method: each.unasked for each in said if each.unasked.any()},
    )
    return Played(attacked, (*(line for each in said for line in each.warnings()), *again.warnings))


def reverse(one: Play, verifier: Method, seed: int, how: How) -> dict[tuple[str, str], Floats]:
    """One verifier's answers to what an attacker undid, and to pairs of rewritten texts, by method and variant.

    A pair of which a text could not be rewritten was not really asked about.
    """
    arena, stage = one.arena, Stage(one.arena.texts)
    variants = dict(_reversed(one, stage))
    splits = _splits(arena, variants, stage)
    done = run_attack(_bench(arena, stage), [verifier], splits, seed, how)[verifier.name]
    found = {} if no_answers(done) else Said(verifier.name, done, arena.fold, tuple(variants)).variants()
    both = {linked_name(name): _both_written(arena.tested, made) for name, made in one.writings.items()}
    return {
        (verifier.name, name): np.where(both[name], scores, np.nan) if name in both else scores
        for name, scores in found.items()
    }


def _bench(arena: Arena, stage: Stage) -> TrialBench:
    return TrialBench(arena.digest, Texts(stage.texts), arena.writers[stage.origins])


def _variants(one: Play, stage: Stage) -> Iterator[tuple[str, Trials]]:
    """The tested problems as each obfuscator leaves them."""
    tested = one.arena.tested
    same = np.flatnonzero(tested.same).tolist()
    for name, made in one.writings.items():
        found = {place: made.of(tested, place) for place in same}
        yield name, stage.replaced(tested, {place: rewrite.text for place, rewrite in found.items() if rewrite})


def _reversed(one: Play, stage: Stage) -> Iterator[tuple[str, Trials]]:
    """The tested problems as each attacker and each linker leaves them."""
    tested = one.arena.tested
    for name in one.undone:
        yield undone_name(name), stage.replaced(tested, one.undone[name])
    yield LINKED_ORIGINAL, _single(tested, first_known(tested))
    for name, made in one.writings.items():
        if not made.uses_known:
            yield linked_name(name), _both(tested, made, stage)


def _splits(arena: Arena, variants: Mapping[str, Trials], stage: Stage) -> list[AttackSplit]:
    digests = [text_digest(text) for text in stage.texts]
    return [_split(arena, number, variants, digests) for number in range(len(arena.splits))]


def _single(trials: Trials, known: Rows) -> Trials:
    return Trials(known, np.arange(len(trials) + 1), trials.questioned, trials.same, trials.groups)


def _both(tested: Trials, made: Writings, stage: Stage) -> Trials:
    """Problems with one known text, both sides rewritten as far as they could be."""

    def row(original: int) -> int:
        rewrite = made.rewrites.get((original,))
        return original if rewrite is None else stage.row(rewrite.text, original)

    questioned = np.array([row(int(each)) for each in tested.questioned], dtype=np.int64)
    known = np.array([row(int(each)) for each in first_known(tested)], dtype=np.int64)
    return Trials(known, np.arange(len(tested) + 1), questioned, tested.same, tested.groups)


def _both_written(tested: Trials, made: Writings) -> Booleans:
    pairs = zip(first_known(tested).tolist(), tested.questioned.tolist(), strict=True)
    return np.array([all((row,) in made.rewrites for row in pair) for pair in pairs], dtype=np.bool_)


def _split(arena: Arena, number: int, variants: Mapping[str, Trials], digests: Sequence[str]) -> AttackSplit:
    split, places = arena.splits[number], np.flatnonzero(arena.fold == number)
    asked = tuple((name, trials.take(places)) for name, trials in variants.items())
    written = tuple(digests[row] for _, trials in asked for row in (*trials.known, *trials.questioned))
    return AttackSplit(split.id, split.train, split.test, asked, written)


def _written(arena: Arena, made: Writings) -> Booleans:
    tested = arena.tested
    return np.array([bool(tested.same[i]) and made.of(tested, i) is not None for i in range(len(tested))])
