"""Does the obfuscation crash test measure what was done to texts, and do its intervals and tests keep their promise?

    .venv/bin/python scripts/calibrate_attack.py [--study NAME] [--out FILE]     prints or appends JSON lines
    .venv/bin/python scripts/calibrate_attack.py --summary FILE                  prints Markdown tables of such lines

Studies: shares (does impact grow with the share of style that is erased?), coverage (intervals and tests on forty
authors at a time from one population, against the whole of it), alike (are erasers that differ in nothing but their
seed told apart? a tenth of the samples, six pairs in each), scores (recognised problems drawn directly; averages over
methods take a tenth of the repetitions). One process; with --out, what the file already holds is not done again.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import chain
from pathlib import Path

import numpy as np
from attack_calibration_tables import Line, tables
from attack_score_worlds import average_cases, averages_of_scores, cell_cases, cells_of_scores, swap_cases, swaps
from attack_text_worlds import (
    AUTHORS,
    DOCUMENTS,
    NOTHING,
    VERIFIERS,
    Eraser,
    Ground,
    Rewriter,
    Scribe,
    by_another,
    erasing,
    obfuscating,
)
from study_lines import go_on, read

from stylobench import specs
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.protocols.attack_comparisons import comparisons
from stylobench.protocols.attack_findings import Cell, Sure
from stylobench.protocols.attack_ground import Attacked
from stylobench.protocols.attack_judged import Judged, Judging, judged
from stylobench.protocols.attack_safety import averages, cells

STUDIES = ("shares", "scores", "coverage", "alike")
SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
POPULATION = 1000
FIRST_FRESH, FRESH = 1_000_000, 800
FIRST_ALIKE, PAIRS = 10_000, 6
ASKED_OF_FRESH = ("erase .5", "erase 1", "random_edits")
GROWING: dict[str, Rewriter] = {
    "identity": obfuscating("identity"),
    **{f"{share:g}": erasing(Eraser(share)) for share in SHARES},
    "another": by_another(NOTHING),
    "another, erased": by_another(Eraser(1.0)),
}
STANDING: dict[str, Rewriter] = {
    "erase .25": erasing(Eraser(0.25, 1)),
    "erase .5": erasing(Eraser(0.5, 1)),
    "erase .5 again": erasing(Eraser(0.5, 2)),
    "erase 1": erasing(Eraser(1.0, 1)),
    "random_edits": obfuscating("random_edits(rate=0.02)"),
}
Job = tuple[str, str, Callable[[], Line]]


def shares(seed: int) -> Line:
    """A world of its own topics and authors, attacked by erasers of growing share and by other people's texts."""
    return _told(Ground(Scribe(seed)).attacked(GROWING), seed)


def coverage(number: int) -> Line:
    """Forty authors of the one population, whose topics are always the same."""
    ground, judging = Ground(Scribe(POPULATION), number * AUTHORS), Judging(number)
    attacked = ground.attacked(STANDING)
    told = _told(attacked, number) | {"comparisons": _compared(attacked, judging)}
    return {**told, "fresh": _on_fresh_authors(ground, attacked, judging)}


def alike(number: int) -> Line:
    """Forty authors of the one population who are in no other study; each pair of erasers differs in its seeds only."""
    pairs = [(f"{pair} first", f"{pair} second") for pair in range(PAIRS)]
    seeds = {name: seed for seed, name in enumerate(chain.from_iterable(pairs))}
    ground = Ground(Scribe(POPULATION), (FIRST_ALIKE + number) * AUTHORS)
    attacked = ground.attacked({name: erasing(Eraser(0.5, seed)) for name, seed in seeds.items()})
    by_pair = (replace(attacked, rewritten={name: attacked.rewritten[name] for name in pair}) for pair in pairs)
    return {"comparisons": [one for pair in by_pair for one in _compared(pair, Judging(number))]}


def _compared(attacked: Attacked, judging: Judging) -> list[Line]:
    found = comparisons(attacked, cells(attacked, judging), judging)
    return [{"pair": [one.first, one.second], "difference": _sure(one.difference), "p": one.p} for one in found]


def _on_fresh_authors(ground: Ground, attacked: Attacked, judging: Judging) -> dict[str, dict[str, float]]:
    """What the verifiers fitted here, at their thresholds, recognise of authors who are in no sample, by rewriter."""
    field, here, asked = ground.field, Judged(attacked, judging), fresh_problems()
    texts, found = Texts(list(field.texts)), dict[str, dict[str, float]]()
    for method, spec in VERIFIERS.items():
        limits, recalls = here.thresholds(attacked.before[method]), np.zeros(len(asked))
        for fold, split in enumerate(field.splits):
            model = specs.build("verifiers", spec).fit(Problems.without_truth(texts, split.train), split.train.same)
            tested = attacked.fold == fold
            again = model.verify(Problems.without_truth(texts, split.test))
            np.testing.assert_allclose(again, attacked.before[method][tested], atol=1e-9)
            said = [float((model.verify(problems) >= limits[tested][0]).mean()) for problems in asked.values()]
            recalls += np.array(said) * (tested & attacked.truth).sum() / attacked.truth.sum()
        found[method] = dict(zip(asked, recalls.tolist(), strict=True))
    return found


@cache
def fresh_problems() -> dict[str, Problems]:
    """Same-author problems of authors who are in no sample: untouched, and rewritten by those who stand."""
    ground = Ground(Scribe(POPULATION), FIRST_FRESH, FRESH)
    pairs = [(author, known) for author in ground.numbers for known in range(0, DOCUMENTS, 2)]
    known = [ground.scribe.document(author, index) for author, index in pairs]
    found = {"": [ground.scribe.document(author, index + 1) for author, index in pairs]}
    for name in ASKED_OF_FRESH:
        found[name] = [
            STANDING[name](ground, author, index + 1, original)
            for (author, index), original in zip(pairs, found[""], strict=True)
        ]
    texts = Texts([*known, *(text for questioned in found.values() for text in questioned)])
    size = np.arange(len(pairs) + 1)
    return {
        name: Problems(texts, size[:-1], size, size[:-1] + len(pairs) * (number + 1))
        for number, name in enumerate(found)
    }


def _told(attacked: Attacked, seed: int) -> Line:
    judging = Judging(seed)
    found = cells(attacked, judging)
    means = averages(attacked, found, judging)
    return {
        "cells": [_cell(one) for one in found],
        "averages": [{"obfuscator": one.obfuscator, "impact": _sure(one.impact)} for one in means],
        "false": _falsely_recognised(attacked, judging),
    }


def _cell(one: Cell) -> Line:
    shown = {"method": one.method, "obfuscator": one.obfuscator, "same": one.same, "constant": one.constant, "p": one.p}
    measured = {name: getattr(one, name).value for name in ("accuracy", "recall", "recall_after")}
    return {**shown, **measured, "d_recall": _sure(one.d_recall), "impact": _sure(one.impact)}


def _sure(one: Sure) -> list[float | None]:
    return [one.value, one.low, one.high]


def _falsely_recognised(attacked: Attacked, judging: Judging) -> dict[str, float]:
    here = judged(attacked, judging)
    return {
        method: float(here.recognised(scores, scores)[~attacked.truth].mean())
        for method, scores in attacked.before.items()
    }


def wanted(given: argparse.Namespace) -> Iterator[Job]:
    """What is to be done, as study, key and how."""
    asked = given.study or STUDIES
    if "shares" in asked:
        yield from (("shares", str(seed), lambda seed=seed: shares(seed)) for seed in range(given.worlds))
    if "scores" in asked:
        for case in cell_cases():
            yield "cells of scores", str(case), lambda case=case: cells_of_scores(case, given.repetitions)
        for case in average_cases():
            yield "averages of scores", str(case), lambda case=case: averages_of_scores(*case, given.repetitions // 10)
        for case in swap_cases():
            yield "swaps", str(case), lambda case=case: swaps(case, given.repetitions)
    if "coverage" in asked:
        yield from (("coverage", str(n), lambda n=n: coverage(n)) for n in range(given.samples))
    if "alike" in asked:
        yield from (("alike", str(n), lambda n=n: alike(n)) for n in range(given.samples // 10))


def main() -> None:
    """Run what was asked for, or tell what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--study", choices=STUDIES, action="append")
    parser.add_argument("--worlds", type=int, default=40)
    parser.add_argument("--samples", type=int, default=400)
    parser.add_argument("--repetitions", type=int, default=20_000)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--summary", type=Path)
    given = parser.parse_args()
    if given.summary:
        print(tables(read(given.summary)))
        return
    go_on(wanted(given), given.out)


if __name__ == "__main__":
    main()
