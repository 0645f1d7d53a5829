"""Which obfuscator hides best, and who still recognises the writer, in sentences."""

from __future__ import annotations

from stylobench.report.attack.reading import (
    Part,
    certain,
    excludes,
    has,
    hundredths,
    is_control,
    items,
    judged,
    lead_set,
    of,
    on,
    parts,
    share,
)
from stylobench.report.story import Result
from stylobench.report.words import count, known, many, p_value, plural, points, points_interval

CLEAR = 0.05


def verdicts(result: Result) -> list[str]:
    """A line per obfuscator on the data set that leads, best first where it can be ranked, then comparisons."""
    dataset = lead_set(result)
    name = str(dataset.get("name"))
    averages = [one for one in of(parts(result, "averages"), dataset=name) if has(one.get("impact"))]
    real = [one for one in averages if not is_control(result, one["obfuscator"])]
    if dataset.get("rankable"):
        real.sort(key=lambda one: -one["impact"]["value"])
        compared = [comparison(one) for one in of(parts(result, "comparisons"), dataset=name) if _told(result, one)]
        return [_average(result, dataset, one) for one in real] + compared
    noun = "document" if dataset.get("item") == "document" else "same-author problem"
    small = f"{name} has {many(dataset.get('same'), noun)}: too few to rank obfuscators"
    return [_average(result, dataset, one) for one in real] + ([small] if real else [])


def _told(result: Result, found: Part) -> bool:
    """Obfuscators against each other; the table has them against the controls too."""
    names = (found["first"], found["second"])
    return has(found["difference"]) and not any(is_control(result, name) for name in names)


def _average(result: Result, dataset: Part, average: Part) -> str:
    cells = of(parts(result, "cells"), dataset=dataset["name"], obfuscator=average["obfuscator"])
    few = judged(dataset, cells)
    told = f"{average['obfuscator']}: {_missed(averaged(average, 'impact', cells))} on average over "
    told += f"{many(average.get('methods'), 'method')}{on(result, dataset['name'])}" + (f" ({few})" if few else "")
    if has(average.get("worthy")) and average.get("worthy_methods") != average.get("methods"):
        worthy = hundredths(averaged(average, "worthy", cells))
        told += f"; {worthy} over the {count(average['worthy_methods'])} worth attacking"
    if average.get("strongest") and has(average.get("strongest_recall")):
        told += f"; {_strongest(average, of(cells, method=average['strongest']))}"
    return told


def _missed(impact: Part) -> str:
    """Only what is above 0 is missed; the rest keeps its sign."""
    return f"{hundredths(impact)} missed" if impact["value"] > 0 else f"impact {hundredths(impact)}"


def averaged(average: Part, key: str, cells: list[Part]) -> Part:
    """An average over cells; without an interval where every method judged a single item."""
    found: Part = average.get(key) or {}
    return certain(found) if cells and all(one.get("same") == 1 for one in cells) else found


def _strongest(average: Part, cells: list[Part]) -> str:
    mine = cells[0] if cells else {}
    total = many(mine["same"], items(mine)) if known(mine.get("same")) else plural(items(mine))
    return f"{average['strongest']} still recognises most: {share(average['strongest_recall'])} of {total}"


def comparison(found: Part) -> str:
    """One obfuscator against another.

    >>> apart = {"value": .21, "low": .12, "high": .3}
    >>> comparison({"first": "mediocrity", "second": "synonyms", "difference": apart, "p_holm": .002, "blocks": 60})
    'mediocrity minus synonyms: 21 points [12, 30], Holm p = .002 (60 blocks): mediocrity hides better'
    """
    apart = found["difference"]
    size, sides = points(apart["value"], 0), points_interval(apart.get("low"), apart.get("high"), 0)
    told = f"{size} {'point' if size == '1' else 'points'} {sides}".rstrip()
    sure = f"Holm {p_value(found.get('p_holm'))} ({many(found.get('blocks'), 'block')})"
    return f"{found['first']} minus {found['second']}: {told}, {sure}: {verdict(found)}"


def verdict(found: Part) -> str:
    """Whether one of two hides better; both the test and the interval must say so."""
    p, apart = found.get("p_holm"), found["difference"]
    if not known(p):
        return "no verdict"
    if p >= CLEAR or not excludes(apart):
        return "no difference shown"
    return f"{found['first'] if apart['value'] > 0 else found['second']} hides better"
