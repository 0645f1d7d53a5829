"""Quality of rewritten texts beside their safety: every measure of every obfuscator, with what it cannot see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from stylobench import specs
from stylobench.edits import Rewrite
from stylobench.errors import MissingPart
from stylobench.protocols.attack_findings import Quality, Sure
from stylobench.records import Floats
from stylobench.seeds import generator
from stylobench.statistics.trial_draws import Units, draw_weights, interval

DIMENSIONS = ("soundness", "sensibleness", "efficiency")
MOST_ORIGINALS = 250


@dataclass(frozen=True)
class Judged:
    """Rewritten texts of one obfuscator, each once, in order of their contents, and the group of each."""

    rewrites: tuple[Rewrite, ...]
    groups: tuple[str, ...]
    seed: int
    draws: int

    @cached_property
    def units(self) -> Units:
        """The groups as what is drawn again."""
        return Units.groups("group", [[group] for group in self.groups])

    @cached_property
    def weights(self) -> Floats:
        """How often each text counts in each draw; the first row is the data as they are."""
        return draw_weights(self.units, np.ones(len(self.rewrites)), generator(self.seed, "quality draws"), self.draws)

    def mean(self, values: Floats, share: bool) -> Sure:
        """The mean over the texts that have a value, with its interval."""
        there = ~np.isnan(values)
        weights = self.weights[:, there]
        totals = weights.sum(axis=1)
        means = np.divide(weights @ values[there], totals, out=np.full(len(totals), np.nan), where=totals > 0)
        telling = len(np.unique(self.units.codes[there]))
        low, high = interval(means, self.units, share=share, rarer=telling)
        # no measure of quality can be below 0
        return Sure(float(means[0]), None if low is None else max(low, 0.0), high)


def quality_findings(
    dataset: str,
    rewrites: Mapping[str, Sequence[Rewrite | None]],
    groups: Sequence[str],
    measures: Sequence[str] | None = None,
    seed: int = 0,
    draws: int = 999,
) -> tuple[list[Quality], list[str]]:
    """Every measure of every obfuscator, and a warning for each that cannot be had.

    `groups` names who wrote each text (or the text itself), for every obfuscator alike; None is a text that could not
    be rewritten. A text that several problems share is judged once; of more than 250 originals some are drawn. A
    judge that learns (`fit`) learns from the originals of the groups that it does not judge.
    """
    chosen = _chosen(rewrites, seed)
    judged = {name: Judged(*_distinct(of, groups, chosen), seed, draws) for name, of in rewrites.items()}
    judged = {name: each for name, each in judged.items() if each.rewrites}
    found: dict[str, list[Quality]] = {name: [] for name in judged}
    warnings = []
    for spec, measure in _in_order(measures):
        try:
            for name, quality in _measured((dataset, spec), measure, judged, seed):
                found[name].append(quality)
        except MissingPart as missing:
            warnings.append(f"quality measure {spec} is left out: {missing}")
    return [quality for of_one in found.values() for quality in of_one], warnings


def _in_order(measures: Sequence[str] | None) -> list[tuple[str, Any]]:
    names = specs.names("quality") if measures is None else measures
    built = [(name, specs.build("quality", name)) for name in names]
    if measures is None:
        built = [each for each in built if each[1].by_default]
    return sorted(built, key=lambda each: DIMENSIONS.index(each[1].dimension))


def _chosen(rewrites: Mapping[str, Sequence[Rewrite | None]], seed: int) -> set[str]:
    """The originals to be judged, the same for every obfuscator."""
    every = sorted({rewrite.original for of in rewrites.values() for rewrite in of if rewrite is not None})
    if len(every) <= MOST_ORIGINALS:
        return set(every)
    rows = generator(seed, "quality texts").choice(len(every), MOST_ORIGINALS, replace=False)
    return {every[row] for row in rows}


def _distinct(
    rewrites: Iterable[Rewrite | None], groups: Sequence[str], chosen: set[str]
) -> tuple[tuple[Rewrite, ...], tuple[str, ...]]:
    found: dict[tuple[str, str], tuple[str, Rewrite]] = {}
    for rewrite, group in zip(rewrites, groups, strict=True):
        if rewrite is not None and rewrite.original in chosen:
            key = rewrite.original, rewrite.text
            if key not in found or group < found[key][0]:
                found[key] = group, rewrite
    kept = [found[key] for key in sorted(found)]
    return tuple(rewrite for _, rewrite in kept), tuple(group for group, _ in kept)


def _measured(
    names: tuple[str, str], measure: Any, judged: Mapping[str, Judged], seed: int
) -> list[tuple[str, Quality]]:
    """One measure of every obfuscator that it can measure; the originals are measured once for all of them."""
    values = _values(measure, judged, seed)
    originals = _originals(measure, judged)
    found = []
    for name, each in judged.items():
        there = ~np.isnan(values[name])
        if there.any():
            untouched = [originals.get(rewrite.original, np.nan) for rewrite in each.rewrites]
            found.append((name, _record((names[0], name, names[1]), measure, each, values[name], np.array(untouched))))
    return found


def _record(names: tuple[str, str, str], measure: Any, judged: Judged, values: Floats, untouched: Floats) -> Quality:
    dataset, obfuscator, spec = names
    known = untouched[~np.isnan(untouched) & ~np.isnan(values)]
    return Quality(
        dataset=dataset,
        obfuscator=obfuscator,
        dimension=measure.dimension,
        measure=spec,
        title=measure.title,
        value=judged.mean(values, measure.scale == "share"),
        original=float(known.mean()) if len(known) else None,
        texts=int(np.count_nonzero(~np.isnan(values))),
        better=measure.better,
        scale=measure.scale,
        blind=measure.blind,
    )


def _originals(measure: Any, judged: Mapping[str, Judged]) -> dict[str, float]:
    every = {rewrite.original: rewrite for each in judged.values() for rewrite in each.rewrites}
    ordered = [every[original] for original in sorted(every)]
    values = measure.originals(ordered)
    if values is None:
        return {}
    return {rewrite.original: float(value) for rewrite, value in zip(ordered, values, strict=True)}


def _values(measure: Any, judged: Mapping[str, Judged], seed: int) -> dict[str, Floats]:
    if not hasattr(measure, "fit"):
        return {name: measure.measure(each.rewrites) for name, each in judged.items()}
    every = {group for each in judged.values() for group in each.groups}
    halves = _halves(every, seed)
    found = {name: np.full(len(each.rewrites), np.nan) for name, each in judged.items()}
    for half in (False, True):
        judge = measure.fit(_other_originals(judged, halves, half))
        for name, each in judged.items():
            rows = np.flatnonzero([halves[group] == half for group in each.groups])
            found[name][rows] = judge.measure([each.rewrites[row] for row in rows])
    return found


def _halves(groups: set[str], seed: int) -> dict[str, bool]:
    ordered = sorted(groups)
    second = generator(seed, "quality halves").permutation(len(ordered)) % 2 == 1
    return dict(zip(ordered, second.tolist(), strict=True))


def _other_originals(judged: Mapping[str, Judged], halves: Mapping[str, bool], half: bool) -> list[str]:
    """The originals of the other half, none of which is judged in this one."""
    sides: tuple[set[str], set[str]] = set(), set()
    for each in judged.values():
        for rewrite, group in zip(each.rewrites, each.groups, strict=True):
            sides[halves[group]].add(rewrite.original)
    return sorted(sides[not half] - sides[half])
