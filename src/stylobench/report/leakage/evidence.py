"""Which kind of evidence leans on topic: what each family of verifiers loses from near to far."""

from __future__ import annotations

from stylobench.report.chapters.reading import noun
from stylobench.report.charts.colours import series
from stylobench.report.families import chapter_of, families, overlap
from stylobench.report.leakage.answer import change, more_controls
from stylobench.report.leakage.reading import (
    UNDECIDED,
    Part,
    bounded,
    called,
    counted,
    lead,
    mark,
    sure,
    undecided,
    units,
)
from stylobench.report.story import Answer, Block, Cell, Chapter, Column, Figure, Panel, Result, Row, Spec, Table, Words
from stylobench.report.words import count, known, many, plural

MEAN = "points, mean over the verifiers of the family"
COUNTS = (
    Column("verifiers", rank=1, hint="averaged, of all in the family"),
    Column("trials", rank=2),
    Column("units", rank=2),
)


def chapter(result: Result) -> Chapter:
    """The losses with their intervals, a mark per family."""
    found = _told(result)
    if len(found) < 2:
        return chapter_of(())
    blocks: list[Block] = [Words(_plain(result, found)), _figure(result, found), _table(result, found)]
    return chapter_of(blocks)


def answers(result: Result) -> list[Answer]:
    """One answer per family: what its verifiers lose on average."""
    told = {one["family"]: one for one in _told(result)}
    return [
        Answer(f"{family} ({many(len(names), 'verifier')})", place % 6, _headline(result, told.get(family)), ())
        for place, (family, names) in enumerate(families(result).items())
    ]


def _headline(result: Result, one: Part | None) -> str:
    if one is None:
        return "no answer: the paired test says nothing of this family"
    groups = plural(noun(result))
    moved = change(one, f"{called(lead(result))}, on average,")
    unsure = f"{UNDECIDED}: " if _open(result, [one]) else ""
    return f"{unsure}{moved} when training {groups} are far from the test {groups} ({counted(one)})"


def _told(result: Result) -> list[Part]:
    there = families(result)
    return [one for one in result.get("evidence") or () if one["family"] in there and known(one.get("value"))]


def _open(result: Result, found: list[Part]) -> str:
    """Why nothing is decided: no interval, or verifiers of which the test gives no verdict."""
    if not all(map(bounded, found)):
        return f"No interval: too few controls or authors. {more_controls(result)}"
    verdicts = [undecided(result["methods"].get(name) or {}) for one in found for name in one["methods"]]
    return next((f"{verdict[0].upper()}{verdict[1:]}." for verdict in verdicts if verdict), "")


def _plain(result: Result, found: list[Part]) -> str:
    if why := _open(result, found):
        return f"{why} Families are shown, not ranked."
    most, *_, least = sorted(found, key=lambda one: -one["value"])
    unsure = "; the intervals overlap, so that the order may be chance" if overlap(most, least) else ""
    leaning = [one["family"] for one in found if one["low"] > 0]
    shown = f"Shown to lean on {noun(result)}: {', '.join(leaning) or 'none'}."
    return f"{_named(most)} loses most, {_named(least)} least{unsure}. {shown}"


def _named(one: Part) -> str:
    return f"{one['family']} ({sure(one)})"


def _figure(result: Result, found: list[Part]) -> Figure:
    def draw() -> Spec:
        from stylobench.report.charts.intervals import intervals

        return intervals(_marks(result, found), "near minus far, points", 0.0)

    sides = (
        f"with 95% intervals from the same draws ({counted(found[0])}) that also count chance in what was trained on"
        if all(map(bounded, found))
        else f"without intervals ({counted(found[0])}), so that any of it may be chance"
    )
    caption = (
        f"Points of {called(lead(result))} that the verifiers of a family lose on average from near to far, {sides}. "
        "Right of the dashed line at 0 this kind of evidence leans on topic."
    )
    said = "; ".join(f"{one['family']} {sure(one)}" for one in found)
    return Figure(caption, [Panel("Lost from near to far, by family", draw, f"Points lost: {said}.")])


def _marks(result: Result, found: list[Part]) -> list[Row]:
    order = list(families(result))
    return [
        mark(one["family"], one, series(order.index(one["family"])))
        | {"words": sure(one), "hover": f"{_named(one)}: {', '.join(one['methods'])}"}
        for one in found
    ]


def _table(result: Result, found: list[Part]) -> Table:
    rows = [
        [
            Cell(one["family"]),
            Cell(sure(one), one["value"]),
            Cell(f"{count(len(one['methods']))} of {count(one.get('named'))}", len(one["methods"])),
            Cell(count(one.get("trials")), one.get("trials")),
            units(one),
        ]
        for one in found
    ]
    caption = (
        f"{called(lead(result))} lost from near to far by kind of evidence, points of 100. Averages leave out "
        "verifiers whose answers do not hang on training, and those that failed on folds which others survived."
    )
    lost = f"near − far{' [95%]' if any(map(bounded, found)) else ''}"
    return Table(caption, (Column("family", "name"), Column(lost, hint=MEAN), *COUNTS), rows)
