"""Do verdicts hold beside any number and length of known texts? Tried on authors whom the models have never met.

scripts/verify_conditions.py CORPORA -o DIR [--corpus NAME] [--splits 12] [--first-seed 20] [--cases 170]
                             [--workers 2] [--verifier V]

Each split fits the bank on 28 authors of brennan_greenstadt (100 of newsgroups20) as `stylobench fit` does (without the
masked twins, which have no say in the verdict) and asks it about the others: in every cell (known texts x words of each
text) as many cases by one author as by two. Printed for each verifier, over all cells and splits:

strangers    share of different-author cases in which "one author" is supported, with an interval by author
found        share of same-author cases in which it is, and the share that a threshold would find which is set in that
             very cell, on these very cases, so that 10% of the strangers pass; with the interval of their ratio
gap          the most by which the stated share of one author is off the observed one, over fifths of the stated share

DIR gets the scores of every verifier in every split, which a second run judges again without scoring, and every cell
in cells.json. Remove DIR when a verifier has changed.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import stylobench
from stylobench.engine.fitting import measures_of, scores_of_calibration
from stylobench.engine.methods import methods
from stylobench.engine.training_material import training_material
from stylobench.engine.verdicts import likewise_in, supported
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.protocols.calibration_problems import draw_problems, word_count
from stylobench.records import Booleans, Corpus, Document, Floats, Rows
from stylobench.seeds import generator
from stylobench.statistics.case_calibration import CaseCalibration
from stylobench.statistics.trial_draws import Units, draw_weights, interval

FIRST_SEED = 20
CELLS = [(known, words, words) for words in (125, 250, 450) for known in (1, 3, 6)]
CELLS += [(1, 1000, 1000), (3, 1000, 1000)]
FEWEST_WORDS, FEWEST_TEXTS = 50, 10
GRID = 60
FIFTHS = np.array([0.2, 0.4, 0.6, 0.8])
FEWEST_IN_FIFTH = 100
MOST, LEAST = 0.1, 0.9  # strangers that may pass; of what a threshold in the cell finds


def samples_of(corpora: Path, name: str) -> tuple[list[Document], int]:
    """Documents to try it on, and how many of their authors to train on."""
    documents = stylobench.load(str(corpora / name)).documents
    if name == "brennan_greenstadt":
        return [one for one in documents if one.meta.get("kind") == "sample"], 28
    long = {one.text: one for one in documents if one.author and word_count(one.text) >= FEWEST_WORDS}
    texts = Counter(one.author for one in long.values())
    return [one for one in long.values() if texts[one.author] >= FEWEST_TEXTS], 100


def split_corpus(samples: Sequence[Document], count: int, split: int) -> tuple[Corpus, list[str], Any]:
    """The training corpus of a split; texts and authors of the others."""
    authors = sorted({str(one.author) for one in samples})
    order = generator(split, "author split").permutation(len(authors))
    trained = {authors[place] for place in order[:count]}
    rest = [one for one in samples if one.author not in trained]
    corpus = Corpus.of(f"split {split}", [one for one in samples if one.author in trained])
    return corpus, [one.text for one in rest], np.array([authors.index(str(one.author)) for one in rest])


@dataclass(frozen=True)
class Scored:
    """What one verifier scored in one split: calibration problems left out in folds, and the cases asked about."""

    scores: Floats
    truth: Booleans
    conditions: Floats
    units: Rows
    fold: Rows
    found: Floats
    same: Booleans
    asked: Floats
    people: Rows


def score_split(samples: Sequence[Document], count: int, split: int, names: list[str], cases: int, kept: Path) -> None:
    """Every verifier on every case of a split; what is kept of an earlier run is not scored again."""
    missing = [one for one in methods(names, "verifiers") if not (kept / f"{split} {one.name}.npz").exists()]
    if not missing:
        return
    corpus, texts, authors = split_corpus(samples, count, split)
    material = training_material(corpus, None, split)
    asked = draw_problems(texts, authors, np.zeros(len(authors), np.int64), 1000 + split, cases * len(CELLS), CELLS)
    every = Texts([*material.texts, *asked.texts])
    trials, own = asked.trials.moved(len(material.texts)), material.calibration
    for method in missing:
        began = time.process_time()
        verifier, scores = scores_of_calibration(method, material, every, split)
        done = Scored(
            scores, own.trials.same, own.conditions, material.units.codes, material.fold,
            verifier.scores(Problems.without_truth(every, trials)), trials.same, asked.conditions, asked.people,
        )  # fmt: skip
        np.savez_compressed(kept / f"{split} {method.name}.npz", **vars(done))
        print(f"split {split} {method.name} {time.process_time() - began:.0f} s", file=sys.stderr, flush=True)


def judge(name: str, split: int, kept: Path) -> list[dict[str, Any]]:
    """Whether one author is supported in each case, and the stated share.

    What evidence is worth is looked up on a grid of it: each case in full would take hours.
    """
    with np.load(kept / f"{split} {name}.npz") as file:
        done = Scored(**file)
    units = Units("author", done.units)
    calibration = CaseCalibration.of(done.scores, done.truth, done.conditions)
    share, yes = np.full(len(done.found), np.nan), np.zeros(len(done.found), bool)
    asked, answered = np.flatnonzero(~np.isnan(done.found)), ~np.isnan(done.scores)
    if calibration is not None:
        better = measures_of(done.scores, done.truth, done.conditions, done.fold, units)[0].low > 0.5
        evidence = np.full(len(done.scores), np.nan)
        evidence[answered] = calibration.evidence(done.scores[answered], done.conditions[answered])
        case = done.found[asked], done.asked[asked]
        own = calibration.evidence(*case)
        grid = np.unique(np.quantile(own, np.linspace(0, 1, GRID)))
        near = [likewise_in(float(one), evidence, done.scores, done.truth, units, 0) for one in grid]
        alike = [near[place] for place in np.abs(own[:, None] - grid).argmin(axis=1)]
        share[asked] = [one.share for one in alike]
        tails = calibration.strangers_above(*case), calibration.same_below(*case)
        said = [supported(*tail, float(done.truth.mean()), better) for tail in zip(*tails, alike, strict=True)]
        yes[asked] = [one == "one author" for one in said]
    cell = [min(range(len(CELLS)), key=lambda c: _distance(CELLS[c], row)) for row in done.asked]
    return [
        {"verifier": name, "split": split, "cell": c, "same": bool(same), "score": float(score),
         "supported": bool(one), "share": float(stated), "people": [int(who) for who in people]}
        for c, same, score, one, stated, people in zip(
            cell, done.same, done.found, yes, share, done.people, strict=True)
    ]  # fmt: skip


def _distance(kind: tuple[int, int, int], row: Floats) -> float:
    return float(np.abs(np.log(np.array(kind, float) / row)).sum())


def drawn_again(people: Any) -> tuple[Units, Floats]:
    """Whose cases these are, and how often each case counts when the authors are drawn again."""
    units = Units.authors(people[:, 0], people[:, 1])
    return units, draw_weights(units, np.ones(len(people), bool), generator(0, "verify conditions"), 499)


def sure(hits: Booleans, people: Any) -> list[float | None]:
    """A share with its interval by author."""
    units, weights = drawn_again(people)
    shares = (weights @ hits) / weights.sum(axis=1)
    return [float(shares[0]), *interval(shares, units, share=True)]


def sure_ratio(hits: Booleans, others: Booleans, people: Any) -> list[float | None]:
    """How many hits there are for each of the other hits, with an interval by author; no ratio without other hits."""
    if not others.any():
        return [None, None, None]
    _, weights = drawn_again(people)
    totals = weights @ others
    ratios = (weights @ hits) / np.where(totals > 0, totals, np.nan)
    return [float(ratios[0]), *(float(end) for end in np.nanquantile(ratios, [0.025, 0.975]))]


def in_cell(rows: list[dict[str, Any]]) -> tuple[Booleans, Booleans, Booleans, Any]:
    """Of the cases of one cell: which are by one author, which are supported as such, which a threshold would find that
    10% of the strangers among them pass; and whose they are.
    """
    same, scores, supported, people = (
        np.array([one[key] for one in rows]) for key in ("same", "score", "supported", "people")
    )
    scores = np.where(np.isnan(scores), -1.0, scores)
    return same, supported, scores > np.quantile(scores[~same], 0.9), people


def cells_of(rows: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """What came out for one verifier: in every cell, and over all of them."""
    parts = {number: [one for one in rows if one["cell"] == number] for number in range(len(CELLS))}
    cases = {number: in_cell(part) for number, part in parts.items() if part}
    found = [
        {"known": CELLS[number][0], "words": CELLS[number][1], **_outcome(*case)} for number, case in cases.items()
    ]
    return found, _outcome(*(np.concatenate(column) for column in zip(*cases.values(), strict=True)))


def _outcome(same: Booleans, supported: Booleans, ideal: Booleans, people: Any) -> dict[str, Any]:
    return {
        "cases": len(same),
        "strangers": sure(supported[~same], people[~same]),
        "found": sure(supported[same], people[same]),
        "ideal": float(ideal[same].mean()),
        "ratio": sure_ratio(supported[same], ideal[same], people[same]),
        "authors": len(np.unique(people)),
    }


def gap_of(rows: list[dict[str, Any]]) -> float:
    """The most that a stated share is off, over fifths of it with 100 cases or more."""
    stated, same = np.array([one["share"] for one in rows]), np.array([one["same"] for one in rows])
    fifth = np.digitize(stated, FIFTHS)
    parts = [(fifth == number) & ~np.isnan(stated) for number in range(len(FIFTHS) + 1)]
    gaps = [stated[part].mean() - same[part].mean() for part in parts if part.sum() >= FEWEST_IN_FIFTH]
    return float(max(gaps, key=abs)) if gaps else float("nan")


def percent(value: float | None) -> str:
    """A share in whole percent."""
    return "–" if value is None else f"{100 * value:.0f}"


def _range(values: Sequence[float | None], form: Callable[[float | None], str]) -> str:
    return f"{form(values[0])} [{form(values[1])}, {form(values[2])}]"


def line(one: dict[str, Any]) -> str:
    """One row of the table."""
    cells, every = one["cells"], one["every"]
    worst = max(cells, key=lambda cell: cell["strangers"][0])
    within, above = sum(cell["strangers"][0] <= MOST for cell in cells), sum(_too_many(cell) for cell in cells)
    enough, below = sum(_ratio(cell, 0) >= LEAST for cell in cells), sum(_too_few(cell) for cell in cells)
    ratio = _range(every["ratio"], lambda value: "–" if value is None else f"{value:.2f}")
    return (
        f"| {one['name']} | {100 * every['strangers'][0]:.1f} [{', '.join(map(percent, every['strangers'][1:]))}] "
        f"| {_range(worst['strangers'], percent)} at {worst['known']} x {worst['words']} | {within} / {above} "
        f"| {percent(every['found'][0])} | {percent(every['ideal'])} | {ratio} | {enough} / {below} "
        f"| {100 * one['gap']:+.0f} |"
    )


def main() -> None:
    """Score the splits, judge every verifier, write every cell, print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpora", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--corpus", default="brennan_greenstadt", choices=["brennan_greenstadt", "newsgroups20"])
    parser.add_argument("--splits", type=int, default=12)
    parser.add_argument("--first-seed", type=int, default=FIRST_SEED)
    parser.add_argument("--cases", type=int, default=170)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--verifier", action="append")
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    names, seeds = given.verifier or ["bank"], range(given.first_seed, given.first_seed + given.splits)
    kept = given.output / "scores"
    kept.mkdir(parents=True, exist_ok=True)
    samples, count = samples_of(given.corpora, given.corpus)
    every = [one.name for one in methods(names, "verifiers")]
    with multiprocessing.Pool(given.workers, maxtasksperchild=1) as pool:
        pool.starmap(score_split, [(samples, count, seed, names, given.cases, kept) for seed in seeds], chunksize=1)
    with multiprocessing.Pool(given.workers) as pool:
        told = pool.starmap(_judged, [(name, list(seeds), kept) for name in every], chunksize=1)
    found = {"splits": given.splits, "first_seed": given.first_seed, "verifiers": {one["name"]: one for one in told}}
    (given.output / "cells.json").write_text(json.dumps(found, indent=1) + "\n")
    print(
        "| verifier | strangers | worst cell | cells at most 10 / surely above | found | in-cell threshold | ratio "
        "| cells at .9 or more / surely below | gap |\n|---|---|---|---|---|---|---|---|---|"
    )
    for one in told:
        print(line(one))
    print("\n" + summary(told))


def summary(told: Sequence[dict[str, Any]]) -> str:
    """How many verifiers and cells keep to the rule, and how many surely do not."""
    cells, verifiers = [cell for one in told for cell in one["cells"]], [one["every"] for one in told]
    strangers, found = (np.mean([one[key][0] for one in verifiers]) for key in ("strangers", "found"))
    ideal = np.mean([one["ideal"] for one in verifiers])
    gaps = np.abs([one["gap"] for one in told])

    def kept(outcomes: Sequence[dict[str, Any]]) -> tuple[int, int, int, int]:
        return (
            sum(one["strangers"][0] <= MOST for one in outcomes), sum(_too_many(one) for one in outcomes),
            sum(_ratio(one, 0) >= LEAST for one in outcomes), sum(_too_few(one) for one in outcomes),
        )  # fmt: skip

    whole, parts = kept(verifiers), kept(cells)
    both = sum(one["strangers"][0] <= MOST and _ratio(one, 0) >= LEAST for one in verifiers)
    return (
        f"strangers {100 * strangers:.1f}% on average: at most 10% for {whole[0]} of {len(told)} verifiers, "
        f"surely more for {whole[1]}; in {parts[0]} of {len(cells)} cells, surely more in {parts[1]}. Ratio "
        f"{found / ideal:.2f}: .9 or more for {whole[2]} verifiers, surely less for {whole[3]}; in "
        f"{parts[2]} cells, surely less in {parts[3]}. Both for {both} verifiers. Gap at most 10 points for "
        f"{(gaps <= 0.1).sum()}."
    )


def _too_many(outcome: dict[str, Any]) -> bool:
    return bool((outcome["strangers"][1] or 0) > MOST)


def _too_few(outcome: dict[str, Any]) -> bool:
    return _ratio(outcome, 2) < LEAST


def _ratio(outcome: dict[str, Any], place: int) -> float:
    """The ratio, or an end of its interval; where a threshold in the cell finds nothing, nothing is missed."""
    value = outcome["ratio"][place]
    return 1.0 if value is None else float(value)


def _judged(name: str, seeds: Sequence[int], kept: Path) -> dict[str, Any]:
    rows = [row for seed in seeds for row in judge(name, seed, kept)]
    cells, every = cells_of(rows)
    return {"name": name, "cells": cells, "every": every, "gap": gap_of(rows)}


if __name__ == "__main__":
    main()
