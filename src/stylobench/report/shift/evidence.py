"""Which kind of evidence a shifting mix breaks: what each family of methods loses against today."""

from __future__ import annotations

from stylobench.report.charts.colours import series
from stylobench.report.families import chapter_of, families, overlap
from stylobench.report.shift.reading import Part, called, item, lead, mixes_kept, number_cell, risk, units_of
from stylobench.report.story import Answer, Block, Cell, Chapter, Column, Figure, Panel, Result, Row, Spec, Table, Words
from stylobench.report.words import count, known, many


def chapter(result: Result) -> Chapter:
    """What to expect to lose and how far that goes, a mark per family."""
    found = _told(result)
    if len(found) < 2:
        return chapter_of(())
    plain = _plain(result, found)
    words: list[Block] = [Words(plain)] if plain else []
    return chapter_of([*words, _figure(result, found), _table(result, found)])


def answers(result: Result) -> list[Answer]:
    """One answer per family: what a bad mix costs it."""
    told = {one["family"]: one for one in _told(result)}
    return [
        Answer(f"{family} ({many(len(names), 'method')})", place % 6, *_answer(result, told.get(family)))
        for place, (family, names) in enumerate(families(result).items())
    ]


def _answer(result: Result, one: Part | None) -> tuple[str, tuple[str, ...]]:
    if one is None:
        return "no answer: no method of this family was judged on the items of the others", ()
    units, today = units_of(lead(result)), units_of(lead(result)).number(one.get("today"))
    bad = f"in {mixes_kept(one['delta'])} it costs no more than {units.amount(one.get('at_risk'))}"
    tested = f"{many(one.get('units'), item(result))}, {many(len(one['methods']), 'method')}"
    lost = f"{units.sure(one)} {'' if units.loss else 'points '}of {called(lead(result))}"
    return (
        f"another mix costs {lost} on average" if one["value"] > 0 else f"no loss to expect over all mixes: {lost}",
        (f"Today {today}; {bad} ({tested}).",),
    )


def _told(result: Result) -> list[Part]:
    there = families(result)
    return [one for one in result.get("evidence") or () if one["family"] in there and known(one.get("value"))]


def _plain(result: Result, found: list[Part]) -> str:
    judged = [one for one in found if known(one.get("at_risk"))]
    if len(judged) < 2:
        return ""
    most, *_, least = sorted(judged, key=lambda one: -one["at_risk"])
    units = units_of(lead(result))
    kept = mixes_kept(float(most["delta"]))
    unsure = " What they lose over mixes overlaps, so that the order may be chance." if overlap(most, least) else ""
    return (
        f"In {kept}, methods that rest on {least['family']} lose no more than {units.amount(least['at_risk'])} of "
        f"{called(lead(result))} against today, those that rest on {most['family']} up to "
        f"{units.amount(most['at_risk'])}.{unsure}"
    )


def _figure(result: Result, found: list[Part]) -> Figure:
    units = units_of(lead(result))

    def draw() -> Spec:
        from stylobench.report.charts.intervals import intervals

        title = called(lead(result)) if units.loss else f"{called(lead(result))} lost, points"
        return intervals(_marks(result, found), title, 0.0)

    caption = (
        f"What a family loses of {called(lead(result))} against today, averaged over its methods: the mark is what to "
        "expect over all mixes, the line holds the middle 95% of the mixes. Right of the dashed line at 0 it does "
        "worse than today. A long line to the right is evidence that breaks when the mix changes."
    )
    said = "; ".join(f"{one['family']} {units.sure(one)}" for one in found)
    return Figure(caption, [Panel("Lost against today, by family", draw, f"Lost against today: {said}.")])


def _marks(result: Result, found: list[Part]) -> list[Row]:
    units, order = units_of(lead(result)), list(families(result))
    rows = []
    for one in found:
        ends = {end: one[end] if known(one.get(end)) else one["value"] for end in ("value", "low", "high")}
        rows.append(
            {"name": one["family"], "words": units.sure(one), "colour": series(order.index(one["family"])),
             "shape": "circle", "hover": f"{one['family']} {units.sure(one)}: {', '.join(one['methods'])}",
             **{end: units.scale * value for end, value in ends.items()}}
        )  # fmt: skip
    return rows


def _table(result: Result, found: list[Part]) -> Table:
    units, delta = units_of(lead(result)), found[0]["delta"]
    columns = (
        Column("family", "name"),
        Column("today", hint="mean over the methods of the family"),
        Column("lost over mixes [middle 95%]", hint="today minus what to expect"),
        Column(f"lost at {risk(delta)} risk", hint="today minus the posterior bound"),
        Column("methods", rank=1, hint="averaged, of all in the family"),
        Column("n", rank=2, hint="items"),
    )
    rows = [
        [
            Cell(one["family"]),
            number_cell(one.get("today"), units),
            Cell(units.sure(one), one["value"]),
            number_cell(one.get("at_risk"), units),
            Cell(f"{count(len(one['methods']))} of {count(one.get('named'))}", len(one["methods"])),
            Cell(count(one.get("units")), one.get("units")),
        ]
        for one in found
    ]
    scale = "as it is, less is better" if units.loss else "points of 100"
    together = (
        "The same mixes and items for all."
        if lead(result) == "accuracy"
        else "The same mixes for all; ranges are as wide as if all methods of a family went wrong together."
    )
    return Table(f"{called(lead(result))} by kind of evidence, {scale}. {together}", columns, rows)
