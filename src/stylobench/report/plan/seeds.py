"""The same study under several seeds: its numbers side by side, and how far they lie apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from stylobench.report.attack import answer as attack_answer
from stylobench.report.attack import reading as attack
from stylobench.report.chapters.reading import bounded
from stylobench.report.leakage import reading as leakage
from stylobench.report.plan.studies import Group, Told
from stylobench.report.profile.crash_tests import Run
from stylobench.report.shift import reading as shift
from stylobench.report.story import Cell, Column, Table
from stylobench.report.words import MISSING, known, many, percent, points, points_with_interval, share_with_interval

NOISE = (
    "Every seed had the same data: what differs between them is the noise of sampling and fitting, not a confidence "
    "interval. How far other data could lie is what [a, b] says."
)


@dataclass(frozen=True)
class Number:
    """The number that a headline is about: what it is, its value, and how it is printed with and without interval."""

    what: str
    value: float
    text: str
    bare: str


def number_of(run: Run, method: str) -> Number | None:
    """The number of a method's headline; None where it has none."""
    return READERS[run.protocol](run, method) if method in run.result["methods"] else None


def _novel_topic(run: Run, method: str) -> Number | None:
    found = run.result["methods"][method]
    novelty, novel = (bounded(found.get(kind) or {}) for kind in ("novelty", "novel_topic"))
    price, mean = novelty.get("price"), novel.get("mean")
    if known(price):
        text = points_with_interval(price, novelty.get("low"), novelty.get("high"))
        return Number("points lost to novelty", price, text, points(price))
    if known(mean):
        text = share_with_interval(mean, novel.get("low"), novel.get("high"))
        return Number("of documents named rightly", mean, text, percent(mean))
    return None


def _leakage(run: Run, method: str) -> Number | None:
    found = run.result["methods"][method]
    measure = (found.get("paired") or {}).get("measure") or leakage.lead(run.result)
    difference = leakage.contrast(found, measure).get("difference") or {}
    if difference:
        what = f"points of {leakage.called(measure)} lost from near to far"
        return Number(what, difference["value"], leakage.sure(difference), points(difference["value"]))
    beside = leakage.compared(found, measure)
    if not known(beside.get("difference")) or leakage.one_sample(run.result):
        return None
    text = points_with_interval(beside["difference"], beside.get("low"), beside.get("high"))
    what = f"points of {leakage.called(measure)}, HITS minus random"
    return Number(what, beside["difference"], text, points(beside["difference"]))


def _shift(run: Run, method: str) -> Number | None:
    measure = shift.lead(run.result)
    found = (run.result["methods"][method].get("measures") or {}).get(measure) or {}
    estimate, units = found.get("estimate") or {}, shift.Units(bool(found.get("loss")))
    if not known(estimate.get("mean")):
        return None
    what = f"{shift.called(measure)} expected over mixes{'' if units.loss else ', of 100'}"
    return Number(what, estimate["mean"], units.sure(estimate, "mean"), units.number(estimate["mean"]))


def _attack(run: Run, method: str) -> Number | None:
    dataset = str(attack.lead_set(run.result).get("name"))
    cells = attack.of(attack.parts(run.result, "cells"), method=method, dataset=dataset)
    worst = attack_answer.strongest(run.result, cells)
    if not worst:
        return None
    impact = attack.impact_of(worst)
    text = points_with_interval(impact["value"], impact.get("low"), impact.get("high"))
    what = f"missed of 100 under {worst['obfuscator']}, the strongest"
    return Number(what, impact["value"], text, points(impact["value"]))


READERS: Mapping[str, Callable[[Run, str], Number | None]] = {
    "novel_topic": _novel_topic,
    "leakage": _leakage,
    "shift": _shift,
    "attack": _attack,
}


@dataclass(frozen=True)
class Spread:
    """One number of one method under the seeds of a group; None where a seed has none."""

    method: str
    what: str
    numbers: Sequence[Number | None]

    @property
    def there(self) -> list[Number]:
        """Those that are known, the lowest first."""
        return sorted((one for one in self.numbers if one), key=lambda one: one.value)

    @property
    def ends(self) -> str:
        """The lowest and the highest in words."""
        low, high = self.there[0].bare, self.there[-1].bare
        return f"{low} under every seed" if low == high else f"{low} to {high}"

    @property
    def told(self) -> str:
        """The spread in a line."""
        return f"{self.method}, {self.what}: {self.ends} ({many(len(self.there), 'seed')})"


def spreads(group: Group) -> list[Spread]:
    """A spread per method and number; empty where only one seed has a result."""
    studies = [one for one in group.studies if one.run]
    if len(studies) < 2:
        return []
    methods = dict.fromkeys(name for one in studies for name in one.methods)
    return [spread for name in methods for spread in _spreads(name, studies)]


def _spreads(method: str, studies: Sequence[Told]) -> list[Spread]:
    found = [number_of(one.run, method) if one.run else None for one in studies]
    kinds = dict.fromkeys(one.what for one in found if one)
    return [Spread(method, what, [one if one and one.what == what else None for one in found]) for what in kinds]


def seeds_table(group: Group) -> Table | None:
    """The numbers of a group, a column per seed; None where there is nothing to compare."""
    found = spreads(group)
    if not found:
        return None
    seeds = [one.seed for one in group.studies if one.run]
    heads = [Column(f"seed {seed}") for seed in seeds]
    columns = [Column("method", "name"), Column("number", "words"), *heads, Column("lowest to highest", "tag")]
    rows = [[Cell(one.method), Cell(one.what), *map(_cell, one.numbers), Cell(one.ends)] for one in found]
    return Table(f"The words above are those of seed {seeds[0]}. {NOISE}", columns, rows)


def _cell(number: Number | None) -> Cell:
    return Cell(number.text, number.value) if number else Cell(MISSING)
