"""Quality beside safety: each measure with what it cannot see; nothing is averaged into one score."""

from __future__ import annotations

from functools import partial

from stylobench.report.attack.reading import (
    Part,
    cell,
    certain,
    counted,
    datasets,
    has,
    obfuscator_colour,
    of,
    parts,
    plain,
    share,
    titled,
    value_of,
)
from stylobench.report.charts.canvas import Row
from stylobench.report.story import Block, Cell, Chapter, Column, Figure, Panel, Result, Spec, Table
from stylobench.report.words import MISSING, count, decimal, known, percent, points, points_interval

SAFETY = "Safety: are writers missed?"
DIMENSIONS = {
    "soundness": "Soundness: the same meaning?",
    "sensibleness": "Sensibleness: can it be read?",
    "efficiency": "Efficiency: how much was changed?",
}
BETTER = {"high": "more is better", "low": "less is better"}
TENS = 10
DIGITS = {"ratio": 2, "grade": 2, "per_1000": 1}


def chapter(result: Result) -> Chapter:
    """A figure and a table per data set, then what each measure cannot see."""
    blocks: list[Block] = []
    for one in datasets(result):
        found = [_settled(result, measure) for measure in of(parts(result, "quality"), dataset=one["name"])]
        valued = [measure for measure in found if has(measure.get("value"))]
        if valued:
            blocks.append(Figure(_caption(titled(result, one)), _panels(result, one, valued)))
        if found:
            blocks.append(_table(found, one["name"]))
    blind = {f"{one['title']}": str(one["blind"]) for one in parts(result, "quality") if one.get("blind")}
    if blind:
        columns = [Column("measure", "name"), Column("what it cannot see", "words")]
        rows = [[Cell(title), Cell(told)] for title, told in blind.items()]
        blocks.append(Table("What each measure cannot see.", columns, rows, brief=0))
    return Chapter("quality", "What the rewriting costs the text", blocks)


def _settled(result: Result, measure: Part) -> Part:
    """Without an interval where every text came back as it was: another draw of texts gives the same value."""
    names = {key: measure[key] for key in ("dataset", "obfuscator")}
    untouched = any(one.get("texts") and one.get("unchanged") == one["texts"]
                    for one in of(parts(result, "rewriting"), **names))  # fmt: skip
    return {**measure, "value": certain(measure["value"])} if untouched else measure


def _caption(where: str) -> str:
    return (
        f"{where}. Safety beside the three other sides of a rewriting, down the columns; each measure has its own "
        "scale, from the least to the most seen. Lines are 95% intervals, the dashed line is the same measure of the "
        "untouched texts. Nothing here is averaged into one score."
    )


def _panels(result: Result, dataset: Part, found: list[Part]) -> list[Panel]:
    panels = _safety(result, dataset)
    for dimension, group in DIMENSIONS.items():
        names = dict.fromkeys(one["measure"] for one in found if one["dimension"] == dimension)
        panels += [_measure(result, group, of(found, measure=name)) for name in names]
    return panels


def _safety(result: Result, dataset: Part) -> list[Panel]:
    averages = of(parts(result, "averages"), dataset=dataset["name"])
    rows = [_mark(result, one["obfuscator"], one["impact"], _hundredths(one["impact"]))
            for one in averages if has(one.get("impact"))]  # fmt: skip
    title, note = "average impact, of 100", f"{BETTER['high']}; {counted(dataset)}"
    return [Panel(title, partial(_draw, rows, 0.0), _alt(title), group=SAFETY, note=note)] if rows else []


def _hundredths(sure: Part) -> str:
    return f"{points(sure['value'], 0)} {points_interval(sure.get('low'), sure.get('high'), 0)}".rstrip()


def _measure(result: Result, group: str, found: list[Part]) -> Panel:
    first = found[0]
    original = next((one["original"] for one in found if known(one.get("original"))), None)
    rows = [_mark(result, one["obfuscator"], one["value"], _short(one)) for one in found]
    note = f"{BETTER.get(first['better'], '')}; n = {count(first.get('texts'))} texts"
    return Panel(first["title"], partial(_draw, rows, original), _alt(first["title"]), group=group, note=note)


def _alt(title: str) -> str:
    return f"{title}, obfuscator by obfuscator; the tables have the numbers."


def _mark(result: Result, name: str, sure: Part, text: str) -> Row:
    value = sure["value"]
    low, high = (sure[end] if known(sure.get(end)) else value for end in ("low", "high"))
    colour = obfuscator_colour(result, name)
    return {"name": name, "value": value, "low": low, "high": high, "text": text, "colour": colour,
            "hover": f"{name}: {text}"}  # fmt: skip


def _short(one: Part) -> str:
    """A value with its interval, short enough for the margin of a chart."""
    if one["scale"] == "share":
        return f"{_hundredths(one['value'])}%".replace("]%", "]") if has(one["value"]) else MISSING
    value = value_of(one["value"])
    return plain(one["value"], 0 if value is not None and abs(value) >= TENS else 2)


def _draw(rows: list[Row], original: float | None) -> Spec:
    from stylobench.report.charts.quality import quality

    return quality(rows, original)


def _table(found: list[Part], name: str) -> Table:
    columns = [Column("measure", "name"), Column("side", "tag", rank=1), Column("obfuscator", "tag"), Column("value"),
               Column("untouched texts"), Column("better", "tag", rank=2), Column("texts", rank=1)]  # fmt: skip
    rows = [
        [Cell(one["title"]), Cell(one["dimension"]), Cell(one["obfuscator"]), cell(_value(one), one["value"]),
         Cell(_original(one), one.get("original")), Cell(str(one["better"])),
         Cell(count(one.get("texts")), one.get("texts"))]
        for one in found
    ]  # fmt: skip
    caption = f"Every measure on {name}, mean over texts with a 95% interval."
    return Table(caption, columns, rows, brief=20, folded=f"Every measure: {name}")


def _value(one: Part) -> str:
    if value_of(one["value"]) is None:
        return "not measured"
    return share(one["value"]) if one["scale"] == "share" else plain(one["value"], DIGITS.get(one["scale"], 2))


def _original(one: Part) -> str:
    original = one.get("original")
    return percent(original) if one["scale"] == "share" else decimal(original, DIGITS.get(one["scale"], 2))
