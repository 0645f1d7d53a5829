"""The whole attack on the problems of one data set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from stylobench.engine.attack_arena import Arena
from stylobench.engine.attack_desk import Desk, Findings, Texts, add_quality, add_safety
from stylobench.engine.attack_problems import LINKED_ORIGINAL, Play, linked_name, play, reverse, undone_name
from stylobench.engine.attack_traced import traced
from stylobench.engine.attack_writings import Writings, first_known, write
from stylobench.engine.rewriting import Ready, fitted
from stylobench.protocols.attack import Settings, example, example_places
from stylobench.protocols.attack_conditions import condition_warnings
from stylobench.protocols.attack_findings import Example
from stylobench.protocols.attack_ground import Attacked
from stylobench.protocols.attack_judged import judged
from stylobench.protocols.attack_regained import Asked, regained
from stylobench.protocols.attack_reversal import reversal, undone
from stylobench.records import Trials

ANOTHER_SEED = 7919


def on_problems(field: Arena, theirs: Mapping[str, Writings], desk: Desk, found: Findings) -> None:
    """Verifiers answer the problems untouched and rewritten, here or by others; what was rewritten is judged."""
    background = [field.texts[row] for row in np.unique(field.tested.known)]
    ready = {one.name: fitted(one, background) for one in desk.contest.obfuscators}
    writings = {name: _written(one, field, desk) for name, one in ready.items()}
    writings |= theirs
    texts = [_texts(made, field, _again(ready.get(made.name), field, desk)) for made in writings.values()]
    undoing = {one.name: _undone(one, writings[one.name], field) for one in texts if one.twice()[0]}
    one = Play(field, writings, undoing, desk.settings.adaptive)
    played = play(one, desk.contest.verifiers, desk.settings.seed, desk.how())
    attacked = played.attacked
    found.warnings += [f"{field.name}: {line}" for line in (*field.warnings, *played.warnings)]
    told = condition_warnings(field.texts, field.tested, attacked, desk.settings.judging)
    found.warnings += [f"{field.name}: {line}" for line in told]
    add_safety(attacked, "problem", len(field.splits), desk, found)
    owners = [field.group(int(row)) for row in field.tested.questioned[field.tested.same]]
    add_quality(field.name, texts, owners, desk, found)
    _add_reversal(attacked, texts, one, desk, found)
    found.add("examples", _examples(attacked, field, writings, desk.settings))


def wanted(field: Arena, settings: Settings) -> tuple[list[tuple[Trials, int]], list[int]]:
    """What is to be rewritten: same-author problems; all of them, and texts that are learnt from, where methods are
    retrained on rewritten texts.
    """
    tested = field.tested
    asked = [(tested, place) for place in range(len(tested)) if settings.adaptive or tested.same[place]]
    more = set[int]()
    if settings.adaptive:
        more |= {int(row) for split in field.splits for row in split.train.questioned}
    if settings.reversal:
        more |= {int(row) for row in first_known(tested)} | {int(row) for row in tested.questioned}
    return asked, sorted(more)


def wanted_again(field: Arena, settings: Settings) -> list[tuple[Trials, int]]:
    """What an attacker rewrites who does not know our seed."""
    return [(field.tested, place) for place in np.flatnonzero(field.tested.same).tolist()] if settings.reversal else []


def _written(ready: Ready, field: Arena, desk: Desk) -> Writings:
    asked, more = wanted(field, desk.settings)
    return write(ready, field, asked, desk.studio(), more)


def _again(ready: Ready | None, field: Arena, desk: Desk) -> Writings | None:
    """The same originals rewritten with another seed."""
    if ready is None or not desk.settings.reversal:
        return None
    return write(ready, field, wanted_again(field, desk.settings), desk.studio(desk.settings.seed + ANOTHER_SEED))


def _texts(made: Writings, field: Arena, again: Writings | None) -> Texts:
    tested = field.tested
    places = np.flatnonzero(tested.same).tolist()
    keys = dict.fromkeys(made.key(tested, place) for place in places)
    failures = Counter(str(made.made[key].failure) for key in keys if key not in made.rewrites)
    good = [key for key in keys if key in made.rewrites]
    return Texts(
        name=made.name,
        rewrites=tuple(made.rewrites[key] for key in good),
        groups=tuple(field.group(key[0]) for key in good),
        again=tuple(again.rewrites.get(key) for key in good) if again else (),
        failures=dict(failures),
        by_item=tuple(made.of(tested, place) for place in places),
    )


def _undone(texts: Texts, made: Writings, field: Arena) -> dict[int, str]:
    """What the attacker makes of each rewritten problem, by place."""
    rewrites, groups, again = texts.twice()
    back = dict(zip((one.text for one in rewrites), undone(rewrites, groups, again), strict=True))
    tested = field.tested
    found = {place: made.of(tested, place) for place in np.flatnonzero(tested.same).tolist()}
    return {place: back.get(one.text, one.text) for place, one in found.items() if one is not None}


def _add_reversal(attacked: Attacked, texts: Sequence[Texts], play: Play, desk: Desk, found: Findings) -> None:
    best = _best_method(attacked, found)
    verifier = next((one for one in desk.contest.verifiers if one.name == best), None)
    if verifier is not None and any(one.twice()[0] for one in texts):
        more_answers = reverse(play, verifier, desk.settings.seed, desk.how())
        attacked = replace(attacked, after={**attacked.after, **more_answers})
    here = judged(attacked, desk.settings.judging)
    for one in texts:
        rewrites, groups, again = one.twice()
        if rewrites:
            made = reversal(attacked.name, one.name, rewrites, again, groups, desk.settings.seed)
            asked = Asked(one.name, undone_name(one.name), linked_name(one.name), LINKED_ORIGINAL)
            more = regained(here, best, asked) if best else {}
            if desk.settings.backtrack and one.name not in desk.contest.controls:
                more |= traced(play.arena, play.writings[one.name], desk.settings)
            found.add("reversal", [replace(made, method=best, **more)])


def _best_method(attacked: Attacked, found: Findings) -> str | None:
    """The method that knows most untouched."""
    ours = [(cell.accuracy.value, cell.method) for cell in found.cells if cell.dataset == attacked.name]
    return max((one for one in ours if one[0] is not None), default=(0, None))[1]


def _examples(attacked: Attacked, field: Arena, writings: Mapping[str, Writings], settings: Settings) -> list[Example]:
    """Some rewritten problems of every obfuscator but `identity`, the same ones for all."""
    found = []
    places = example_places(attacked, settings)
    for name, made in writings.items():
        for place in places:
            rewrite = made.of(field.tested, place)
            if rewrite is not None and rewrite.edits:
                found.append(example(attacked, place, name, rewrite, settings))
    return found
