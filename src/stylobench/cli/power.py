"""`stylobench power`: how many topics it takes to tell two methods apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from stylobench.cli._console import out, print_json
from stylobench.cli._corpus import Json

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rich.table import Table

    from stylobench.statistics.power import Design

Folder = Annotated[
    str | None, typer.Argument(metavar="RESULT_DIR", help="Folder with the result.json of a novel-topic run.")
]
Sd = Annotated[
    float | None,
    typer.Option("--sd", metavar="SHARE", help="Standard deviation of the per-topic differences; .16 is 16 points."),
]
Topics = Annotated[int | None, typer.Option("--topics", metavar="N", help="Topics that the sd comes from.")]
Effective = Annotated[
    float | None,
    typer.Option("--effective", metavar="N", help="Equal topics that these are worth; all of them when left out."),
]
Differences = Annotated[
    list[float] | None,
    typer.Option("--difference", metavar="SHARE", help="True difference to notice; .07 is 7 points; repeat."),
]
Powers = Annotated[
    list[float] | None,
    typer.Option("--power", metavar="SHARE", help="Chance of noticing it, such as .8; repeat."),
]
Unpaired = Annotated[
    bool,
    typer.Option("--unpaired", help="Two separate sets of topics; --sd is then that of each method's accuracies."),
]

COIN_TOSS = (0.4, 0.6)
WORDS = ((0.9, "nearly always"), (0.8, "four times in five"), (0.6, "more often than not"))


def command(
    folder: Folder = None,
    sd: Sd = None,
    topics: Topics = None,
    effective: Effective = None,
    difference: Differences = None,
    power: Powers = None,
    unpaired: Unpaired = False,
    json: Json = False,
) -> None:
    """How likely the present topics are to show a difference, and how many topics that takes."""
    from stylobench.statistics.power import DIFFERENCES, POWERS

    designs = _designs(folder, sd, topics, effective, unpaired)
    differences = _shares("--difference", difference) or DIFFERENCES
    powers = _shares("--power", power) or POWERS
    findings = [{**names, **_findings(design, differences, powers)} for names, design in designs]
    if json:
        print_json({"pairs": findings} if folder else findings[0])
    else:
        _show(findings)


def _shares(option: str, values: list[float] | None) -> tuple[float, ...] | None:
    from stylobench.errors import StylobenchError

    for value in values or ():
        if not 0 < value < 1:
            raise StylobenchError(f"{option} {value:g} is not between 0 and 1; it is a share: 7 points are .07")
    return tuple(values) if values else None


def _designs(
    folder: str | None, sd: float | None, topics: int | None, effective: float | None, unpaired: bool
) -> list[tuple[dict[str, str], Design]]:
    """Each comparison with the names of its methods, from a stored run or from the options."""
    from stylobench.errors import StylobenchError
    from stylobench.statistics.power import Design

    if folder:
        if unpaired or (sd, topics, effective) != (None, None, None):
            raise StylobenchError("give a result folder, or --sd and --topics, not both; a run is always paired")
        return _stored_designs(folder)
    if sd is None or topics is None:
        raise StylobenchError("power needs the folder of a novel-topic run, or --sd and --topics")
    if sd > 1:
        raise StylobenchError(f"--sd {sd:g} is above 1; it is a share: 16 points are .16")
    return [({}, Design(sd, topics, float(topics) if effective is None else effective, not unpaired))]


def _stored_designs(folder: str) -> list[tuple[dict[str, str], Design]]:
    from itertools import combinations
    from pathlib import Path

    from stylobench.errors import StylobenchError
    from stylobench.report.stored import read_result

    tested = {name: _folds(method) for name, method in read_result(Path(folder))["methods"].items()}
    able = [name for name, folds in tested.items() if folds]
    if len(able) < 2:
        have = ", ".join(able) or "none"
        raise StylobenchError(f"{folder} has fewer than two methods to compare ({have}); run with another --attributor")
    return [({"a": a, "b": b}, _design(tested[a], tested[b], f"{a} and {b}")) for a, b in combinations(able, 2)]


def _folds(method: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    folds = (method.get("novel_topic") or {}).get("folds") or ()
    return {fold["topic"]: fold for fold in folds if fold.get("accuracy") is not None}


def _design(left: Mapping[str, Any], right: Mapping[str, Any], who: str) -> Design:
    from stylobench.errors import StylobenchError
    from stylobench.statistics.power import from_differences

    shared = [topic for topic in left if topic in right]
    if len(shared) < 2:
        raise StylobenchError(f"{who} share {len(shared)} tested topics; power needs at least 2")
    differences = [left[topic]["accuracy"] - right[topic]["accuracy"] for topic in shared]
    return from_differences(differences, [left[topic]["documents"] for topic in shared])


def _findings(design: Design, differences: tuple[float, ...], powers: tuple[float, ...]) -> dict[str, Any]:
    from dataclasses import asdict

    from stylobench.statistics.power import curve, present, sd_interval

    low, high = sd_interval(design)
    return {
        "sd": design.sd,
        "sd_low": low,
        "sd_high": high,
        "topics": design.topics,
        "effective": design.effective,
        "paired": design.paired,
        "now": [asdict(now) for now in present(design, differences)],
        "curve": [asdict(need) for need in curve(design, differences, powers)],
    }


def _show(findings: list[dict[str, Any]]) -> None:
    from rich.text import Text

    console = out()
    for found in findings:
        for line in _lines(found):
            console.print(Text(line))
        console.print(_table(found))
    console.print(Text("[ ]: 95% intervals, because the sd is itself an estimate. Plan for 80% or more."))


def _lines(found: Mapping[str, Any]) -> Iterator[str]:
    from stylobench.statistics.paired import FEWEST_TOPICS

    if "a" in found:
        yield f"{found['a']} against {found['b']}"
    worth = f", worth {found['effective']:.1f} equal ones" if found["effective"] < found["topics"] - 0.05 else ""
    yield f"{found['topics']} topics{' for each method' * (not found['paired'])}{worth}"
    what = "differences, topic by topic" if found["paired"] else "accuracies of a method over topics"
    yield f"sd of the {what}: {_points(found['sd'])} points [{_points(found['sd_low'])}, {_points(found['sd_high'])}]"
    if found["paired"] and found["topics"] < FEWEST_TOPICS:
        yield f"Fewer than {FEWEST_TOPICS} topics cannot show any difference at 5%."
        return
    for now in found["now"]:
        often = f"{100 * now['power']:.0f} times in 100 [{100 * now['low']:.0f}, {100 * now['high']:.0f}]"
        yield f"A true difference of {100 * now['difference']:g} points is noticed {often}: {in_words(now['power'])}."


def _points(share: float) -> str:
    return f"{100 * share:.1f}"


def _table(found: Mapping[str, Any]) -> Table:
    from rich.table import Table

    needs = found["curve"]
    powers = list(dict.fromkeys(need["power"] for need in needs))
    table = Table(title="Topics needed", title_justify="left", title_style="bold")
    table.add_column("to notice", justify="right", no_wrap=True)
    for power in powers:
        table.add_column("half the time\n(a coin toss)" if power == 0.5 else f"with {power:.0%} power", justify="right")
    for start in range(0, len(needs), len(powers)):
        row = needs[start : start + len(powers)]
        table.add_row(f"{100 * row[0]['difference']:g} points", *map(_count, row))
    return table


def _count(need: Mapping[str, Any]) -> str:
    return f"{need['topics']:,} \\[{need['topics_low']:,}, {need['topics_high']:,}]"


def in_words(power: float) -> str:
    """A power in plain words.

    >>> in_words(0.5), in_words(0.93), in_words(0.1)
    ('a coin toss', 'nearly always', 'mostly missed')
    """
    if COIN_TOSS[0] <= power < COIN_TOSS[1]:
        return "a coin toss"
    return next((words for floor, words in WORDS if power >= floor), "mostly missed")
