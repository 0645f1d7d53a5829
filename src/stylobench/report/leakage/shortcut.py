"""Does the score follow the topic? Correlations with topic similarity, and pairs whose topics help or mislead."""

from __future__ import annotations

from collections.abc import Mapping

from stylobench.report.chapters.reading import colour_of, noun
from stylobench.report.leakage.reading import Part, counted, estimated, mark, sure, units
from stylobench.report.story import Block, Cell, Chapter, Column, Figure, Panel, Result, Row, Spec, Table, Words
from stylobench.report.words import count, decimal_with_interval, plural

PAIRINGS = {"easy": "topics help", "any": "as drawn", "hard": "topics mislead"}
CLASSES = ("same", "different")


def chapter(result: Result) -> Chapter:
    """Both shortcut tests; each is left out where it was not run."""
    group = noun(result)
    correlated = {
        (name, kind): (method.get("correlation") or {})[kind]
        for name, method in result["methods"].items()
        for kind in CLASSES
        if estimated((method.get("correlation") or {}).get(kind))
    }
    paired = {
        name: {kind: method["pairings"][kind] for kind in PAIRINGS if estimated(method["pairings"].get(kind))}
        for name, method in result["methods"].items()
        if method.get("pairings")
    }
    blocks: list[Block] = []
    if correlated:
        blocks += [_correlations(result, correlated), _correlation_table(correlated, group)]
    if any(paired.values()):
        blocks += [Words(_how(group)), _pairings(result, paired), _pairing_table(paired)]
    return Chapter("shortcut", f"Does the score follow the {group}?", blocks)


def _correlations(result: Result, found: Mapping[tuple[str, str], Part]) -> Figure:
    groups = plural(noun(result))
    rows = {
        kind: [_correlation(result, name, kind, one) for (name, of), one in found.items() if of == kind]
        for kind in CLASSES
    }
    caption = (
        f"Rank correlation of a verifier’s score with the similarity of the two texts’ {groups}, with 95% intervals. "
        f"Right of the dashed line at 0, pairs on similar {groups} score higher whoever wrote them."
    )
    shown = [_panel(f"{kind} author", part, ("rank correlation", 0.0), rows) for kind, part in rows.items() if part]
    return Figure(caption, shown)


def _panel(title: str, rows: list[Row], axis: tuple[str, float], every: Mapping[str, list[Row]]) -> Panel:
    def draw() -> Spec:
        from stylobench.report.charts.intervals import intervals

        return intervals(rows, *axis, beside=[row for part in every.values() for row in part])

    said = "; ".join(f"{row['name']} {row['words']}" for row in rows)
    return Panel(title[0].upper() + title[1:], draw, f"{title}, {axis[0]}: {said}.")


def _correlation(result: Result, name: str, kind: str, one: Part) -> Row:
    words = {"words": _rho(one), "hover": f"{name}, {kind} author: {_rho(one)}, {counted(one)}"}
    return mark(name, one, colour_of(result, name), scale=1.0) | words


def _rho(one: Part | None) -> str:
    found = one or {}
    return decimal_with_interval(found.get("value"), (found.get("low"), found.get("high")), 2)


def _correlation_table(found: Mapping[tuple[str, str], Part], group: str) -> Table:
    columns = [Column("verifier", "name"), Column("author", "tag"), Column("correlation [95%]"),
               Column("trials", rank=1), Column("units", rank=1)]  # fmt: skip
    rows = [
        [
            Cell(name),
            Cell(kind),
            Cell(_rho(one), one["value"]),
            Cell(count(one.get("trials")), one.get("trials")),
            units(one),
        ]
        for (name, kind), one in found.items()
    ]
    caption = (
        f"Spearman correlation between score and similarity of {plural(group)}, −1 to 1, same-author and "
        "different-author pairs apart, with 95% intervals; 0 is a score that does not follow the topic."
    )
    return Table(caption, columns, rows)


def _how(group: str) -> str:
    return (
        f"The same verifiers on pairs whose {plural(group)} help (same author within one {group}, different authors "
        f"across {plural(group)}), are left as drawn, or mislead (same author across {plural(group)}, different "
        f"authors within one {group}). Whoever reads the {group} instead of the author falls to 50, which is "
        "guessing, or below."
    )


def _pairings(result: Result, found: Mapping[str, Mapping[str, Part]]) -> Figure:
    rows = {
        kind: [_pairing(result, name, kind, parts[kind]) for name, parts in found.items() if kind in parts]
        for kind in PAIRINGS
    }
    caption = (
        "AUC with 95% intervals, points of 100, where topics help, are as drawn, and mislead. The dashed line at 50 "
        "is guessing; left of it, topics have turned the answers round."
    )
    axis = ("AUC, points of 100", 50.0)
    return Figure(caption, [_panel(PAIRINGS[kind], part, axis, rows) for kind, part in rows.items() if part])


def _pairing(result: Result, name: str, kind: str, one: Part) -> Row:
    words = {"words": sure(one), "hover": f"{name}, {PAIRINGS[kind]}: {sure(one)}, {counted(one)}"}
    return mark(name, one, colour_of(result, name)) | words


def _pairing_table(found: Mapping[str, Mapping[str, Part]]) -> Table:
    columns = [Column("verifier", "name"), *(Column(f"{words} [95%]") for words in PAIRINGS.values()),
               Column("trials", hint="as drawn", rank=1)]  # fmt: skip
    rows = []
    for name, parts in found.items():
        trials = (parts.get("any") or {}).get("trials")
        cells = [Cell(sure(parts.get(kind)), (parts.get(kind) or {}).get("value")) for kind in PAIRINGS]
        rows.append([Cell(name), *cells, Cell(count(trials), trials)])
    return Table("The same AUC in numbers, points of 100 with 95% intervals.", columns, rows)
