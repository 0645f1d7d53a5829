"""Comparisons of methods on the same topics, and how many topics a comparison needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stylobench.report.chapters.reading import colour_of, noun
from stylobench.report.story import Block, Cell, Chapter, Column, Figure, Panel, Result, Spec, Table, Words
from stylobench.report.words import bare_p, count, known, many, percent, plural, points, points_with_interval

MOST_PANELS = 6


def chapter(result: Result) -> Chapter:
    """Every pair of methods with its difference, tests and verdict."""
    pairs, group = result.get("comparisons") or (), noun(result)
    title = "Methods compared"
    if not pairs:
        alone = "One method ran, so there is nothing to compare it with." if len(result["methods"]) == 1 else ""
        return Chapter("comparisons", title, [Words(alone)] if alone else [])
    columns = [
        Column("methods", "name"),
        Column("difference [95%]", hint="first minus second, points, weighted by documents"),
        Column("Holm p", hint="sign-flip p, corrected for the comparisons printed"),
        Column("sign-flip p", rank=1),
        Column("t p", rank=2),
        Column("Wilcoxon p", rank=2),
        Column(plural(group), rank=1),
        Column("verdict", "words"),
    ]
    blocks: list[Block] = [Table(_caption(pairs, group), columns, [_row(pair) for pair in pairs])]
    blocks.append(Words(WILCOXON.format(groups=plural(group)), "note"))
    if min(pair.get("units") or 0 for pair in pairs) < 6:
        blocks.append(
            Words(
                f"With fewer than 6 {plural(group)} no difference, however large, can be called one at 5%.",
                "strong",
            )
        )
    return Chapter("comparisons", title, blocks)


WILCOXON = (
    "Tests are paired: both methods face the same {groups}. The sign-flip test decides; t stands beside it. "
    "Wilcoxon's test ignores how many documents a fold has and tests another hypothesis; it is printed "
    "because papers print it."
)


def _caption(pairs: Sequence[Mapping[str, Any]], group: str) -> str:
    flips = next((pair["flips"] for pair in pairs if known(pair.get("flips"))), None)
    done = f"; {count(flips)} sign flips" if flips else ""
    return (
        f"Difference in accuracy on new {plural(group)} in points (first minus second), 95% interval and "
        f"tests with {plural(group)} as units{done}. Holm corrects for {many(len(pairs), 'comparison')}."
    )


def _row(pair: Mapping[str, Any]) -> list[Cell]:
    return [
        Cell(_pair(pair)),
        Cell(
            points_with_interval(pair.get("difference"), pair.get("low"), pair.get("high")),
            pair.get("difference"),
        ),
        *(Cell(bare_p(pair.get(key)), pair.get(key)) for key in ("p_holm", "p_sign_flip", "p_t", "p_wilcoxon")),
        Cell(count(pair.get("units")), pair.get("units")),
        Cell(str(pair.get("verdict") or "")),
    ]


def _pair(pair: Mapping[str, Any]) -> str:
    return f"{pair['a']} − {pair['b']}"


def power(result: Result) -> Chapter:
    """The topics needed to find a difference, from the spread of the paired differences."""
    group = noun(result)
    pairs = [pair for pair in (result.get("power") or {}).get("pairs") or () if pair.get("curve")]
    if not pairs:
        return Chapter("power", "Power")
    have = result["corpus"]["topics"]
    figure = Figure(_power_caption(group), [_power_panel(result, pair, have) for pair in pairs[:MOST_PANELS]])
    return Chapter("power", f"How many {plural(group)} a comparison needs", [figure, _power_table(pairs, group)])


def _power_caption(group: str) -> str:
    return (
        f"{plural(group).capitalize()} needed (upwards, logarithmic) to find a true difference between two "
        "methods (to the right). Dotted: found half the time, which is not enough; solid: 80% of the time, "
        "with a 95% band because the spread is itself an estimate; long dashes: 90%. Horizontal line: the "
        f"{plural(group)} of this corpus."
    )


def _power_panel(result: Result, pair: Mapping[str, Any], have: int) -> Panel:
    steps = [step for step in pair["curve"] if known(step.get("topics"))]
    middle = steps[len(steps) // 2] if steps else {}
    alt = (
        f"{_pair(pair)}: for example {count(middle.get('topics'))} {plural(noun(result))} find "
        f"{points(middle.get('difference'))} points {percent(middle.get('power'), 0)} of the time; the "
        f"corpus has {have}."
    )
    colour = (
        colour_of(result, pair["a"])
        if pair["a"] in result["methods"]
        else colour_of(result, next(iter(result["methods"])))
    )

    def draw() -> Spec:
        from stylobench.report.charts.curves import needed

        return needed(pair, have, colour)

    return Panel(_pair(pair), draw, alt)


def _power_table(pairs: Sequence[Mapping[str, Any]], group: str) -> Table:
    levels = sorted({step["power"] for pair in pairs for step in pair["curve"]})
    columns = [
        Column("methods", "name"),
        Column("sd [95%]", hint="of the paired differences, points", rank=1),
        Column("difference"),
    ]
    columns += [Column(f"{percent(level, 0)} power [95%]") for level in levels]
    rows = [
        _needs(pair, difference, levels)
        for pair in pairs
        for difference in sorted({step["difference"] for step in pair["curve"]})
    ]
    caption = (
        f"{plural(group).capitalize()} needed for a difference in points at each power, with 95% intervals; "
        f"sd is that of the paired differences between {plural(group)}, in points."
    )
    return Table(caption, columns, rows, brief=5, folded="The same in numbers" if len(rows) > 6 else "")


def _needs(pair: Mapping[str, Any], difference: float, levels: Sequence[float]) -> list[Cell]:
    at = {step["power"]: step for step in pair["curve"] if step["difference"] == difference}
    spread = points_with_interval(pair.get("sd"), pair.get("sd_low"), pair.get("sd_high"))
    return [
        Cell(_pair(pair)),
        Cell(spread, pair.get("sd")),
        Cell(points(difference), difference),
        *(_need(at.get(level, {})) for level in levels),
    ]


def _need(step: Mapping[str, Any]) -> Cell:
    low, high = step.get("topics_low"), step.get("topics_high")
    sure = f" [{count(low)}, {count(high)}]" if known(low) and known(high) else ""
    return Cell(f"{count(step.get('topics'))}{sure}", step.get("topics"))
